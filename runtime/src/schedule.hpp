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
  /// Every step when `period` is empty or not longer than a step. `step`: that of the host.
  Schedule(const core::Rational& step, const std::optional<core::Rational>& period);

  bool every_step() const noexcept { return every_step_; }
  /// Steps between two runs when that is always the same number, else 0.
  std::int64_t steps_per_run() const noexcept { return steps_per_run_; }
  bool due(std::int64_t k) const noexcept { return k >= next_; }
  /// In a step that is due: the interval of this run, up to the next one. Where the host has missed steps of
  /// runs, it begins where the last one ended.
  core::StepInterval coming(std::int64_t k, const core::TimeGrid& grid) const noexcept;
  /// To be called in a step that is due: moves on beyond it, and gives the interval up to the next run.
  core::StepInterval advance(std::int64_t k, const core::TimeGrid& grid) noexcept;
  /// Runs count from step k on, which is the first: the device was reset there.
  void restart(std::int64_t k) noexcept { set_state({k, 0}); }

  /// What save and restore keep: the step run 0 was in, and the run that comes next.
  struct State {
    std::int64_t origin{0}, run{0};
  };
  State state() const noexcept { return {origin_, run_}; }
  void set_state(const State& state) noexcept;

 private:
  std::int64_t first_step_of(std::int64_t run) const noexcept;
  std::int64_t first_run_after(std::int64_t k) const noexcept;
  void set_run(std::int64_t run) noexcept;

  core::Rational step_, period_;
  bool every_step_{true};
  std::int64_t steps_per_run_{1};
  double period_s_{0.0};
  std::int64_t origin_{0};  // step of run 0
  std::int64_t run_{0};     // n of the next run
  std::int64_t next_{0};    // its step
};

}  // namespace lockstep::runtime
