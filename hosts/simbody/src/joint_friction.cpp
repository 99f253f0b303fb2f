// SPDX-License-Identifier: Apache-2.0
#include "joint_friction.hpp"

#include <algorithm>

namespace lockstep::hosts::simbody {
namespace {

/// Sweeps of the projected Gauss-Seidel method; rows hardly influence each other, so that few are enough.
constexpr int kSweeps = 20;

}  // namespace

void JointFriction::add(SimTK::MobilizedBodyIndex body, int coordinate, double friction) {
  rows_.push_back({body, SimTK::MobilizerUIndex{coordinate}, friction});
  const auto count = static_cast<Eigen::Index>(rows_.size());
  response_.resize(count, count);
  residual_.resize(count);
  effort_.setZero(count);
}

void JointFriction::apply(SimTK::State& state) {
  if (rows_.empty()) return;
  built_.system.realize(state, SimTK::Stage::Acceleration);
  unit_.resize(built_.matter.getNumMobilities());
  unit_ = 0.0;
  const auto count = static_cast<Eigen::Index>(rows_.size());
  const auto body = [&](Eigen::Index i) -> const SimTK::MobilizedBody& {
    return built_.matter.getMobilizedBody(rows_[static_cast<std::size_t>(i)].body);
  };
  for (Eigen::Index i = 0; i < count; ++i) {
    const SimTK::MobilizerUIndex u = rows_[static_cast<std::size_t>(i)].coordinate;
    residual_[i] = -body(i).getOneU(state, u) / step_s_ - body(i).getOneUDot(state, u);
    const int mobility = body(i).getFirstUIndex(state) + u;
    unit_[mobility] = 1.0;
    built_.matter.multiplyByMInv(state, unit_, answer_);
    unit_[mobility] = 0.0;
    for (Eigen::Index j = 0; j < count; ++j)
      response_(j, i) =
          answer_[body(j).getFirstUIndex(state) + rows_[static_cast<std::size_t>(j)].coordinate];
  }
  effort_.setZero();
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (Eigen::Index i = 0; i < count; ++i) {
      const double friction = rows_[static_cast<std::size_t>(i)].friction;
      const double missing = residual_[i] - response_.row(i).dot(effort_);
      effort_[i] = std::clamp(effort_[i] + missing / response_(i, i), -friction, friction);
    }
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    const SimTK::MobilizerUIndex u = rows_[static_cast<std::size_t>(i)].coordinate;
    built_.applied.setOneMobilityForce(state, body(i), u,
                                       built_.applied.getOneMobilityForce(state, body(i), u) + effort_[i]);
  }
}

}  // namespace lockstep::hosts::simbody
