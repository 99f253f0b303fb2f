// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/control_board/board_config.hpp"

namespace lockstep::devices::control_board {

/// Joints of a robot as its control board offers them: modes, generated motions, loops, limits, faults and
/// encoders, for 1 to 60 joints that turn or slide. Every value is a signal, every command a request or an
/// inlet, in rad, m, s, N.m and N. README.md has the whole of it with an example.
///
/// In each run, in this order: measured positions and velocities, through the couplings; faults; commands;
/// references of each axis; references of the joints; torques. Runs in `control` and `observe` in each step,
/// or at its `period`: the law then knows the longer interval, and the torque is held in between.
///
/// | mode | stiff | compliant |
/// |---|---|---|
/// | position | motion of the generator, position PID | motion, tau = -K (q - q_ref) - D dq + offset |
/// | position_direct | position as commanded, position PID | the same law |
/// | velocity, integrator | integral of the ramp, position PID | the same law |
/// | velocity, direct | ramp, velocity PID | velocity PID |
/// | mixed | motion + integral of the ramp, position PID | the same law |
/// | torque, pwm, current | the reference (times torque_per_pwm) | |
/// | idle, hardware_fault | 0 | |
///
/// - A switch of mode or interaction resets the loops and makes the measured position the reference. The
///   torque of the mode before fades out within `switch_time`; torque modes take it over as reference; idle
///   lets go at once. Coupled axes switch together.
/// - A torque above `limits/torque` is a hardware fault: the axis has no torque, `mode` and `fault` say so,
/// and
///   only the request set_mode with forced_idle leads out of it.
/// - Targets, positions and velocities are clipped to the limits. A torque mode or compliant axis beyond a
///   limit gets p * (limit - q) unless it pushes back itself.
/// - The request set_encoders changes what `position` shows, and neither references nor limits.
/// - Torque mode is exact: the torque acts on the joint as it is. Friction of the joint works against it, as
///   in a motor without a torque sensor.
DeviceKind kind();

}  // namespace lockstep::devices::control_board
