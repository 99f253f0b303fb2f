// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/dynamics.hpp"

#include "workspace.hpp"

namespace lockstep::dynamics {

Dynamics::Dynamics(std::shared_ptr<const Mechanism> mechanism)
    : work_{std::make_unique<Workspace>(std::move(mechanism))} {
  set_position(work_->q);
}
Dynamics::~Dynamics() = default;
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;

const Mechanism& Dynamics::mechanism() const noexcept {
  return *work_->mechanism;
}

void Dynamics::set_position(const VectorIn& q) noexcept {
  work_->place(q);
  work_->scratch.setZero();
  work_->move(work_->scratch);
}

void Dynamics::set_state(const VectorIn& q, const VectorIn& v) noexcept {
  work_->place(q);
  work_->move(v);
}

void Dynamics::passive_effort(VectorOut tau) const noexcept {
  tau.setZero();
  for (const Body& body : mechanism().bodies()) {
    const auto at = static_cast<Eigen::Index>(body.velocity);
    for (Eigen::Index k = at; k < at + static_cast<Eigen::Index>(velocity_count(body.motion)); ++k) {
      const double rate = body.factor * work_->v[k];
      const double friction = rate > 0.0 ? body.friction : rate < 0.0 ? -body.friction : 0.0;
      tau[k] -= body.factor * (body.damping * rate + friction);
    }
    if (body.spring_stiffness != 0.0) {
      const double position = body.factor * work_->q[static_cast<Eigen::Index>(body.position)] + body.offset;
      tau[at] -= body.factor * body.spring_stiffness * (position - body.spring_reference);
    }
  }
}

double Dynamics::kinetic_energy() const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < work_->states.size(); ++i) {
    const Body& body = work_->body(i);
    const BodyState& state = work_->states[i];
    const Vector3 w = state.R.transpose() * state.w;
    const Vector3 v = state.v + state.w.cross(state.R * body.centre_m);
    sum += body.mass_kg * v.squaredNorm() + w.dot(body.inertia_kg_m2 * w);
    for (std::size_t k = 0; body.joint_inertia != 0.0 && k < velocity_count(body.motion); ++k) {
      const double rate = body.factor * work_->v[static_cast<Eigen::Index>(body.velocity + k)];
      sum += body.joint_inertia * rate * rate;
    }
  }
  return 0.5 * sum;
}

double Dynamics::potential_energy() const noexcept {
  Vector3 moment = Vector3::Zero();
  for (std::size_t i = 0; i < work_->states.size(); ++i) {
    const Body& body = work_->body(i);
    const BodyState& state = work_->states[i];
    moment += body.mass_kg * (state.p + state.R * body.centre_m);
    moment -= body.weightless_kg * (state.p + state.R * body.weightless_centre_m);
  }
  return -mechanism().gravity_m_s2().dot(moment);
}

}  // namespace lockstep::dynamics
