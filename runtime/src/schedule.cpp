// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

namespace lockstep::runtime {

Schedule::Schedule(const core::Rational& step, const std::optional<core::Rational>& period)
    : step_{step}, period_{period.value_or(step)} {
  period_s_ = period_.seconds();
  const std::int64_t steps = core::TimeGrid{core::Rational{}, step}.index_of(period_s_).value_or(0);
  if (steps == 1 || core::divide(1, period_, step).whole == 0) return;  // not longer than a step
  every_step_ = false;
  steps_per_run_ = steps;
  if (steps != 0) period_ = step.scaled(steps, 1).value_or(period_);
}

std::int64_t Schedule::first_step_of(std::int64_t run) const noexcept {
  const core::Quotient steps = core::divide(run, period_, step_);
  return origin_ + (steps.rest > 0.0 ? steps.whole + 1 : steps.whole);
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
