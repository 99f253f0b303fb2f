// SPDX-License-Identifier: Apache-2.0
// Newton and Euler's equations of each body, from the world outwards for motions and back for forces.
#include "workspace.hpp"

namespace lockstep::dynamics {

/// Accelerations of all bodies for dv/dt = `a` (null: 0). `base`: what the world accelerates with, minus
/// gravity or 0.
void Dynamics::Workspace::accelerate(const double* a, const Vector3& base) noexcept {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    BodyState& state = states[i];
    Vector3 w = Vector3::Zero();  // of the carrier: the axes' own rotation
    Vector3 carrier_v = Vector3::Zero();
    if (body.parent == Body::kWorld) {
      state.dw.setZero();
      state.a = base;
    } else {
      const BodyState& parent = states[body.parent];
      const Vector3 arm = state.p - parent.p;
      w = parent.w;
      carrier_v = w.cross(arm);
      state.dw = parent.dw;
      state.a = parent.a + parent.dw.cross(arm) + w.cross(carrier_v);
      carrier_v += parent.v;
    }
    // What the joint adds: its own acceleration, and twice (for turning: once) the carrier's rotation times
    // its velocity.
    const double rate = a == nullptr ? 0.0 : body.factor * a[body.velocity];
    const auto z = state.R.col(2);
    switch (body.motion) {
      case Motion::kTurn:
        state.dw += z * rate + w.cross(state.w);
        break;
      case Motion::kSlide:
        state.a += z * rate + 2.0 * w.cross(state.v - carrier_v);
        break;
      case Motion::kScrew:
        state.dw += z * rate + w.cross(state.w);
        state.a += z * (body.pitch_m_per_rad * rate) + 2.0 * w.cross(state.v - carrier_v);
        break;
      case Motion::kBall:
        state.dw += w.cross(state.w);
        if (a != nullptr) state.dw += state.R * Eigen::Map<const Vector3>{a + body.velocity};
        break;
      case Motion::kFree:
        state.dw += w.cross(state.w);
        state.a += 2.0 * w.cross(state.v - carrier_v);
        if (a != nullptr) {
          const Matrix3 fixed =
              body.parent == Body::kWorld ? body.R_PB : Matrix3{states[body.parent].R * body.R_PB};
          state.a += fixed * Eigen::Map<const Vector3>{a + body.velocity};
          state.dw += fixed * Eigen::Map<const Vector3>{a + body.velocity + 3};
        }
        break;
    }
  }
}

void Dynamics::Workspace::pass_forces_on() noexcept {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    BodyState& state = states[i];
    const Vector3 centre = state.R * body.centre_m;
    const Vector3 w = state.R.transpose() * state.w, dw = state.R.transpose() * state.dw;
    state.f = body.mass_kg * (state.a + state.dw.cross(centre) + state.w.cross(state.w.cross(centre)));
    state.n = centre.cross(state.f) + state.R * (body.inertia_kg_m2 * dw + w.cross(body.inertia_kg_m2 * w));
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    if (body(i).parent == Body::kWorld) continue;
    const BodyState& state = states[i];
    BodyState& parent = states[body(i).parent];
    parent.f += state.f;
    parent.n += state.n + (state.p - parent.p).cross(state.f);
  }
}

void Dynamics::Workspace::collect_efforts(const double* a, VectorOut tau) const noexcept {
  tau.setZero();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    const BodyState& state = states[i];
    const auto at = static_cast<Eigen::Index>(body.velocity);
    const auto z = state.R.col(2);
    const double own = a == nullptr ? 0.0 : body.joint_inertia * body.factor * a[body.velocity];
    switch (body.motion) {
      case Motion::kTurn:
        tau[at] += body.factor * (z.dot(state.n) + own);
        break;
      case Motion::kSlide:
        tau[at] += body.factor * (z.dot(state.f) + own);
        break;
      case Motion::kScrew:
        tau[at] += body.factor * (z.dot(state.n) + body.pitch_m_per_rad * z.dot(state.f) + own);
        break;
      case Motion::kBall:
        tau.segment<3>(at) = state.R.transpose() * state.n;
        if (a != nullptr)
          tau.segment<3>(at) += body.joint_inertia * Eigen::Map<const Vector3>{a + body.velocity};
        break;
      case Motion::kFree: {
        const Matrix3 fixed =
            body.parent == Body::kWorld ? body.R_PB : Matrix3{states[body.parent].R * body.R_PB};
        tau.segment<3>(at) = fixed.transpose() * state.f;
        tau.segment<3>(at + 3) = fixed.transpose() * state.n;
        break;
      }
    }
  }
}

namespace {

/// Gravity as an acceleration of the world pulls at every mass; takes back what it must not pull at.
void spare_weightless(const Mechanism& mechanism, std::vector<BodyState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = mechanism.bodies()[i];
    if (body.weightless_kg == 0.0) continue;
    const Vector3 force = body.weightless_kg * mechanism.gravity_m_s2();
    const Vector3 at = states[i].p + states[i].R * body.weightless_centre_m;
    for (std::size_t k = i; k != Body::kWorld; k = mechanism.bodies()[k].parent) {
      states[k].f += force;
      states[k].n += (at - states[k].p).cross(force);
    }
  }
}

}  // namespace

void Dynamics::inverse_dynamics(const VectorIn& a, VectorOut tau) noexcept {
  work_->scratch = a;
  work_->accelerate(work_->scratch.data(), -mechanism().gravity_m_s2());
  work_->pass_forces_on();
  spare_weightless(mechanism(), work_->states);
  work_->collect_efforts(work_->scratch.data(), tau);
}

void Dynamics::bias(VectorOut tau) noexcept {
  work_->accelerate(nullptr, -mechanism().gravity_m_s2());
  work_->pass_forces_on();
  spare_weightless(mechanism(), work_->states);
  work_->collect_efforts(nullptr, tau);
}

void Dynamics::coriolis(VectorOut tau) noexcept {
  work_->accelerate(nullptr, Vector3::Zero());
  work_->pass_forces_on();
  work_->collect_efforts(nullptr, tau);
}

void Dynamics::gravity(VectorOut tau) noexcept {
  // At rest every body has the acceleration that stands for gravity: forces and moments of the weights alone.
  const Vector3 up = -mechanism().gravity_m_s2();
  std::vector<BodyState>& states = work_->states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = work_->body(i);
    states[i].f = body.mass_kg * up;
    states[i].n = (states[i].R * body.centre_m).cross(states[i].f);
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    if (work_->body(i).parent == Body::kWorld) continue;
    BodyState& parent = states[work_->body(i).parent];
    parent.f += states[i].f;
    parent.n += states[i].n + (states[i].p - parent.p).cross(states[i].f);
  }
  spare_weightless(mechanism(), states);
  work_->collect_efforts(nullptr, tau);
}

}  // namespace lockstep::dynamics
