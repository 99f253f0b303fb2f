// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep::devices::controllers {

/// The fastest motion of one coordinate to a target at rest, from any position and velocity, with limits of
/// velocity and acceleration: speed up, cruise, brake. Re-planned in motion it continues without a jump of
/// position or velocity. From rest over a distance d it takes 2 sqrt(d / a), if the speed limit is not met.
class TrapezoidProfile {
 public:
  /// Limits > 0 [m/s, m/s2].
  TrapezoidProfile(double speed, double acceleration) noexcept : speed_{speed}, limit_{acceleration} {}
  TrapezoidProfile() noexcept : TrapezoidProfile{1.0, 1.0} {}

  /// From rest here.
  void start(double position) noexcept;
  /// From where the motion is at `time_s` towards `target`.
  void plan(double target, double time_s) noexcept;
  /// State at a time at or after the last plan.
  struct Point {
    double position{0.0}, velocity{0.0}, acceleration{0.0};
  };
  Point at(double time_s) const noexcept;
  double duration_s() const noexcept { return times_[0] + times_[1] + times_[2]; }  ///< of the plan
  double target() const noexcept { return target_; }

 private:
  double speed_, limit_;
  double begin_s_{0.0}, target_{0.0};
  Point first_;
  double times_[3]{0.0, 0.0, 0.0};          // of the phases
  double accelerations_[3]{0.0, 0.0, 0.0};  // in them
};

/// Limits the jerk of a motion that is sampled at a fixed period: the mean of the last samples. A motion
/// whose acceleration stays within +-a gets a jerk of at most 2 a / window, ends at the same target, and
/// `window` later. Velocity and acceleration stay within their limits.
class JerkFilter {
 public:
  JerkFilter() = default;
  /// `samples` >= 1; 1 does nothing. Allocates.
  explicit JerkFilter(std::size_t samples) : window_(samples, 0.0) {}
  void start(double position) noexcept;
  /// The next sample.
  double update(double position) noexcept;
  std::vector<double>& memory() noexcept { return window_; }
  std::size_t& next() noexcept { return next_; }

 private:
  std::vector<double> window_{0.0};
  std::size_t next_{0};
};

}  // namespace lockstep::devices::controllers
