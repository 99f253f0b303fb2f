// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

namespace lockstep::runtime {

Schedule::Schedule(const core::TimeGrid& host, const std::optional<core::Rational>& period)
    : step_{host.step()}, period_{period.value_or(host.step())} {
  const std::int64_t steps = core::TimeGrid{core::Rational{}, step_}.index_of(period_.seconds()).value_or(0);
  if (steps == 1 || core::divide(1, period_, step_).whole == 0) return;  // not longer than a step
  every_step_ = false;
  steps_per_run_ = steps;
  if (steps == 0) return;
  period_ = step_.scaled(steps, 1).value_or(period_);
  grid_.emplace(host.start(), period_);
}

std::int64_t Schedule::first_step_of(std::int64_t run) const noexcept {
  const core::Quotient steps = core::divide(run, period_, step_);
  return steps.rest > 0.0 ? steps.whole + 1 : steps.whole;
}

core::StepInterval Schedule::advance(std::int64_t k, const core::TimeGrid& grid) noexcept {
  if (every_step_) return grid.interval(k);
  const std::int64_t ran = run_;
  set_run(run_ + 1);
  // One and the same length for all runs where they are equally far apart: fixed-step FMUs insist on it.
  if (grid_) return grid_->interval(ran);
  return core::StepInterval::between(grid.at(k), grid.at(next_));
}

void Schedule::reset() noexcept {
  set_run(0);
}

void Schedule::set_run(std::int64_t run) noexcept {
  run_ = run;
  next_ = every_step_ ? 0 : first_step_of(run);
}

}  // namespace lockstep::runtime
