// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

namespace lockstep::dynamics {

Pose Dynamics::link_pose(std::size_t link) const noexcept {
  const LinkFrame& frame = mechanism().links()[link];
  if (frame.body == Body::kWorld) return frame.X_BL;
  const BodyState& state = work_->states[frame.body];
  const Quaternion turned{Eigen::Quaterniond{state.R}};
  return {state.p + state.R * frame.X_BL.position, (turned * frame.X_BL.orientation).normalized()};
}

Dynamics::Twist Dynamics::link_velocity(std::size_t link) const noexcept {
  const LinkFrame& frame = mechanism().links()[link];
  if (frame.body == Body::kWorld) return Twist::Zero();
  const BodyState& state = work_->states[frame.body];
  Twist twist;
  twist << state.v + state.w.cross(state.R * frame.X_BL.position), state.w;
  return twist;
}

void Dynamics::jacobian(std::size_t link, const Vector3& p_LQ, MatrixOut J) noexcept {
  Workspace& work = *work_;
  work.find_columns();
  J.setZero();
  const Vector3 at = link_pose(link) * p_LQ - work.reference;
  for (std::size_t body = mechanism().links()[link].body; body != Body::kWorld;
       body = work.body(body).parent) {
    for (std::size_t k = work.first_column[body]; k < work.first_column[body + 1]; ++k) {
      const Column& column = work.columns[k];
      J.col(column.coordinate).head<3>() += column.factor * (column.shift + column.turn.cross(at));
      J.col(column.coordinate).tail<3>() += column.factor * column.turn;
    }
  }
}

void Dynamics::jacobian_rate(std::size_t link, const Vector3& p_LQ, MatrixOut dJ) noexcept {
  Workspace& work = *work_;
  work.find_column_rates();
  dJ.setZero();
  const LinkFrame& frame = mechanism().links()[link];
  if (frame.body == Body::kWorld) return;
  const BodyState& state = work.states[frame.body];
  const Vector3 arm = state.R * (frame.X_BL * p_LQ);
  const Vector3 at = state.p + arm - work.reference, velocity = state.v + state.w.cross(arm);
  for (std::size_t body = frame.body; body != Body::kWorld; body = work.body(body).parent) {
    for (std::size_t k = work.first_column[body]; k < work.first_column[body + 1]; ++k) {
      const Column& column = work.columns[k];
      dJ.col(column.coordinate).head<3>() +=
          column.factor * (column.shift_rate + column.turn_rate.cross(at) + column.turn.cross(velocity));
      dJ.col(column.coordinate).tail<3>() += column.factor * column.turn_rate;
    }
  }
}

Vector3 Dynamics::centre_of_mass() const noexcept {
  Vector3 moment = Vector3::Zero();
  for (std::size_t i = 0; i < work_->states.size(); ++i)
    moment += work_->body(i).mass_kg * (work_->states[i].p + work_->states[i].R * work_->body(i).centre_m);
  return moment / mechanism().mass_kg();
}

Vector3 Dynamics::centre_of_mass_velocity() const noexcept {
  Vector3 momentum = Vector3::Zero();
  for (std::size_t i = 0; i < work_->states.size(); ++i) {
    const BodyState& state = work_->states[i];
    momentum += work_->body(i).mass_kg * (state.v + state.w.cross(state.R * work_->body(i).centre_m));
  }
  return momentum / mechanism().mass_kg();
}

void Dynamics::centre_of_mass_jacobian(MatrixOut J) noexcept {
  Workspace& work = *work_;
  work.find_composites();
  J.setZero();
  const double mass = mechanism().mass_kg();
  for (const Column& column : work.columns) {
    const Composite& whole = work.composites[column.body];
    J.col(column.coordinate) +=
        column.factor / mass * (whole.mass * column.shift + column.turn.cross(whole.moment));
  }
}

}  // namespace lockstep::dynamics
