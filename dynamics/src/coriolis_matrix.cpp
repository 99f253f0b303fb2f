// SPDX-License-Identifier: Apache-2.0
#include "spatial.hpp"
#include "workspace.hpp"

namespace lockstep::dynamics {

/// For each body its spatial inertia I and B = (v x* I - I v x + (I v) x-bar*) / 2, both with those of all
/// bodies it carries. B v is the body's velocity-dependent force and B + B' the rate of I; that makes C the
/// matrix of Christoffel's symbols (Echeandia and Wensing, 2021).
void Dynamics::Workspace::find_coriolis_factors() noexcept {
  find_column_rates();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Twist6 velocity = at_reference(states[i], reference);
    inertia[i] = spatial_inertia(body(i), states[i], reference);
    const Matrix6 cross = cross_motion(velocity);
    const Matrix6 product = inertia[i] * cross;
    const Vector6 momentum = inertia[i] * velocity;
    factor[i] = 0.5 * (-cross.transpose() * inertia[i] - product + cross_force_bar(momentum));
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    if (body(i).parent == Body::kWorld) continue;
    inertia[body(i).parent] += inertia[i];
    factor[body(i).parent] += factor[i];
  }
}

void Dynamics::coriolis_matrix(MatrixOut C) noexcept {
  Workspace& work = *work_;
  work.find_coriolis_factors();
  C.setZero();
  for (const Column& deep : work.columns) {
    const Matrix6& I = work.inertia[deep.body];
    const Matrix6& B = work.factor[deep.body];
    const Vector6 s = motion(deep), ds = motion_rate(deep);
    const Vector6 forward = I * ds + B * s, momentum = I * s, back = B.transpose() * s;
    for (std::size_t body = deep.body; body != Body::kWorld; body = work.body(body).parent) {
      for (std::size_t i = work.first_column[body]; i < work.first_column[body + 1]; ++i) {
        const Column& other = work.columns[i];
        const double both = deep.factor * other.factor;
        C(other.coordinate, deep.coordinate) += both * motion(other).dot(forward);
        if (body != deep.body)  // columns of one body meet each other as `deep` and as `other`
          C(deep.coordinate, other.coordinate) +=
              both * (motion_rate(other).dot(momentum) + motion(other).dot(back));
      }
    }
  }
}

}  // namespace lockstep::dynamics
