// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

core::Rational quotient(core::Rational a, core::Rational b) {
  __extension__ using Wide = __int128;
  Wide numerator = static_cast<Wide>(a.numerator) * b.denominator;
  Wide denominator = static_cast<Wide>(a.denominator) * b.numerator;
  Wide x = numerator;
  Wide y = denominator;
  while (y != 0) {
    const Wide rest = x % y;
    x = y;
    y = rest;
  }
  numerator /= x;
  denominator /= x;
  if (numerator > INT32_MAX || denominator > INT32_MAX)
    throw Error{ErrorCode::kBadUsage,
                "period and step of the world have no ratio of moderate integers (step " +
                    std::to_string(b.seconds()) + " s, period " + std::to_string(a.seconds()) +
                    " s); choose a period that is a multiple of the step"};
  return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

}  // namespace

Schedule::Schedule(core::Rational step, std::optional<core::Rational> period) {
  if (!period) return;
  ratio_ = quotient(*period, step);
  if (ratio_.numerator <= ratio_.denominator) return;  // not longer than a step: every step
  every_step_ = false;
  steps_per_run_ = ratio_.denominator == 1 ? ratio_.numerator : 0;
  period_s_ = period->seconds();
}

std::int64_t Schedule::first_step_of(std::int64_t run) const noexcept {
  return origin_ + (run * ratio_.numerator + ratio_.denominator - 1) / ratio_.denominator;
}

std::int64_t Schedule::first_run_after(std::int64_t k) const noexcept {
  std::int64_t run = run_ + 1;
  while (first_step_of(run) <= k)
    ++run;
  return run;
}

core::StepInterval Schedule::coming(std::int64_t k, const core::TimeGrid& grid) const noexcept {
  if (every_step_) return grid.interval(k);
  const std::int64_t following = first_run_after(k);
  const double from_s = grid.at(next_);
  const double to_s = grid.at(first_step_of(following));
  if (steps_per_run_ == 0) return core::StepInterval::between(from_s, to_s);
  // One and the same length for all runs where they are equally far apart: fixed-step FMUs insist on it.
  return {from_s, to_s, static_cast<double>(following - run_) * period_s_};
}

core::StepInterval Schedule::advance(std::int64_t k, const core::TimeGrid& grid) noexcept {
  const core::StepInterval interval = coming(k, grid);
  if (!every_step_) set_run(first_run_after(k));
  return interval;
}

void Schedule::set_state(const State& state) noexcept {
  origin_ = state.origin;
  set_run(state.run);
}

void Schedule::set_run(std::int64_t run) noexcept {
  run_ = run;
  next_ = every_step_ ? 0 : first_step_of(run);
}

}  // namespace lockstep::runtime
