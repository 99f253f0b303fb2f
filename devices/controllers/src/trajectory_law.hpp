// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {

/// joint_trajectory: follows points over time with a PID loop per joint, with the semantics of
/// joint_trajectory_controller.
///
///     tau_d = p e + i (integral of e, within i_clamp) + d de/dt
///
/// | field | default | meaning |
/// |---|---|---|
/// | `gains` | required | `{JOINT: {p: , i: , d: , i_clamp: }}`, or `kp` and `kd` per joint |
/// | `constraints` | | `goal_time` (0), `stopped_velocity_tolerance` (0.01), and `{JOINT: {trajectory: ,
/// goal: }}`; tolerance 0: not checked | | `max_points` | 1000 | memory for points |
///
/// Request `trajectory`: `start` (s, world time; 0: now), `times` (s from start), `positions`, `velocities`,
/// `accelerations` (one per joint and point; the last two may be empty), `path_tolerance`, `goal_tolerance`
/// (empty: those of the configuration; else one per joint: 0 the configured one, -1 none). Past points are
/// dropped; a trajectory that lies in the past is refused. A new trajectory is spliced: the old one goes on
/// until the start, and the motion continues from its desired state.
///
/// Outputs: `q_d`, `v_d`, `error` per joint and `state`: 0 holds, 1 follows, 2 reached, 3 left the path, 4
/// missed the goal. After an abort (3, 4) the robot is held where it is.
std::unique_ptr<ControlLaw> make_trajectory_law(const LawContext& context);

}  // namespace lockstep::devices::controllers
