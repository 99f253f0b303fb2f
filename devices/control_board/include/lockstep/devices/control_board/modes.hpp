// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::devices::control_board {

/// What commands an axis. The numbers are those of the signal `mode`.
enum class Mode : std::int32_t {
  kIdle = 0,            ///< no torque
  kPosition = 1,        ///< moves to targets along a generated motion
  kPositionDirect = 2,  ///< follows positions as they come
  kVelocity = 3,        ///< follows velocities, within the acceleration and as long as they come
  kMixed = 4,           ///< generated motion plus velocities
  kTorque = 5,          ///< applies the torque
  kPwm = 6,             ///< applies duty cycle * torque_per_pwm
  kCurrent = 7,         ///< applies current * torque_per_pwm
  kHardwareFault = 8,   ///< no torque after a fault; only kForcedIdle leads out of it
  kForcedIdle = 9,      ///< only as a request: kIdle, also out of kHardwareFault
};

/// How an axis that follows positions reacts to being pushed. The numbers are those of the signal
/// `interaction`.
enum class Interaction : std::int32_t {
  kStiff = 0,      ///< position PID
  kCompliant = 1,  ///< impedance: tau = -K (q - q_ref) - D dq + offset
};

/// "idle", "position", "position_direct", "velocity", "mixed", "torque", "pwm", "current", "hardware_fault",
/// "forced_idle".
std::string_view to_string(Mode mode) noexcept;
std::optional<Mode> find_mode(std::string_view word) noexcept;
/// "stiff", "compliant".
std::string_view to_string(Interaction interaction) noexcept;
std::optional<Interaction> find_interaction(std::string_view word) noexcept;

/// Whether the axis follows a position reference in this mode. `direct_velocity`: velocities are followed by
/// a velocity PID instead of an integrated position.
constexpr bool follows_position(Mode mode, bool direct_velocity) noexcept {
  return mode == Mode::kPosition || mode == Mode::kPositionDirect || mode == Mode::kMixed ||
         (mode == Mode::kVelocity && !direct_velocity);
}
constexpr bool follows_torque(Mode mode) noexcept {
  return mode == Mode::kTorque || mode == Mode::kPwm || mode == Mode::kCurrent;
}

}  // namespace lockstep::devices::control_board
