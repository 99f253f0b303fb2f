// SPDX-License-Identifier: Apache-2.0
#include "spatial.hpp"

namespace lockstep::dynamics {

Matrix3 skew(const Vector3& a) noexcept {
  Matrix3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

Vector6 motion(const Column& column) noexcept {
  Vector6 s;
  s << column.turn, column.shift;
  return s;
}

Vector6 motion_rate(const Column& column) noexcept {
  Vector6 s;
  s << column.turn_rate, column.shift_rate;
  return s;
}

Twist6 at_reference(const BodyState& state, const Vector3& reference) noexcept {
  Twist6 v;
  v << state.w, state.v + state.w.cross(reference - state.p);
  return v;
}

Matrix6 spatial_inertia(const Body& body, const BodyState& state, const Vector3& reference) noexcept {
  const Vector3 centre = state.R * body.centre_m + (state.p - reference);
  const Matrix3 moment = body.mass_kg * skew(centre);
  Matrix6 inertia;
  inertia.topLeftCorner<3, 3>() = state.R * body.inertia_kg_m2 * state.R.transpose() - moment * skew(centre);
  inertia.topRightCorner<3, 3>() = moment;
  inertia.bottomLeftCorner<3, 3>() = -moment;
  inertia.bottomRightCorner<3, 3>() = body.mass_kg * Matrix3::Identity();
  return inertia;
}

Matrix6 cross_motion(const Twist6& v) noexcept {
  const Matrix3 w = skew(v.head<3>());
  Matrix6 m;
  m << w, Matrix3::Zero(), skew(v.tail<3>()), w;
  return m;
}

Matrix6 cross_force_bar(const Vector6& h) noexcept {
  const Matrix3 n = skew(h.head<3>()), f = skew(h.tail<3>());
  Matrix6 m;
  m << -n, -f, -f, Matrix3::Zero();
  return m;
}

}  // namespace lockstep::dynamics
