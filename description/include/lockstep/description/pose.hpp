// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// Robots and worlds as data: plain values read from SDF or URDF, shared by devices, hosts and runtime.
///
/// SI units throughout: m, rad, s, kg, N, N m. Right-handed frames; rotations by the right-hand rule.
/// Notation: X_AB is the pose of frame B seen from frame A, p_AB the position of B's origin in A, R_AB the
/// rotation that turns components in B into components in A: p_AQ = X_AB * p_BQ.
namespace lockstep::description {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
/// Without alignment beyond double: the layout is the same whatever vector instructions a user compiles for.
using Quaternion = Eigen::Quaternion<double, Eigen::DontAlign>;

/// A rigid transform X_AB. The quaternion has length 1; whoever fills one keeps it so.
struct Pose {
  Vector3 position{0.0, 0.0, 0.0};             ///< p_AB [m]
  Quaternion orientation{1.0, 0.0, 0.0, 0.0};  ///< R_AB as (w, x, y, z)

  /// X_AB * X_BC = X_AC.
  Pose operator*(const Pose& x_bc) const {
    return {position + orientation * x_bc.position, (orientation * x_bc.orientation).normalized()};
  }
  /// X_AB * p_BQ = p_AQ: a point; for a direction use `orientation * v`.
  Vector3 operator*(const Vector3& p_bq) const { return position + orientation * p_bq; }
  /// X_BA.
  Pose inverse() const {
    const Quaternion back = orientation.conjugate();
    return {-(back * position), back};
  }
};

/// SDF's and URDF's "roll pitch yaw" [rad]: rotations about the fixed axes x, then y, then z.
inline Quaternion from_roll_pitch_yaw(double roll, double pitch, double yaw) {
  return Quaternion{Eigen::AngleAxisd{yaw, Vector3::UnitZ()} * Eigen::AngleAxisd{pitch, Vector3::UnitY()} *
                    Eigen::AngleAxisd{roll, Vector3::UnitX()}};
}

}  // namespace lockstep::description
