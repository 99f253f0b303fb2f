// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/motion_profile.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::devices::controllers {

void TrapezoidProfile::start(double position) noexcept {
  first_ = {position, 0.0, 0.0};
  target_ = position;
  for (int i = 0; i < 3; ++i)
    times_[i] = accelerations_[i] = 0.0;
}

void TrapezoidProfile::plan(double target, double time_s) noexcept {
  first_ = at(time_s);
  begin_s_ = time_s;
  target_ = target;
  const double v = first_.velocity, distance = target - first_.position;
  // Braking at once ends here; which side of the target that is says where to go.
  const double beyond = distance - v * std::abs(v) / (2.0 * limit_);
  const double side = beyond >= 0.0 ? 1.0 : -1.0;
  const double peak = std::min(speed_, std::sqrt(std::max(0.0, limit_ * side * distance + 0.5 * v * v)));
  const double change = peak - side * v;  // < 0 when it is faster than allowed
  times_[0] = std::abs(change) / limit_;
  accelerations_[0] = side * std::copysign(limit_, change);
  times_[2] = peak / limit_;
  accelerations_[2] = -side * limit_;
  const double travelled = 0.5 * (v + side * peak) * times_[0] + 0.5 * side * peak * times_[2];
  times_[1] = peak > 0.0 ? std::max(0.0, side * (distance - travelled) / peak) : 0.0;
  accelerations_[1] = 0.0;
}

TrapezoidProfile::Point TrapezoidProfile::at(double time_s) const noexcept {
  Point point = first_;
  double left = time_s - begin_s_;
  for (int i = 0; i < 3; ++i) {
    const double t = std::min(std::max(left, 0.0), times_[i]);
    point.position += (point.velocity + 0.5 * accelerations_[i] * t) * t;
    point.velocity += accelerations_[i] * t;
    point.acceleration = accelerations_[i];
    if (left < times_[i]) return point;
    left -= times_[i];
  }
  return {target_, 0.0, 0.0};
}

void JerkFilter::start(double position) noexcept {
  std::fill(window_.begin(), window_.end(), position);
  next_ = 0;
}

double JerkFilter::update(double position) noexcept {
  window_[next_] = position;
  next_ = (next_ + 1) % window_.size();
  double sum = 0.0;
  for (const double sample : window_)
    sum += sample - position;  // of differences: a motion at rest stays exactly where it is
  return position + sum / static_cast<double>(window_.size());
}

}  // namespace lockstep::devices::controllers
