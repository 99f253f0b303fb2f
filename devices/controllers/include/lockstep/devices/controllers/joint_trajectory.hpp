// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "lockstep/core/span.hpp"

namespace lockstep::devices::controllers {

/// What the points of a trajectory say besides positions; it decides the interpolation between them.
enum class PointFields { kPositions, kVelocities, kAccelerations };

/// Joint positions over time, point by point, as joint_trajectory_controller has them: lines between points
/// of positions alone, cubics with velocities, quintics with accelerations. Before the first point it leads
/// there from a state it was given; after the last point it rests there.
///
/// All memory is taken when it is made; nothing else allocates. Times are seconds, ascending.
class JointTrajectory {
 public:
  JointTrajectory(std::size_t joints, std::size_t max_points);

  /// Starts anew at `begin_s` from a state (of joint `i`: start_q[i] ...). `times` count from begin_s.
  /// Points up to `now_s` are dropped. Returns a message (a literal) when nothing can be taken over, and is
  /// then as it was: too many points, sizes that do not fit, times that do not ascend, all points in the
  /// past.
  const char* set(double begin_s, double now_s, const double* times, std::size_t count,
                  const double* positions, const double* velocities, const double* accelerations);
  /// The state the motion begins with, at the time of set(); called after set().
  void begin_at(double time_s, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                const Eigen::VectorXd& a) noexcept;

  std::size_t joints() const noexcept { return joints_; }
  bool empty() const noexcept { return count_ <= 1; }
  double begin_s() const noexcept { return times_[0]; }
  double end_s() const noexcept { return times_[count_ == 0 ? 0 : count_ - 1]; }
  void clear() noexcept { count_ = 0; }
  /// State at a time; at or after begin_s.
  void at(double time_s, Eigen::VectorXd& q, Eigen::VectorXd& v, Eigen::VectorXd& a) const noexcept;
  void copy_from(const JointTrajectory& other) noexcept;
  /// Calls `keep` with everything that changes, for Binder::keep.
  template <class Keep>
  void each_memory(const Keep& keep) {
    keep(count_);
    keep(fields_);
    for (std::vector<double>* const part : {&times_, &q_, &v_, &a_})
      keep(Span<double>{part->data(), part->size()});
  }

 private:
  double& value(std::vector<double>& of, std::size_t point, std::size_t joint) noexcept {
    return of[point * joints_ + joint];
  }

  std::size_t joints_, count_{0};  // point 0 is the state it begins with
  PointFields fields_{PointFields::kPositions};
  std::vector<double> times_, q_, v_, a_;
};

}  // namespace lockstep::devices::controllers
