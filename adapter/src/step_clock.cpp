// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/step_clock.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace lockstep::adapter {
namespace {

constexpr core::Rational kNanosecond{1, 1'000'000'000};

core::Rational require_positive(core::Rational step) {
  if (step.numerator <= 0) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("the step size is {} s, expected a number above 0", step.seconds())};
  }
  return step;
}

std::optional<std::int64_t> whole_nanoseconds(const core::Rational& step) {
  const core::Quotient nanoseconds = core::divide(1, step, kNanosecond);
  if (nanoseconds.rest > 0.0) return {};
  return nanoseconds.whole;
}

double seconds(std::int64_t nanoseconds) noexcept {
  return core::Rational{nanoseconds, kNanosecond.denominator}.seconds();
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
  return origin_ns_ + grid_.elapsed(steps).count();
}

double StepClock::odd_fraction_ns() const noexcept {
  const std::int64_t steps = moved_ ? index_ : index_ - start_index_;
  const double rest = core::divide(steps, grid_.step(), kNanosecond).rest;
  return rest < 0.5 ? rest : rest - 1.0;
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
  // 2 n + 1 >= 2 (target - origin) / h.
  constexpr core::Rational kTwoNanoseconds{1, 500'000'000};
  const core::Quotient twice = core::divide(target_ns - origin_ns_, kTwoNanoseconds, grid_.step());
  const std::int64_t now = moved_ ? index_ : index_ - start_index_;
  // Half a step back, exactly, is still "now": doStepsUntil refuses only what lies further back.
  if (twice.whole < 2 * now - 1) return -1;
  const std::int64_t rounded_up = twice.rest > 0.0 ? twice.whole + 1 : twice.whole;
  return std::max<std::int64_t>(0, rounded_up / 2 - now);
}

void StepClock::restart() noexcept {
  index_ = start_index_;
  origin_ns_ = 0;
  moved_ = false;
  find_times();
}

}  // namespace lockstep::adapter
