// SPDX-License-Identifier: Apache-2.0
#include "simulation/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

constexpr double kDefaultSteps = 500.0;

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
  const double count = std::max(1.0, std::round(length_s / wanted_s));
  const Rational length = Rational::from_seconds(length_s);
  const auto divisor = static_cast<std::int64_t>(count);
  if (length.denominator > std::numeric_limits<std::int64_t>::max() / divisor)
    return Rational::from_seconds(wanted_s);
  return Rational::reduced(length.numerator, length.denominator * divisor);
}

void require_on_grid(const TimeGrid& grid, double time_s, const char* what) {
  const std::int64_t k = grid.first_at_or_after(time_s);
  if (grid.at(k) == time_s) return;
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
  const auto count = static_cast<std::int64_t>(std::clamp(std::round(wanted_s / internal_s), 1.0, 1e15));
  if (internal.numerator > std::numeric_limits<std::int64_t>::max() / count) return internal;
  return Rational::reduced(internal.numerator * count, internal.denominator);
}

Rational choose_step(const Stepper& stepper, const SimulationOptions& options, double length_s,
                     bool variable_step) {
  if (options.step_size_s) return rational(*options.step_size_s, "step size");
  const std::optional<double>& given_s = stepper.description().default_experiment().step_size_s;
  const Rational wanted =
      given_s && *given_s > 0.0
          ? rational(*given_s, "step size of the FMU's default experiment, which another one would replace")
          : default_step(stepper.capabilities(), length_s);
  return variable_step || length_s <= 0.0 ? wanted : fitting_step(length_s, wanted.seconds());
}

void require_positive(const std::optional<double>& value, const char* what, const char* unit) {
  if (!value || (std::isfinite(*value) && *value > 0.0)) return;
  throw Error{ErrorCode::kBadUsage, fmt::format("{} {}{}; expected a positive number", what, *value, unit)};
}

// Late enough, a small step no longer moves a double: the FMU would be asked for steps of no length.
void require_resolvable(const TimeGrid& grid, double stop_s, const char* what) {
  const double latest_s = std::max(std::abs(grid.start_s()), std::abs(stop_s));
  const double spacing_s = std::nextafter(latest_s, std::numeric_limits<double>::infinity()) - latest_s;
  if (grid.step_s() > spacing_s) return;
  throw Error{
      ErrorCode::kBadUsage,
      fmt::format("{} {} s is lost in rounding at t = {} s, where neighbouring numbers are {} s apart; "
                  "choose a larger one, or times closer to 0",
                  what, grid.step_s(), latest_s, spacing_s)};
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
  const bool variable_step = stepper.capabilities().variable_step_size;
  const TimeGrid steps{start_s, choose_step(stepper, options, stop_s - start_s, variable_step)};
  const TimeGrid outputs{start_s, options.output_interval_s
                                      ? rational(*options.output_interval_s, "output interval")
                                      : steps.step()};
  require_resolvable(steps, stop_s, "step size");
  require_resolvable(outputs, stop_s, "output interval");
  if (!variable_step) {
    require_on_grid(steps, stop_s, "stop time");
    require_on_grid(steps, outputs.at(1), "output point");
  }
  return {start_s, stop_s, steps, outputs, variable_step};
}

}  // namespace lockstep::core
