// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/dynamics/dynamics.hpp"

namespace lockstep::devices::controllers {

/// A robot as a controller sees it: the equations of motion of the whole robot, with vectors and matrices
/// that hold the controlled joints alone, in the order of the controller. Joints that are not controlled take
/// part with their measured position and velocity.
///
/// First set_position and set_velocity of every axis, then update(), then ask. Nothing below allocates,
/// throws or locks after construction. One thread.
class RobotModel {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  /// `joints`: names below the model. Throws Error{kBadUsage} naming a joint that does not exist, or one that
  /// has not exactly one axis, Error{kUnsupported} for a robot whose base is free.
  RobotModel(std::shared_ptr<const dynamics::Mechanism> mechanism, const std::vector<std::string>& joints);

  std::size_t size() const noexcept { return velocity_.size(); }  ///< number of controlled joints
  const dynamics::Mechanism& mechanism() const noexcept { return dynamics_.mechanism(); }
  /// The coordinate of a controlled joint: name and limits.
  const dynamics::Coordinate& coordinate(std::size_t joint) const noexcept;

  /// State of one axis of the whole robot, by its index in Mechanism::coordinates().
  void set_axis(std::size_t coordinate, double position, double velocity) noexcept;
  void update() noexcept;

  const Vector& q() const noexcept { return q_; }  ///< of the controlled joints
  const Vector& v() const noexcept { return v_; }

  void gravity(Eigen::Ref<Vector> tau) noexcept;   ///< g
  void coriolis(Eigen::Ref<Vector> tau) noexcept;  ///< C v
  void inverse_dynamics(const Eigen::Ref<const Vector>& a,
                        Eigen::Ref<Vector> tau) noexcept;  ///< M a + C v + g
  void passive(Eigen::Ref<Vector> tau) noexcept;  ///< dampers, springs and dry friction of the joints
  void mass_matrix(Eigen::Ref<Matrix> M) noexcept;
  /// C' v, as the momentum of the robot changes by it: dp/dt = tau + C' v - g.
  void coriolis_transposed(Eigen::Ref<Vector> tau) noexcept;

  dynamics::Pose link_pose(std::size_t link) const noexcept { return dynamics_.link_pose(link); }
  /// Twist of a link's origin as a linear function of the velocities; 6 x size, linear rows first.
  void jacobian(std::size_t link, Eigen::Ref<Matrix> J) noexcept;
  void jacobian_rate(std::size_t link, Eigen::Ref<Matrix> dJ) noexcept;

 private:
  void select(Eigen::Ref<Vector> chosen) const noexcept;

  dynamics::Dynamics dynamics_;
  std::vector<std::size_t> coordinate_, velocity_;  // of each controlled joint
  Vector all_q_, all_v_, all_tau_, all_a_;
  Matrix all_matrix_, all_jacobian_;
  Vector q_, v_;
};

}  // namespace lockstep::devices::controllers
