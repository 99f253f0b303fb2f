// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "lockstep/description/transmission.hpp"

namespace lockstep::devices::controllers {

/// Actuators between a controller and its joints, from URDF `<transmission>`; simple ones and differentials.
/// For a simple one with reduction n and joint offset o:
///
///     actuator position = n (q - o),   actuator effort = tau / n
///
/// For a differential with actuator reductions n1, n2 and joint reductions m1, m2:
///
///     q1 = (x1/n1 + x2/n2) / (2 m1) + o1,   q2 = (x1/n1 - x2/n2) / (2 m2) + o2
///
/// and efforts so that the power is the same on both sides. A joint without a transmission is its own
/// actuator.
class TransmissionMap {
 public:
  TransmissionMap() = default;
  /// Throws Error{kBadInput} with file and line for a differential that has not two joints and two actuators
  /// or of whose joints only one is controlled, Error{kUnsupported} for other types.
  TransmissionMap(const std::vector<description::Transmission>& transmissions,
                  const std::vector<std::string>& joints);

  std::size_t size() const noexcept { return names_.size(); }  ///< actuators: as many as joints
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// No allocation below. `x` and `y` must not be the same vector.
  void positions(const Eigen::VectorXd& q, Eigen::VectorXd& x) const noexcept {
    x.noalias() = to_actuator_ * (q - offset_);
  }
  void velocities(const Eigen::VectorXd& v, Eigen::VectorXd& x) const noexcept {
    x.noalias() = to_actuator_ * v;
  }
  void efforts(const Eigen::VectorXd& tau, Eigen::VectorXd& x) const noexcept { x.noalias() = effort_ * tau; }
  void joint_efforts(const Eigen::VectorXd& x, Eigen::VectorXd& tau) const noexcept {
    tau.noalias() = to_actuator_.transpose() * x;
  }

 private:
  std::vector<std::string> names_;
  Eigen::VectorXd offset_;
  Eigen::MatrixXd to_actuator_;  // velocities of actuators by those of joints
  Eigen::MatrixXd effort_;       // efforts of actuators by those of joints: its inverse, transposed
};

}  // namespace lockstep::devices::controllers
