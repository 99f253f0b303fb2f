// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/robot_model.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::devices::controllers {
namespace {

Eigen::Index at(std::size_t index) {
  return static_cast<Eigen::Index>(index);
}

}  // namespace

RobotModel::RobotModel(std::shared_ptr<const dynamics::Mechanism> mechanism,
                       const std::vector<std::string>& joints)
    : dynamics_{std::move(mechanism)} {
  const dynamics::Mechanism& robot = dynamics_.mechanism();
  for (const dynamics::Coordinate& coordinate : robot.coordinates()) {
    if (coordinate.motion == dynamics::Motion::kFree)
      throw Error{ErrorCode::kUnsupported,
                  "the base '" + coordinate.joint +
                      "' of the robot is free, and controllers need a fixed one; fix it to the world in the "
                      "robot's file or set 'fixed_base: true'"};
    if (dynamics::velocity_count(coordinate.motion) != 1)
      throw Error{ErrorCode::kUnsupported, "joint '" + coordinate.joint +
                                               "' is a ball joint; controllers need joints with single axes"};
  }
  for (const std::string& joint : joints) {
    const dynamics::Coordinate& coordinate = robot.coordinate(joint);
    coordinate_.push_back(static_cast<std::size_t>(&coordinate - robot.coordinates().data()));
    velocity_.push_back(coordinate.velocity);
  }
  all_q_ = robot.start();
  all_v_ = Vector::Zero(at(robot.velocity_size()));
  all_tau_ = all_a_ = all_v_;
  all_matrix_ = Matrix::Zero(all_v_.size(), all_v_.size());
  all_jacobian_ = Matrix::Zero(6, all_v_.size());
  q_ = v_ = Vector::Zero(at(size()));
}

const dynamics::Coordinate& RobotModel::coordinate(std::size_t joint) const noexcept {
  return dynamics_.mechanism().coordinates()[coordinate_[joint]];
}

void RobotModel::set_axis(std::size_t coordinate, double position, double velocity) noexcept {
  const dynamics::Coordinate& axis = dynamics_.mechanism().coordinates()[coordinate];
  all_q_[at(axis.position)] = position;
  all_v_[at(axis.velocity)] = velocity;
}

void RobotModel::update() noexcept {
  dynamics_.set_state(all_q_, all_v_);
  for (std::size_t i = 0; i < size(); ++i) {
    q_[at(i)] = all_q_[at(coordinate(i).position)];
    v_[at(i)] = all_v_[at(velocity_[i])];
  }
}

void RobotModel::select(Eigen::Ref<Vector> chosen) const noexcept {
  for (std::size_t i = 0; i < size(); ++i)
    chosen[at(i)] = all_tau_[at(velocity_[i])];
}

void RobotModel::gravity(Eigen::Ref<Vector> tau) noexcept {
  dynamics_.gravity(all_tau_);
  select(tau);
}

void RobotModel::coriolis(Eigen::Ref<Vector> tau) noexcept {
  dynamics_.coriolis(all_tau_);
  select(tau);
}

void RobotModel::inverse_dynamics(const Eigen::Ref<const Vector>& a, Eigen::Ref<Vector> tau) noexcept {
  all_a_.setZero();
  for (std::size_t i = 0; i < size(); ++i)
    all_a_[at(velocity_[i])] = a[at(i)];
  dynamics_.inverse_dynamics(all_a_, all_tau_);
  select(tau);
}

void RobotModel::passive(Eigen::Ref<Vector> tau) noexcept {
  dynamics_.passive_effort(all_tau_);
  select(tau);
}

void RobotModel::mass_matrix(Eigen::Ref<Matrix> M) noexcept {
  dynamics_.mass_matrix(all_matrix_);
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < size(); ++j)
      M(at(i), at(j)) = all_matrix_(at(velocity_[i]), at(velocity_[j]));
  }
}

void RobotModel::coriolis_transposed(Eigen::Ref<Vector> tau) noexcept {
  dynamics_.coriolis_matrix(all_matrix_);
  all_tau_.noalias() = all_matrix_.transpose() * all_v_;
  select(tau);
}

void RobotModel::jacobian(std::size_t link, Eigen::Ref<Matrix> J) noexcept {
  dynamics_.jacobian(link, dynamics::Vector3::Zero(), all_jacobian_);
  for (std::size_t i = 0; i < size(); ++i)
    J.col(at(i)) = all_jacobian_.col(at(velocity_[i]));
}

void RobotModel::jacobian_rate(std::size_t link, Eigen::Ref<Matrix> dJ) noexcept {
  dynamics_.jacobian_rate(link, dynamics::Vector3::Zero(), all_jacobian_);
  for (std::size_t i = 0; i < size(); ++i)
    dJ.col(at(i)) = all_jacobian_.col(at(velocity_[i]));
}

}  // namespace lockstep::devices::controllers
