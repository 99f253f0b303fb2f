// SPDX-License-Identifier: Apache-2.0
#include "simulation/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lockstep/core/error.hpp"
#include "stepper/exact_time.hpp"

namespace lockstep::core {
namespace {

constexpr double kDefaultSteps = 500.0;
constexpr double kMostSteps = 1e15;

// 1.3 - 0.1 is 1.2, and not the 1.2000000000000002 that doubles give.
double length(double start_s, double stop_s) {
  return (ExactTime::from_seconds(stop_s) + ExactTime::from_seconds(-start_s)).seconds();
}

Rational rational(double seconds, const char* what) {
  try {
    return Rational::from_seconds(seconds);
  } catch (const Error& error) {
    throw Error{error.code(), fmt::format("{}: {}", what, error.message())};
  }
}

// A step nobody asked for may be bent a little so that the stop time falls on the grid of an FMU with equal
// steps.
Rational fitting_step(double length_s, double wanted_s) {
  const double count = std::clamp(std::round(length_s / wanted_s), 1.0, kMostSteps);
  return Rational::from_seconds(length_s)
      .scaled(1, static_cast<std::int64_t>(count))
      .value_or(Rational::from_seconds(wanted_s));
}

void require_on_grid(const TimeGrid& grid, double time_s, const char* what) {
  if (grid.index_of(time_s)) return;
  const std::int64_t k = grid.first_at_or_after(time_s);
  throw Error{ErrorCode::kBadUsage, fmt::format("{} {} s is not a communication point and the FMU accepts "
                                                "only equal steps of {} s; choose {} s or {} s, "
                                                "or another step size",
                                                what, time_s, grid.step_s(), grid.at(k - 1), grid.at(k))};
}

// Nobody gave a step: a five-hundredth of the run, for FMUs with a fixed internal step a whole number of
// those.
Rational default_step(const StepperCapabilities& capabilities, double length_s) {
  const double wanted_s = length_s > 0.0 ? length_s / kDefaultSteps : 1.0;
  const double internal_s = capabilities.fixed_internal_step_s.value_or(0.0);
  if (!(internal_s > 0.0)) return Rational::from_seconds(wanted_s);
  const Rational internal = Rational::from_seconds(internal_s);
  const double count = std::clamp(std::round(wanted_s / internal_s), 1.0, kMostSteps);
  return internal.scaled(static_cast<std::int64_t>(count), 1).value_or(internal);
}

[[noreturn]] void refuse_interval(double interval_s, double step_s, const char* whose) {
  throw Error{ErrorCode::kBadUsage,
              fmt::format("output interval {} s is below the step size {} s{}; there is one row per step at "
                          "most. Choose the step size {} s as well, or a larger output interval",
                          interval_s, step_s, whose, interval_s)};
}

struct Grids {
  Rational step, interval;
};

// The output points fall on communication points: a step that the user has not chosen is made to divide the
// interval between them. An interval that is a whole number of steps as far as doubles can tell is exactly
// that, so that the two grids meet in the same doubles for ever.
Grids with_outputs(const Rational& step, double interval_s, const StepperCapabilities& capabilities,
                   bool step_is_chosen) {
  const TimeGrid from_zero{0.0, step};
  const Rational interval = rational(interval_s, "output interval");
  const std::int64_t count = from_zero.first_at_or_after(interval_s);
  if (from_zero.at(count) == interval_s) return {step, step.scaled(count, 1).value_or(interval)};
  if (step_is_chosen) return {step, interval};
  if (const double internal_s = capabilities.fixed_internal_step_s.value_or(0.0); internal_s > 0.0) {
    const TimeGrid internal{0.0, Rational::from_seconds(internal_s)};
    const std::optional<std::int64_t> in_step = internal.index_of(step.seconds());
    const std::optional<std::int64_t> in_interval = internal.index_of(interval_s);
    if (in_step && in_interval)
      return {internal.step().scaled(std::gcd(*in_step, *in_interval), 1).value_or(internal.step()),
              interval};
  }
  return {interval.scaled(1, count).value_or(interval), interval};
}

Grids choose_grids(const Stepper& stepper, const SimulationOptions& options, double length_s,
                   bool variable_step) {
  const StepperCapabilities capabilities = stepper.capabilities();
  const std::optional<double>& interval_s = options.output_interval_s;
  const auto with_rows = [&](const Rational& step, bool chosen) {
    return interval_s ? with_outputs(step, *interval_s, capabilities, chosen) : Grids{step, step};
  };
  if (options.step_size_s) {
    if (interval_s && *interval_s < *options.step_size_s)
      refuse_interval(*interval_s, *options.step_size_s, "");
    return with_rows(rational(*options.step_size_s, "step size"), true);
  }
  const std::optional<double>& given_s = stepper.description().default_experiment().step_size_s;
  const bool given = given_s && *given_s > 0.0;
  if (given && interval_s && *interval_s < *given_s)
    refuse_interval(*interval_s, *given_s, " of the FMU's default experiment");
  const Rational wanted =
      given ? rational(*given_s, "step size of the FMU's default experiment, which another one would replace")
            : default_step(capabilities, length_s);
  const bool as_it_is = variable_step || length_s <= 0.0 || interval_s;
  return with_rows(as_it_is ? wanted : fitting_step(length_s, wanted.seconds()), false);
}

void require_positive(const std::optional<double>& value, const char* what, const char* unit) {
  if (!value || (std::isfinite(*value) && *value > 0.0)) return;
  throw Error{ErrorCode::kBadUsage, fmt::format("{} {}{}; expected a positive number", what, *value, unit)};
}

}  // namespace

Experiment make_experiment(const Stepper& stepper, const SimulationOptions& options) {
  const DefaultExperiment& defaults = stepper.description().default_experiment();
  const double start_s = options.start_time_s.value_or(defaults.start_time_s.value_or(0.0));
  double stop_s = options.stop_time_s.value_or(defaults.stop_time_s.value_or(start_s + 1.0));
  if (!options.stop_time_s && stop_s <= start_s)
    stop_s = start_s + 1.0;  // a start of one's own past the default stop
  if (!std::isfinite(start_s) || !std::isfinite(stop_s) || stop_s < start_s) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("stop time {} s with start time {} s; expected a stop time not before the start",
                            stop_s, start_s)};
  }
  require_positive(options.step_size_s, "step size", " s");
  require_positive(options.output_interval_s, "output interval", " s");
  require_positive(options.tolerance, "tolerance", "");
  if (options.step_size_s && stop_s > start_s && *options.step_size_s > length(start_s, stop_s)) {
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("the step size {} s is longer than the run from {} s to {} s; choose at most {} s, or "
                    "a later stop time",
                    *options.step_size_s, start_s, stop_s, length(start_s, stop_s))};
  }
  const bool variable_step = stepper.capabilities().variable_step_size;
  const Grids grids = choose_grids(stepper, options, length(start_s, stop_s), variable_step);
  const TimeGrid steps{start_s, grids.step};
  const TimeGrid outputs{start_s, grids.interval};
  if (options.output_interval_s) outputs.require_usable(stop_s, "output interval");
  steps.require_usable(stop_s, "step size");
  if (!variable_step) {
    require_on_grid(steps, stop_s, "stop time");
    require_on_grid(steps, outputs.at(1), "output point");
  }
  return {start_s, stop_s, steps, outputs, variable_step};
}

}  // namespace lockstep::core
