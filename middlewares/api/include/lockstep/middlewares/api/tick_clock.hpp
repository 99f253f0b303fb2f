// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "lockstep/core/time_grid.hpp"

namespace lockstep::middlewares {

/// The time that a node makes itself (`drive_clock`): instants k * period on the exact grid of core, so that
/// a period of 1/300 s does not drift, and when each of them is due on the wall clock.
class TickClock {
 public:
  using Wall = std::chrono::steady_clock;

  /// `real_time_factor`: time of this clock for each time of the wall; 0: as fast as possible. Throws
  /// Error{kBadUsage} for a period that is not above 0.
  TickClock(double period_s, double real_time_factor);

  /// Of the present instant; 0 before the first tick().
  core::SimTime now() const noexcept { return grid_.elapsed(index_); }
  void tick() noexcept { ++index_; }
  /// The present instant is due at `wall`, and the following ones by the factor: at the start, and when time
  /// goes on after it stood still.
  void restart(Wall::time_point wall) noexcept {
    due_since_ = wall;
    first_ = index_;
  }
  /// When the present instant is due; empty: at once.
  std::optional<Wall::time_point> due() const noexcept;

 private:
  core::TimeGrid grid_;
  double factor_;
  std::int64_t index_{0};
  std::int64_t first_{0};  // due at due_since_
  Wall::time_point due_since_{};
};

}  // namespace lockstep::middlewares
