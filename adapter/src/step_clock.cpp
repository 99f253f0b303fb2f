// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/step_clock.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"

namespace lockstep::adapter {
namespace {

__extension__ using Wide = __int128;
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

core::Rational require_positive(core::Rational step) {
  if (step.numerator <= 0) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("the step size is {} s, expected a number above 0", step.seconds())};
  }
  return step;
}

std::optional<std::int64_t> whole_nanoseconds(core::Rational step) {
  const Wide nanoseconds = Wide{step.numerator} * kNanosecondsPerSecond;
  if (nanoseconds % step.denominator != 0) return {};
  return static_cast<std::int64_t>(nanoseconds / step.denominator);
}

double seconds(std::int64_t nanoseconds) noexcept {
  return core::Rational{nanoseconds, kNanosecondsPerSecond}.seconds();
}

Wide floor_divide(Wide numerator, Wide denominator) noexcept {
  const Wide quotient = numerator / denominator;
  return numerator % denominator < 0 ? quotient - 1 : quotient;
}

}  // namespace

StepClock::StepClock(core::Rational step, std::int64_t start_index)
    : grid_{0.0, require_positive(step)},
      step_ns_{whole_nanoseconds(step)},
      start_index_{start_index},
      index_{start_index} {
  find_times();
}

void StepClock::find_times() noexcept {
  time_s_ = fmu_time_at(index_);
  next_s_ = fmu_time_at(index_ + 1);
}

double StepClock::moved_time_at(std::int64_t index) const noexcept {
  const double start_s = grid_.at(start_index_);
  if (step_ns_) return start_s + seconds(elapsed_at(index));
  return start_s + seconds(origin_ns_) + grid_.at(index);
}

std::int64_t StepClock::odd_elapsed_ns(std::int64_t steps) const noexcept {
  const core::Rational step = grid_.step();
  return origin_ns_ + static_cast<std::int64_t>(floor_divide(
                          Wide{steps} * step.numerator * kNanosecondsPerSecond, step.denominator));
}

double StepClock::odd_fraction_ns() const noexcept {
  const core::Rational step = grid_.step();
  const std::int64_t steps = moved_ ? index_ : index_ - start_index_;
  const Wide rest = Wide{steps} * step.numerator * kNanosecondsPerSecond % step.denominator;
  return static_cast<double>(rest) / static_cast<double>(step.denominator);
}

core::StepInterval StepClock::next(SimTime size) const noexcept {
  if (step_ns_ && size.count() == *step_ns_) return next();
  const double end_s = grid_.at(start_index_) + seconds(elapsed_ns() + size.count());
  return {fmu_time_s(), end_s, seconds(size.count())};
}

void StepClock::advance(SimTime size) noexcept {
  if (step_ns_ && size.count() == *step_ns_) return advance();
  origin_ns_ = elapsed_ns() + size.count();
  index_ = 0;
  moved_ = true;
  find_times();
}

std::int64_t StepClock::steps_until(std::int64_t target_ns) const noexcept {
  // time(n) = origin + n * h. Wanted is the smallest n with time(n) + h/2 >= target, that is
  // n >= (2 * (target - origin) - h) / (2 h); everything in units of 1/denominator nanoseconds.
  const core::Rational step = grid_.step();
  const Wide h = Wide{step.numerator} * kNanosecondsPerSecond;
  const Wide distance = (Wide{target_ns} - origin_ns_) * step.denominator;
  const Wide wanted = -floor_divide(h - 2 * distance, 2 * h);  // rounded up
  const std::int64_t now = moved_ ? index_ : index_ - start_index_;
  // Half a step back, exactly, is still "now": doStepsUntil refuses only what lies further back.
  const Wide short_of = 2 * distance + h - 2 * h * now;
  if (short_of < 0) return -1;
  return wanted <= now ? 0 : static_cast<std::int64_t>(wanted - now);
}

void StepClock::restart() noexcept {
  index_ = start_index_;
  origin_ns_ = 0;
  moved_ = false;
  find_times();
}

}  // namespace lockstep::adapter
