// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/controllers/motion_profile.hpp"
#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::devices::controllers {

/// The set point of a link: a pose or a marker from outside, made a motion within limits of speed,
/// acceleration and jerk. Fields, inlets and outputs: see cartesian_laws.hpp.
class CartesianTarget {
 public:
  using Vector3 = dynamics::Vector3;
  using Vector6 = Eigen::Matrix<double, 6, 1>;

  /// Throws Error{kBadInput} with file and line.
  explicit CartesianTarget(const core::ConfigNode& config);

  void bind(Binder& binder, const std::string& prefix);
  /// At rest where the link is.
  void start(const dynamics::Pose& pose) noexcept;
  /// The target at `time_s`; the link is at `pose`.
  void update(const dynamics::Pose& pose, double time_s, double period_s) noexcept;

  Vector6 error(const dynamics::Pose& pose) const noexcept;  ///< target minus pose: m, rad; world axes
  const Vector6& velocity() const noexcept { return velocity_; }
  const Vector6& acceleration() const noexcept { return acceleration_; }

 private:
  /// Where the outside wants the link now.
  Vector3 wanted_position(const dynamics::Pose& pose) noexcept;
  void turn(double period_s) noexcept;

  double speed_, limit_, jerk_, turn_speed_, threshold_;
  std::array<int, 3> marker_axis_{0, 2, 1};
  std::array<double, 3> marker_sign_{1.0, -1.0, 1.0};

  InletReading<double> pose_in_, marker_in_;
  Span<double> target_out_;
  std::array<TrapezoidProfile, 3> profiles_;
  std::array<JerkFilter, 3> filters_;
  Vector3 goal_{Vector3::Zero()};
  Vector3 marker_start_{Vector3::Zero()}, link_start_{Vector3::Zero()}, last_marker_{Vector3::Zero()};
  bool has_marker_{false};
  Vector3 position_{Vector3::Zero()};
  dynamics::Quaternion orientation_{1.0, 0.0, 0.0, 0.0}, start_orientation_{1.0, 0.0, 0.0, 0.0};
  Vector6 velocity_{Vector6::Zero()}, acceleration_{Vector6::Zero()};
};

}  // namespace lockstep::devices::controllers
