// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/simulation.hpp"
#include "simulation/experiment.hpp"
#include "simulation/input_player.hpp"
#include "simulation/recording.hpp"

namespace lockstep::core {
namespace {

using Clock = std::chrono::steady_clock;

/// Reports progress a few times a second without asking the clock at every step.
class ProgressTicker {
 public:
  ProgressTicker(const SimulationOptions& options, const Experiment& experiment)
      : progress_{options.progress}, experiment_{experiment} {}

  /// False: the caller's callback wants to stop.
  bool tick(double time_s) {
    if (!progress_ || ++count_ < stride_) return true;
    count_ = 0;
    const Clock::time_point now = Clock::now();
    const auto elapsed = now - last_;
    last_ = now;
    if (elapsed < std::chrono::milliseconds{20}) stride_ = std::min(stride_ * 2, kMostSteps);
    if (elapsed > std::chrono::milliseconds{100}) stride_ = std::max<std::uint32_t>(stride_ / 2, 1);
    return progress_({experiment_.start_s, experiment_.stop_s, time_s});
  }

 private:
  const std::function<bool(const SimulationProgress&)>& progress_;
  const Experiment& experiment_;
  Clock::time_point last_{Clock::now()};
  // A model may become slow from one step to the next; asking the clock this often costs nothing.
  static constexpr std::uint32_t kMostSteps = 1024;
  std::uint32_t count_{0}, stride_{1};
};

/// The communication points of a run: the step grid, the output grid and, where the FMU can, the rows of the
/// inputs.
class Schedule {
 public:
  Schedule(const Experiment& experiment, const InputPlayer& inputs)
      : experiment_{experiment}, inputs_{inputs} {}

  StepInterval next(double from_s) noexcept {
    const bool at_step = experiment_.steps.at(step_) == from_s;
    double to_s = std::min(experiment_.stop_s, experiment_.steps.at(step_ + 1));
    if (experiment_.variable_step) {
      to_s = std::min({to_s, experiment_.outputs.at(output_ + 1), inputs_.next_row_after(from_s)});
    }
    const bool whole = at_step && to_s == experiment_.steps.at(step_ + 1);
    return whole && !oversteps(from_s) ? experiment_.steps.interval(step_)
                                       : StepInterval::between(from_s, to_s);
  }

  /// Moves the grids on; true when a row is due at `time_s`.
  bool arrive(double time_s) noexcept {
    while (experiment_.steps.at(step_ + 1) <= time_s)
      ++step_;
    bool due = time_s >= experiment_.stop_s;
    while (experiment_.outputs.at(output_ + 1) <= time_s) {
      ++output_;
      due = true;
    }
    return due;
  }

 private:
  /// Whether the sum an FMU makes of start and size lies a rounding error past the stop time: FMUs refuse
  /// such a step. One of fixed size gets it all the same, since it refuses any other.
  bool oversteps(double from_s) const noexcept {
    return experiment_.variable_step && from_s + experiment_.steps.step_s() > experiment_.stop_s;
  }

  const Experiment& experiment_;
  const InputPlayer& inputs_;
  std::int64_t step_{0}, output_{0};
};

/// A start value that is not a number, or infinite, is a mistake: models fail of it far from here, or run on
/// with it.
void require_finite(const Variable& variable, const Value& value) {
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  if (numbers == nullptr) return;
  for (const double number : *numbers)
    if (!std::isfinite(number))
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("'{}' is set to {}, expected a finite number", variable.name, number)};
}

void apply_set_values(Stepper& stepper, const SimulationOptions& options) {
  const ModelDescription& description = stepper.description();
  std::vector<std::string> names;
  for (const auto& [name, text] : options.set_values)
    names.push_back(name);
  const std::vector<const Variable*> variables = select(description, names);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Value value = parse_value(description, *variables[i], options.set_values[i].second);
    require_finite(*variables[i], value);
    stepper.set(*variables[i], value);
  }
}

[[noreturn]] void fail(const Stepper& stepper, const StepOutcome& outcome, const StepInterval& interval) {
  if (outcome.status == Status::kDiscard) {
    throw Error{ErrorCode::kFmuFailed,
                fmt::format("the FMU discarded the step from {} s to {} s and could not go on past {} s; try "
                            "a smaller step size, or --debug-logging for the FMU's own reason\n{}",
                            interval.from_s, interval.to_s, outcome.reached_s, stepper.fault())};
  }
  throw Error{ErrorCode::kFmuFailed, stepper.fault()};
}

void run(Stepper& stepper, const Experiment& experiment, InputPlayer& inputs, Recording& recording,
         ProgressTicker& ticker, SimulationResult& result) {
  Schedule schedule{experiment, inputs};
  double time_s = experiment.start_s;
  while (time_s < experiment.stop_s) {
    const StepInterval interval = schedule.next(time_s);
    inputs.prepare(interval.from_s, interval.to_s);
    const StepOutcome outcome = stepper.step(interval);
    result.reached_s = outcome.reached_s;
    if (!succeeded(outcome.status)) fail(stepper, outcome, interval);
    time_s = interval.to_s;
    result.terminated_by_model = outcome.terminated;
    if (outcome.terminated) {
      recording.point(outcome.reached_s, true);
      return;
    }
    recording.point(time_s, schedule.arrive(time_s));
    if (!ticker.tick(time_s)) {
      result.cancelled = true;
      return;
    }
  }
}

}  // namespace

SimulationResult simulate(Stepper& stepper, const SimulationOptions& options) {
  apply_set_values(stepper, options);
  const Experiment experiment = make_experiment(stepper, options);
  SimulationResult result;
  result.start_time_s = experiment.start_s;
  result.stop_time_s = experiment.stop_s;
  result.step_size_s = experiment.steps.step_s();
  result.output_interval_s = experiment.outputs.step_s();
  result.reached_s = experiment.start_s;

  InputPlayer inputs{stepper, options.inputs};
  Recording recording{stepper, options};
  inputs.prepare(experiment.start_s, experiment.start_s + experiment.steps.step_s());

  ExperimentSetup setup;
  setup.start_time_s = experiment.start_s;
  if (options.announce_stop_time) setup.stop_time_s = experiment.stop_s;
  setup.tolerance =
      options.tolerance ? options.tolerance : stepper.description().default_experiment().tolerance;
  stepper.initialize(setup);
  recording.begin();
  recording.point(experiment.start_s, true);

  const Clock::time_point begin = Clock::now();
  ProgressTicker ticker{options, experiment};
  run(stepper, experiment, inputs, recording, ticker, result);
  result.wall_s = std::chrono::duration<double>(Clock::now() - begin).count();
  result.statistics = stepper.statistics();
  result.rows = recording.rows();
  recording.end();
  if (!succeeded(stepper.terminate())) throw Error{ErrorCode::kFmuFailed, stepper.fault()};
  return result;
}

}  // namespace lockstep::core
