// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/core/time_grid.hpp"

namespace lockstep::adapter {

using core::SimTime;

/// Where an FMU stands in time: step k of a grid with an exact step, plus steps of other sizes in between.
///
/// FMU time starts at start_index * step. `elapsed` counts from that start. No running sum: after any number
/// of grid steps the time is computed from k. A step of another size ends on a whole nanosecond and starts a
/// new grid there. Nothing here throws (after construction) or allocates.
class StepClock {
 public:
  /// Throws Error{kBadUsage} unless step > 0.
  StepClock(core::Rational step, std::int64_t start_index);

  core::Rational step() const noexcept { return grid_.step(); }
  /// FMU time [s] now; the double nearest to the exact value as long as only grid steps were made.
  double fmu_time_s() const noexcept { return time_s_; }
  /// Whole nanoseconds since the start, rounded to the nearest.
  std::int64_t elapsed_ns() const noexcept { return elapsed_at(index_); }
  /// What elapsed_ns() left out [ns], -0.5 <= x < 0.5; 0 for steps of whole nanoseconds.
  double elapsed_fraction_ns() const noexcept { return step_ns_ ? 0.0 : odd_fraction_ns(); }

  /// The next step of the grid.
  core::StepInterval next() const noexcept { return {time_s_, next_s_, grid_.step_s()}; }
  void advance() noexcept {
    ++index_;
    time_s_ = next_s_;
    next_s_ = fmu_time_at(index_ + 1);
  }

  /// A step of another size, or of the grid's own when `size` is exactly that.
  core::StepInterval next(SimTime size) const noexcept;
  void advance(SimTime size) noexcept;

  /// How many grid steps bring the clock closest to `target_ns` after the start (half a step short is not
  /// stepped over: time + step/2 < target steps). Negative: the target lies more than half a step back.
  std::int64_t steps_until(std::int64_t target_ns) const noexcept;

  void restart() noexcept;

 private:
  double fmu_time_at(std::int64_t index) const noexcept {
    return moved_ ? moved_time_at(index) : grid_.at(index);
  }
  std::int64_t elapsed_at(std::int64_t index) const noexcept {
    const std::int64_t steps = moved_ ? index : index - start_index_;
    return step_ns_ ? origin_ns_ + steps * *step_ns_ : odd_elapsed_ns(steps);
  }
  double moved_time_at(std::int64_t index) const noexcept;
  std::int64_t odd_elapsed_ns(std::int64_t steps) const noexcept;
  double odd_fraction_ns() const noexcept;
  void find_times() noexcept;

  core::TimeGrid grid_;
  std::optional<std::int64_t> step_ns_;  // when the step is a whole number of nanoseconds
  std::int64_t start_index_;
  std::int64_t index_;
  std::int64_t origin_ns_{0};         // where the present grid starts, after steps of other sizes
  bool moved_{false};                 // such a step was made
  double time_s_{0.0}, next_s_{0.0};  // of index_ and the one after it, computed from them
};

}  // namespace lockstep::adapter
