// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/momentum_observer.hpp"

#include <Eigen/Cholesky>

namespace lockstep::devices::controllers {

MomentumObserver::MomentumObserver(std::size_t joints, double gain_per_s) : gain_{gain_per_s} {
  const auto n = static_cast<Eigen::Index>(joints);
  r_ = integral_ = rate_ = momentum_ = work_ = Vector::Zero(n);
  mass_ = Eigen::MatrixXd::Zero(n, n);
  jacobian_ = Eigen::MatrixXd::Zero(6, n);
}

/// C' v - g + passive at the state of the robot, and its momentum.
void MomentumObserver::set_rate(RobotModel& robot) noexcept {
  robot.coriolis_transposed(rate_);
  robot.gravity(work_);
  rate_ -= work_;
  robot.passive(work_);
  rate_ += work_;
  robot.mass_matrix(mass_);
  momentum_.noalias() = mass_ * robot.v();
}

void MomentumObserver::start(RobotModel& robot) noexcept {
  set_rate(robot);
  r_.setZero();
  integral_ = momentum_;
}

void MomentumObserver::update(RobotModel& robot, const Vector& tau, double period_s) noexcept {
  integral_ += period_s * (tau + rate_);
  set_rate(robot);
  // r in the integral is that of the end of the period: stable for any gain.
  r_ = gain_ * (momentum_ - integral_) / (1.0 + gain_ * period_s);
  integral_ += period_s * r_;
}

Eigen::Matrix<double, 6, 1> MomentumObserver::external_wrench(RobotModel& robot, std::size_t link) noexcept {
  robot.jacobian(link, jacobian_);
  Eigen::Matrix<double, 6, 6> square = Eigen::Matrix<double, 6, 6>::Identity() * 1e-9;
  square.noalias() += jacobian_ * jacobian_.transpose();
  const Eigen::Matrix<double, 6, 1> right = jacobian_ * r_;
  return square.ldlt().solve(right);
}

}  // namespace lockstep::devices::controllers
