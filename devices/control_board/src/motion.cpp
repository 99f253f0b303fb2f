// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/control_board/motion.hpp"

#include <array>
#include <cmath>

namespace lockstep::devices::control_board {
namespace {

constexpr std::array<std::string_view, 3> kWords{"minimum_jerk", "constant_speed", "trapezoidal_speed"};
constexpr double kHalfNanosecond = 0.5e-9;  // times are whole nanoseconds, durations are not

}  // namespace

std::string_view to_string(Generator generator) noexcept {
  return kWords[static_cast<std::size_t>(generator)];
}

std::optional<Generator> find_generator(std::string_view word) noexcept {
  for (std::size_t i = 0; i < kWords.size(); ++i)
    if (kWords[i] == word) return static_cast<Generator>(i);
  return {};
}

Motion::Motion(Generator generator, const MotionRequest& request) noexcept
    : generator_{generator}, from_{request.from}, target_{request.target}, velocity_{request.velocity} {
  const bool trapezoidal = generator == Generator::kTrapezoidalSpeed;
  if (!(request.speed > 0.0) || (trapezoidal && !(request.acceleration > 0.0))) {
    target_ = from_;
    return;
  }
  const double distance = target_ - from_;
  duration_s_ = std::abs(distance) / request.speed;
  cruise_ = std::copysign(request.speed, distance);
  if (trapezoidal) plan_trapezoid(request);
}

void Motion::plan_trapezoid(const MotionRequest& request) noexcept {
  const double a = request.acceleration;
  double sign = target_ >= from_ ? 1.0 : -1.0;
  double distance = sign * (target_ - from_);
  double v0 = sign * velocity_;
  if (v0 > 0.0 && v0 * v0 > 2.0 * a * distance) {  // cannot stop in time: brakes past it and comes back
    sign = -sign;
    distance = -distance;
    v0 = -v0;
  }
  double peak = request.speed;
  if (v0 <= peak && 2.0 * a * distance <= 2.0 * peak * peak - v0 * v0)
    peak = std::sqrt((2.0 * a * distance + v0 * v0) / 2.0);
  const double first = v0 <= peak ? a : -a;
  const double way = (peak * peak - v0 * v0) / (2.0 * first) + peak * peak / (2.0 * a);
  first_end_s_ = (peak - v0) / first;
  last_begin_s_ = first_end_s_ + (peak > 0.0 ? std::fmax(distance - way, 0.0) / peak : 0.0);
  duration_s_ = last_begin_s_ + peak / a;
  first_ = sign * first;
  cruise_ = sign * peak;
  brake_ = -sign * a;
}

MotionSample Motion::at(double time_s) const noexcept {
  if (time_s >= duration_s_ - kHalfNanosecond) return {target_, 0.0, true};
  if (generator_ == Generator::kMinimumJerk) return minimum_jerk(time_s);
  if (generator_ == Generator::kTrapezoidalSpeed) return trapezoid(time_s);
  return {from_ + cruise_ * time_s, cruise_, false};
}

MotionSample Motion::minimum_jerk(double time_s) const noexcept {
  const double d = target_ - from_, w = velocity_ * duration_s_, s = time_s / duration_s_;
  const double c3 = 10.0 * d - 6.0 * w, c4 = -(15.0 * d - 8.0 * w), c5 = 6.0 * d - 3.0 * w;
  return {from_ + s * (w + s * s * (c3 + s * (c4 + s * c5))),
          (w + s * s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5))) / duration_s_, false};
}

MotionSample Motion::trapezoid(double time_s) const noexcept {
  if (time_s < first_end_s_)
    return {from_ + (velocity_ + 0.5 * first_ * time_s) * time_s, velocity_ + first_ * time_s, false};
  const double left_s = duration_s_ - time_s;
  if (time_s >= last_begin_s_) return {target_ + 0.5 * brake_ * left_s * left_s, -brake_ * left_s, false};
  const double brake_way = 0.5 * brake_ * (duration_s_ - last_begin_s_) * (duration_s_ - last_begin_s_);
  return {target_ + brake_way - cruise_ * (last_begin_s_ - time_s), cruise_, false};
}

}  // namespace lockstep::devices::control_board
