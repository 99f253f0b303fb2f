// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/core/time_grid.hpp"

namespace lockstep::runtime {

/// When a device runs on the grid of its host: in step k_n, the first with t_k >= n * period. Exact for any
/// period and any step; no sums. A period that is a whole number of steps as far as doubles can tell is
/// exactly that.
class Schedule {
 public:
  /// Every step when `period` is empty or not longer than a step. Periods are counted from the grid's start.
  Schedule(const core::TimeGrid& host, const std::optional<core::Rational>& period);

  bool every_step() const noexcept { return every_step_; }
  /// Steps between two runs when that is always the same number, else 0.
  std::int64_t steps_per_run() const noexcept { return steps_per_run_; }
  bool due(std::int64_t k) const noexcept { return k >= next_; }
  /// To be called in a step that is due: moves on, and gives the interval up to the next run.
  core::StepInterval advance(std::int64_t k, const core::TimeGrid& grid) noexcept;
  void reset() noexcept;

  /// What save and restore keep.
  std::int64_t run() const noexcept { return run_; }
  void set_run(std::int64_t run) noexcept;

 private:
  std::int64_t first_step_of(std::int64_t run) const noexcept;

  core::Rational step_, period_;
  bool every_step_{true};
  std::int64_t steps_per_run_{1};
  std::optional<core::TimeGrid> grid_;  // of the runs, when they fall on the host's grid
  std::int64_t run_{0};                 // n of the next run
  std::int64_t next_{0};                // its step
};

}  // namespace lockstep::runtime
