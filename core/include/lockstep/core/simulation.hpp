// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lockstep/core/input_table.hpp"
#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

struct SimulationProgress {
  double start_time_s{0.0}, stop_time_s{0.0};
  double time_s{0.0};  ///< reached
};

struct SimulationOptions {
  std::optional<double> start_time_s, stop_time_s;  ///< empty: DefaultExperiment, else 0 and start + 1
  std::optional<double> step_size_s;                ///< empty: DefaultExperiment, else (stop - start) / 500
  std::optional<double> output_interval_s;          ///< empty: every step
  std::optional<double> tolerance;                  ///< empty: DefaultExperiment
  bool announce_stop_time{true};                    ///< tell the FMU the stop time
  std::vector<std::string> output_variables;  ///< names, or elements of arrays as "y[2]"; empty: all outputs
  std::vector<std::pair<std::string, std::string>> set_values;  ///< name, text as parse_value reads it
  InputTable inputs;
  std::vector<RowSink*> sinks;
  /// Rows on both sides of every event that the importer handles (Model Exchange, Co-Simulation in event
  /// mode), with the instant of the event as their time: the first has the values before it, the second those
  /// after it. Where an input jumps at an output point, that row is the left side and one more follows.
  bool event_rows{true};
  /// Take every communication point and both sides of events, whatever output_interval_s and event_rows say:
  /// for smallest and largest values of a run.
  std::vector<RowSink*> point_sinks;
  /// Called now and then (not every step); false cancels.
  std::function<bool(const SimulationProgress&)> progress;
};

struct SimulationResult {
  double start_time_s{0.0}, stop_time_s{0.0}, step_size_s{0.0}, output_interval_s{0.0};
  double reached_s{0.0};
  bool terminated_by_model{false}, cancelled{false};
  std::uint64_t rows{0};
  StepperStatistics statistics;
  double wall_s{0.0};  ///< the loop alone, without loading
};

/// Runs one experiment from start to stop: communication points on the exact grid, a row at the start, at
/// every output point, around events and at the stop time; then terminates the FMU. Binds inputs and outputs
/// itself, so give it a fresh stepper. Throws Error{kNotFound, kBadUsage} for the set-up and
/// Error{kFmuFailed} (with Stepper::fault) when a step or the end fails; sinks have been ended by then.
LOCKSTEP_CORE_EXPORT SimulationResult simulate(Stepper& stepper, const SimulationOptions& options);

}  // namespace lockstep::core
