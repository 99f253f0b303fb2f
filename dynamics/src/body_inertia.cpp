// SPDX-License-Identifier: Apache-2.0
#include "body_inertia.hpp"

namespace lockstep::dynamics {

using description::Matrix3;
using description::Vector3;

Matrix3 point_inertia(double mass_kg, const Vector3& r_m) {
  return mass_kg * (r_m.squaredNorm() * Matrix3::Identity() - r_m * r_m.transpose());
}

void BodyInertia::add(const description::Inertial& link, const description::Pose& X_BL) {
  const description::Pose X_BI = X_BL * link.pose;
  const Matrix3 R_BI = X_BI.orientation.toRotationMatrix();
  mass_ += link.mass_kg;
  moment_ += link.mass_kg * X_BI.position;
  about_origin_ += R_BI * link.inertia_kg_m2 * R_BI.transpose() + point_inertia(link.mass_kg, X_BI.position);
}

Vector3 BodyInertia::centre() const {
  return mass_ > 0.0 ? Vector3{moment_ / mass_} : Vector3{Vector3::Zero()};
}

Matrix3 BodyInertia::about_centre() const {
  const Matrix3 shifted = about_origin_ - point_inertia(mass_, centre());
  return 0.5 * (shifted + shifted.transpose());
}

}  // namespace lockstep::dynamics
