// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {

/// Laws that hold joints at set points. With e = q_d - q:
///
/// | law | tau_d | gains act on |
/// |---|---|---|
/// | pd | Kp e + Kd (v_d - v) | the inertia of the robot |
/// | computed_torque | M (a_d + Kp e + Kd (v_d - v)) + C v | M = 1: Kp in 1/s2, Kd in 1/s |
/// | joint_impedance | M a_d + C v + Kp e + Kd (v_d - v) | the inertia of the robot |
///
/// Fields: `kp`, `kd` (see read_gain), `q_d`, `v_d`, `a_d` (one number per joint). The set points are inlets
/// of the same names; q_d starts where the robot is, v_d and a_d are 0. With limits that saturate set points,
/// q_d is followed within them, and v_d and a_d are those of that motion.
enum class JointLawType { kPd, kComputedTorque, kJointImpedance };

std::unique_ptr<ControlLaw> make_joint_law(JointLawType type, const LawContext& context);

}  // namespace lockstep::devices::controllers
