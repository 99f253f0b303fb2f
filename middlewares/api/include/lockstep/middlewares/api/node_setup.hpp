// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/middlewares/api/node_core.hpp"

namespace lockstep::middlewares {

/// How a node treats time; everything else is NodeConfig.
struct ClockConfig {
  bool drive{false};             ///< publish /clock
  double real_time_factor{0.0};  ///< how fast; 0: as fast as possible
  bool wait_for_inputs{false};   ///< step only when all inputs of the instant are there
  double input_timeout_s{0.0};   ///< wall clock; 0: wait for ever
};

struct NodeSetup {
  NodeConfig node;
  ClockConfig clock;
};

/// Node and clock from the parameters of a node; those it does not know are left for the FMU. Throws
/// Error{kBadInput} for one of the wrong type. Whole numbers are fine for reals.
NodeSetup read_setup(std::vector<NamedParameter> parameters);

}  // namespace lockstep::middlewares
