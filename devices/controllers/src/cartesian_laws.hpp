// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {

/// Laws that hold a link at a pose. With x the pose of the link in the world, e its error (m, rad), J its
/// Jacobian, L = (J M^-1 J')^-1 the inertia at the link:
///
/// | law | tau_d | gains |
/// |---|---|---|
/// | cartesian_pose | J' L (a_d + kp e + kd (v_d - J v) - dJ/dt v) + C v + null space | 1/s2, 1/s |
/// | cartesian_impedance | J' (kp e + kd (v_d - J v)) + C v + null space | N/m, N.m/rad; N.s/m, N.m.s/rad |
///
/// | field | default | meaning |
/// |---|---|---|
/// | `link` | required | name of the link |
/// | `kp`, `kd` | required | two numbers (translation, rotation), or six |
/// | `null_kp`, `null_kd` | 0, 1 | posture in the null space: stiffness and damping towards where the law
/// started | | `speed`, `acceleration` | 0.5 m/s, 0.1 m/s2 | per axis: the target moves in a trapezoid,
/// re-planned in motion | | `jerk` | none | m/s3 per axis; the motion is then smoothed and ends 2
/// acceleration / jerk later | | `turn_speed` | 1 rad/s | of the target's orientation | | `marker_axes` | x
/// -z y | how the axes of a marker map to those of the world | | `marker_threshold` | 1e-4 m | smaller
/// motions of the marker do nothing |
///
/// Inlets: `pose_d`: x, y, z [m], then the quaternion w, x, y, z, in the world; starts where the link is.
/// `marker`: x, y, z [m]: the first sample is the origin; later ones move the target by their difference to
/// it, from where the link was then. Outputs: `target` (7, after the profile) and `pose` (7).
enum class CartesianLawType { kPose, kImpedance };

std::unique_ptr<ControlLaw> make_cartesian_law(CartesianLawType type, const LawContext& context);

}  // namespace lockstep::devices::controllers
