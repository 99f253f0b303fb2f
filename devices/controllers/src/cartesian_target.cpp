// SPDX-License-Identifier: Apache-2.0
#include "cartesian_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lockstep::devices::controllers {
namespace {

using Quaternion = dynamics::Quaternion;

double positive(const core::ConfigNode& config, const char* field, double fallback) {
  const double value = config.number(field, fallback);
  if (!(value > 0.0))
    config.fail("controller-value", fmt::format("'{}' is {}; it must be positive", field, value));
  return value;
}

/// The turn from `from` to `to` as axis times angle, the short way [rad].
Eigen::Vector3d turn_between(const Quaternion& from, const Quaternion& to) noexcept {
  Quaternion difference = to * from.conjugate();
  if (difference.w() < 0.0) difference.coeffs() *= -1.0;
  const double sine = difference.vec().norm();
  if (sine < 1e-12) return 2.0 * difference.vec();
  return difference.vec() * (2.0 * std::atan2(sine, difference.w()) / sine);
}

}  // namespace

CartesianTarget::CartesianTarget(const core::ConfigNode& config)
    : speed_{positive(config, "speed", 0.5)},
      limit_{positive(config, "acceleration", 0.1)},
      jerk_{config.has("jerk") ? positive(config, "jerk", 1.0) : 0.0},
      turn_speed_{positive(config, "turn_speed", 1.0)},
      threshold_{config.number("marker_threshold", 1e-4)} {
  std::istringstream axes{config.text_of("marker_axes", "x -z y")};
  std::string word;
  for (std::size_t i = 0; i < 3; ++i) {
    const bool found = static_cast<bool>(axes >> word);
    const bool minus = found && word[0] == '-';
    const std::string letter = minus ? word.substr(1) : word;
    if (!found || letter.size() != 1 || letter.find_first_of("xyz") == std::string::npos)
      config.fail("controller-value",
                  "'marker_axes' has three of x, y, z, each perhaps with a minus, like 'x -z y'");
    marker_axis_[i] = letter[0] - 'x';
    marker_sign_[i] = minus ? -1.0 : 1.0;
  }
}

void CartesianTarget::bind(Binder& binder, const std::string& prefix) {
  InletInfo pose;
  pose.name = prefix + "pose_d";
  pose.count = 7;
  pose.description = "Desired pose of the link in the world: x, y, z, then the quaternion w, x, y, z";
  pose_in_ = binder.inlet<double>(std::move(pose));
  InletInfo marker;
  marker.name = prefix + "marker";
  marker.count = 3;
  marker.unit = "m";
  marker.description = "Marker that the link follows from its first sample on";
  marker_in_ = binder.inlet<double>(std::move(marker));
  target_out_ =
      binder.output<double>(prefix + "target", "", "Target of the link now: x, y, z, w, x, y, z", 7);
  const double step_s = binder.step_size().seconds();
  const double window_s = jerk_ > 0.0 ? 2.0 * limit_ / jerk_ : 0.0;
  const auto samples = static_cast<std::size_t>(std::max(1.0, std::ceil(window_s / step_s)));
  for (std::size_t i = 0; i < 3; ++i) {
    profiles_[i] = TrapezoidProfile{speed_, limit_};
    filters_[i] = JerkFilter{samples};
    binder.keep(profiles_[i]);
    binder.keep(Span<double>{filters_[i].memory().data(), filters_[i].memory().size()});
    binder.keep(filters_[i].next());
  }
  for (Vector3* const kept : {&goal_, &marker_start_, &link_start_, &last_marker_, &position_})
    binder.keep(*kept);
  binder.keep(has_marker_);
  binder.keep(orientation_.coeffs());
  binder.keep(start_orientation_.coeffs());
}

void CartesianTarget::start(const dynamics::Pose& pose) noexcept {
  goal_ = position_ = pose.position;
  orientation_ = start_orientation_ = pose.orientation;
  for (std::size_t i = 0; i < 3; ++i) {
    profiles_[i].start(goal_[static_cast<Eigen::Index>(i)]);
    filters_[i].start(goal_[static_cast<Eigen::Index>(i)]);
  }
  velocity_.setZero();
  acceleration_.setZero();
  has_marker_ = false;
}

CartesianTarget::Vector3 CartesianTarget::wanted_position(const dynamics::Pose& pose) noexcept {
  if (marker_in_.status().written) {
    const Span<const double> values = marker_in_.values();
    const Vector3 marker{values[0], values[1], values[2]};
    if (!has_marker_) {
      has_marker_ = true;
      marker_start_ = last_marker_ = marker;
      link_start_ = pose.position;
    }
    if ((marker - last_marker_).norm() >= threshold_) last_marker_ = marker;
    Vector3 moved;
    for (std::size_t i = 0; i < 3; ++i)
      moved[static_cast<Eigen::Index>(i)] = marker_sign_[i] * (last_marker_ - marker_start_)[marker_axis_[i]];
    return link_start_ + moved;
  }
  if (!pose_in_.status().written) return goal_;
  const Span<const double> values = pose_in_.values();
  return {values[0], values[1], values[2]};
}

void CartesianTarget::turn(double period_s) noexcept {
  Quaternion wanted = start_orientation_;
  if (pose_in_.status().written) {
    const Span<const double> values = pose_in_.values();
    const Quaternion given{values[3], values[4], values[5], values[6]};
    if (given.norm() > 1e-6) wanted = given.normalized();
  }
  const Eigen::Vector3d left = turn_between(orientation_, wanted);
  const double angle = left.norm(), largest = turn_speed_ * period_s;
  if (angle <= largest) {
    orientation_ = wanted;
    velocity_.tail<3>().setZero();
    return;
  }
  const Eigen::Vector3d axis = left / angle;
  orientation_ = (Quaternion{Eigen::AngleAxisd{largest, axis}} * orientation_).normalized();
  velocity_.tail<3>() = turn_speed_ * axis;
}

void CartesianTarget::update(const dynamics::Pose& pose, double time_s, double period_s) noexcept {
  const Vector3 wanted = wanted_position(pose);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    if (wanted[axis] != goal_[axis]) profiles_[i].plan(wanted[axis], time_s);
    const TrapezoidProfile::Point point = profiles_[i].at(time_s);
    if (filters_[i].memory().size() == 1) {
      position_[axis] = point.position;
      velocity_[axis] = point.velocity;
      acceleration_[axis] = point.acceleration;
      continue;
    }
    const double next = filters_[i].update(point.position);
    const double velocity = (next - position_[axis]) / period_s;
    acceleration_[axis] = (velocity - velocity_[axis]) / period_s;
    velocity_[axis] = velocity;
    position_[axis] = next;
  }
  goal_ = wanted;
  turn(period_s);
  for (std::size_t i = 0; i < 3; ++i)
    target_out_[i] = position_[static_cast<Eigen::Index>(i)];
  target_out_[3] = orientation_.w();
  target_out_[4] = orientation_.x();
  target_out_[5] = orientation_.y();
  target_out_[6] = orientation_.z();
}

CartesianTarget::Vector6 CartesianTarget::error(const dynamics::Pose& pose) const noexcept {
  Vector6 error;
  error.head<3>() = position_ - pose.position;
  error.tail<3>() = turn_between(pose.orientation, orientation_);
  return error;
}

}  // namespace lockstep::devices::controllers
