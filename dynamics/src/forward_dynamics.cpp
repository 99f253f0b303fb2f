// SPDX-License-Identifier: Apache-2.0
#include "spatial.hpp"
#include "workspace.hpp"

namespace lockstep::dynamics {
namespace {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;

}  // namespace

/// Articulated bodies, from the leaves to the world: the inertia `inertia[i]` and bias force with which a
/// body resists when the joints beyond it are free to move; then accelerations outwards.
void Dynamics::Workspace::articulated(const VectorIn& tau, VectorOut a) noexcept {
  find_column_rates();
  const Vector3& gravity = mechanism->gravity_m_s2();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Twist6 velocity = at_reference(states[i], reference);
    inertia[i] = spatial_inertia(body(i), states[i], reference);
    articulations[i].bias = -cross_motion(velocity).transpose() * (inertia[i] * velocity);
    if (body(i).weightless_kg != 0.0) {
      const Vector3 force = body(i).weightless_kg * gravity;
      const Vector3 arm = states[i].R * body(i).weightless_centre_m + (states[i].p - reference);
      articulations[i].bias.head<3>() += arm.cross(force);
      articulations[i].bias.tail<3>() += force;
    }
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    Articulated& part = articulations[i];
    const auto count = static_cast<Eigen::Index>(first_column[i + 1] - first_column[i]);
    Columns S(6, count);
    part.c.setZero();
    SmallVector effort(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Column& column = columns[first_column[i] + static_cast<std::size_t>(k)];
      S.col(k) = motion(column);
      part.c += motion_rate(column) * v[column.coordinate];
      effort[k] = tau[column.coordinate];
    }
    auto U = part.U.leftCols(count);
    auto D_inverse = part.D_inverse.topLeftCorner(count, count);
    U.noalias() = inertia[i] * S;
    part.u.head(count) = effort - S.transpose() * part.bias;
    if (count == 1) {
      D_inverse(0, 0) = 1.0 / (S.col(0).dot(U.col(0)) + body(i).joint_inertia);
    } else {
      Small D = S.transpose() * U;
      if (body(i).motion == Motion::kBall) D.diagonal().array() += body(i).joint_inertia;
      D_inverse = D.llt().solve(Small::Identity(count, count));
    }
    if (body(i).parent == Body::kWorld) continue;
    const Columns K = U * D_inverse;
    inertia[i].noalias() -= K * U.transpose();
    part.bias.noalias() += inertia[i] * part.c + K * part.u.head(count);
    inertia[body(i).parent] += inertia[i];
    articulations[body(i).parent].bias += part.bias;
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    Articulated& part = articulations[i];
    const auto count = static_cast<Eigen::Index>(first_column[i + 1] - first_column[i]);
    if (body(i).parent == Body::kWorld)
      part.acceleration << Vector3::Zero(), -gravity;
    else
      part.acceleration = articulations[body(i).parent].acceleration;
    part.acceleration += part.c;
    const SmallVector rates = part.D_inverse.topLeftCorner(count, count) *
                              (part.u.head(count) - part.U.leftCols(count).transpose() * part.acceleration);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Column& column = columns[first_column[i] + static_cast<std::size_t>(k)];
      a[column.coordinate] = rates[k];
      part.acceleration += motion(column) * rates[k];
    }
  }
}

void Dynamics::forward_dynamics(const VectorIn& tau, VectorOut a) noexcept {
  if (!mechanism().has_followers()) {
    work_->articulated(tau, a);
    return;
  }
  // A follower's effort acts on its leader, anywhere in the tree: solved with the whole mass matrix.
  bias(work_->scratch);
  work_->scratch = tau - work_->scratch;
  mass_matrix(work_->dense);
  work_->factorised.compute(work_->dense);
  a = work_->scratch;
  work_->factorised.solveInPlace(a);
}

}  // namespace lockstep::dynamics
