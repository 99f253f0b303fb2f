// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockstep::world {

/// When a time of the world is due on the wall clock, for a real-time factor: counted from where the run
/// began, was reset or resumed, or where the factor changed. No sums: a run that was late catches up exactly.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// From now on `time_s` is due now, and what comes later by `factor`; 0: nothing waits.
  void restart(double time_s, double factor, Clock::time_point now = Clock::now()) noexcept {
    time_s_ = time_s;
    factor_ = factor;
    start_ = now;
  }
  double factor() const noexcept { return factor_; }
  bool waits() const noexcept { return factor_ > 0.0; }

  /// Wall seconds from the restart until `time_s` is due.
  double wall_s(double time_s) const noexcept { return (time_s - time_s_) / factor_; }
  /// The same as an instant; at most a century ahead, which the clock can still count.
  Clock::time_point due(double time_s) const noexcept;

 private:
  double time_s_{0.0};
  double factor_{0.0};
  Clock::time_point start_;
};

}  // namespace lockstep::world
