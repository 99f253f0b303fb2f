// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/joint_trajectory.hpp"

#include <algorithm>

namespace lockstep::devices::controllers {
namespace {

struct End {
  double q, v, a;
};

/// State at `t` of `T` between two ends.
End between(PointFields fields, const End& from, const End& to, double t, double T) noexcept {
  const double d = to.q - from.q;
  if (fields == PointFields::kPositions) return {from.q + d * t / T, d / T, 0.0};
  if (fields == PointFields::kVelocities) {
    const double c2 = (3.0 * d / T - 2.0 * from.v - to.v) / T, c3 = (-2.0 * d / T + from.v + to.v) / (T * T);
    return {from.q + t * (from.v + t * (c2 + t * c3)), from.v + t * (2.0 * c2 + 3.0 * t * c3),
            2.0 * c2 + 6.0 * t * c3};
  }
  const double T2 = T * T;
  const double c3 =
      (20.0 * d - (8.0 * to.v + 12.0 * from.v) * T - (3.0 * from.a - to.a) * T2) / (2.0 * T2 * T);
  const double c4 =
      (-30.0 * d + (14.0 * to.v + 16.0 * from.v) * T + (3.0 * from.a - 2.0 * to.a) * T2) / (2.0 * T2 * T2);
  const double c5 = (12.0 * d - 6.0 * (to.v + from.v) * T + (to.a - from.a) * T2) / (2.0 * T2 * T2 * T);
  const double c2 = 0.5 * from.a;
  return {from.q + t * (from.v + t * (c2 + t * (c3 + t * (c4 + t * c5)))),
          from.v + t * (2.0 * c2 + t * (3.0 * c3 + t * (4.0 * c4 + t * 5.0 * c5))),
          2.0 * c2 + t * (6.0 * c3 + t * (12.0 * c4 + t * 20.0 * c5))};
}

}  // namespace

JointTrajectory::JointTrajectory(std::size_t joints, std::size_t max_points)
    : joints_{joints},
      times_(max_points + 1, 0.0),
      q_((max_points + 1) * joints, 0.0),
      v_(q_.size(), 0.0),
      a_(q_.size(), 0.0) {}

const char* JointTrajectory::set(double begin_s, double now_s, const double* times, std::size_t count,
                                 const double* positions, const double* velocities,
                                 const double* accelerations) {
  if (count == 0) return "the trajectory has no points";
  if (count >= times_.size()) return "the trajectory has more points than 'max_points'";
  for (std::size_t i = 1; i < count; ++i)
    if (!(times[i] > times[i - 1])) return "the times of the points do not ascend";
  std::size_t first = 0;
  while (first < count && begin_s + times[first] <= now_s)
    ++first;
  if (first == count) return "all points of the trajectory are in the past";
  fields_ = accelerations != nullptr
                ? PointFields::kAccelerations
                : (velocities != nullptr ? PointFields::kVelocities : PointFields::kPositions);
  count_ = 1;
  for (std::size_t i = first; i < count; ++i, ++count_) {
    times_[count_] = begin_s + times[i];
    for (std::size_t j = 0; j < joints_; ++j) {
      value(q_, count_, j) = positions[i * joints_ + j];
      value(v_, count_, j) = velocities != nullptr ? velocities[i * joints_ + j] : 0.0;
      value(a_, count_, j) = accelerations != nullptr ? accelerations[i * joints_ + j] : 0.0;
    }
  }
  return nullptr;
}

void JointTrajectory::begin_at(double time_s, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                               const Eigen::VectorXd& a) noexcept {
  times_[0] = time_s;
  for (std::size_t j = 0; j < joints_; ++j) {
    value(q_, 0, j) = q[static_cast<Eigen::Index>(j)];
    value(v_, 0, j) = v[static_cast<Eigen::Index>(j)];
    value(a_, 0, j) = a[static_cast<Eigen::Index>(j)];
  }
  count_ = std::max<std::size_t>(count_, 1);
}

void JointTrajectory::at(double time_s, Eigen::VectorXd& q, Eigen::VectorXd& v,
                         Eigen::VectorXd& a) const noexcept {
  const auto end = times_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto next = static_cast<std::size_t>(std::upper_bound(times_.begin(), end, time_s) - times_.begin());
  for (std::size_t j = 0; j < joints_; ++j) {
    const auto end_of = [&](std::size_t point) {
      const std::size_t k = point * joints_ + j;
      return End{q_[k], v_[k], a_[k]};
    };
    const bool rests = next >= count_ || next == 0;
    const std::size_t last = next == 0 ? 0 : count_ - 1;
    const End now = rests ? End{end_of(last).q, 0.0, 0.0}
                          : between(fields_, end_of(next - 1), end_of(next), time_s - times_[next - 1],
                                    times_[next] - times_[next - 1]);
    q[static_cast<Eigen::Index>(j)] = now.q;
    v[static_cast<Eigen::Index>(j)] = now.v;
    a[static_cast<Eigen::Index>(j)] = now.a;
  }
}

void JointTrajectory::copy_from(const JointTrajectory& other) noexcept {
  count_ = other.count_;
  fields_ = other.fields_;
  std::copy_n(other.times_.begin(), count_, times_.begin());
  for (auto [to, from] : {std::pair{&q_, &other.q_}, std::pair{&v_, &other.v_}, std::pair{&a_, &other.a_}})
    std::copy_n(from->begin(), count_ * joints_, to->begin());
}

}  // namespace lockstep::devices::controllers
