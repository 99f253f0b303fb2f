// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/simulation.hpp"
#include "lockstep/core/time_grid.hpp"

namespace lockstep::core {

/// Start, stop, step and output interval of a run, with the defaults filled in and every contradiction
/// refused.
struct Experiment {
  double start_s;
  double stop_s;
  TimeGrid steps;      ///< communication points asked for
  TimeGrid outputs;    ///< rows asked for
  bool variable_step;  ///< the FMU accepts steps of any size
};

/// Throws Error{kBadUsage}: stop before start, step not positive, or times a fixed-step FMU cannot meet.
Experiment make_experiment(const Stepper& stepper, const SimulationOptions& options);

}  // namespace lockstep::core
