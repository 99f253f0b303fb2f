// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "lockstep/devices/controllers/robot_model.hpp"

namespace lockstep::devices::controllers {

/// Torque that others apply to the joints, from the generalised momentum p = M v, without accelerations:
///
///     r = gain (p - p(0) - integral of (tau + C' v - g + passive + r) dt)
///
/// where tau acts on the joints and `passive` is the effort of their dampers and friction. r follows the
/// external torque as a first-order low-pass with the time constant 1 / gain. A push from outside in the
/// direction of a positive velocity is positive.
///
/// All memory is taken when it is made. One thread.
class MomentumObserver {
 public:
  using Vector = Eigen::VectorXd;

  explicit MomentumObserver(std::size_t joints = 0, double gain_per_s = 50.0);

  /// Begins at the state of the robot, with r = 0.
  void start(RobotModel& robot) noexcept;
  /// After a period in which `tau` acted since the last call; the robot is at its new state.
  void update(RobotModel& robot, const Vector& tau, double period_s) noexcept;
  const Vector& external_torque() const noexcept { return r_; }
  /// The force [N] and moment [N.m] at a link's origin, world axes, that explain r best.
  Eigen::Matrix<double, 6, 1> external_wrench(RobotModel& robot, std::size_t link) noexcept;

  Vector& memory(std::size_t part) noexcept { return part == 0 ? r_ : (part == 1 ? integral_ : rate_); }

 private:
  void set_rate(RobotModel& robot) noexcept;

  double gain_{50.0};
  Vector r_, integral_, rate_, momentum_, work_;  // integral_ holds p(0), too
  Eigen::MatrixXd mass_, jacobian_;
};

}  // namespace lockstep::devices::controllers
