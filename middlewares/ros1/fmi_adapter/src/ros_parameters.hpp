// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>

#include "lockstep/middlewares/api/node_core.hpp"

namespace fmi_adapter {

/// How the node treats time; everything else is NodeConfig.
struct ClockConfig {
  bool drive{false};             ///< publish /clock
  double real_time_factor{0.0};  ///< how fast; 0: as fast as possible
  bool wait_for_inputs{false};   ///< step only when all inputs of the instant are there
  double input_timeout_s{0.0};   ///< wall clock; 0: wait for ever
};

struct NodeSetup {
  lockstep::middlewares::NodeConfig node;
  ClockConfig clock;
};

/// Reads all private parameters of the node. Throws lockstep::Error{kBadInput} for one of the wrong type.
NodeSetup read_parameters(const ros::NodeHandle& handle);

/// The private parameters directly below the node's name, without those of namespaces below it.
std::vector<lockstep::middlewares::NamedParameter> private_parameters(const ros::NodeHandle& handle);

}  // namespace fmi_adapter
