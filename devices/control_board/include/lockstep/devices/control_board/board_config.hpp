// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/devices/api/factory.hpp"
#include "lockstep/devices/control_board/coupling.hpp"
#include "lockstep/devices/control_board/modes.hpp"
#include "lockstep/devices/control_board/motion.hpp"

namespace lockstep::devices::control_board {

/// Gains of one loop; the law is in pid.hpp.
struct PidGains {
  double p{500.0}, i{0.1}, d{1.0};
  double max_integral{0.0};  ///< largest |I part| of the output
  double max_output{std::numeric_limits<double>::infinity()};
};

/// One axis of a board and the joint it drives. Numbers are in rad, m and s, or, where BoardConfig::degrees
/// says so and the joint turns, in degrees instead of rad.
struct AxisConfig {
  std::string joint;  ///< see Binder::find_joint
  PidGains position, velocity;
  double stiffness{500.0}, damping{1.0};      ///< of the compliant law
  std::optional<double> speed, acceleration;  ///< of motions; 10 deg/s, 10 deg/s2, 0.01 m/s, 0.01 m/s2
  std::optional<double> lower, upper;         ///< positions; those of the joint
  std::optional<double> max_velocity;         ///< that of the joint
  double max_torque{2000.0};                  ///< a greater |torque| is a hardware fault [N.m, N]
  double torque_per_pwm{1.0};                 ///< [N.m or N] for a duty cycle or a current of 1
  /// Full names of signals that the axis shows as motor-side position and velocity [rad, m] and as measured
  /// torque; empty: the joint's own, and the torque that the board has commanded.
  std::string motor_position, motor_velocity, measured_torque;
};

/// A board as plain data, whatever file it comes from. What is wrong with it is said by make_board and, where
/// the joints must be known, when the device is bound.
struct BoardConfig {
  std::string name{"control_board"};
  std::vector<AxisConfig> axes;  ///< 1 to 60
  bool degrees{false};           ///< unit of angles in this configuration; signals and doors always have rad
  Generator generator{Generator::kMinimumJerk};
  bool direct_velocity{true};  ///< velocities by a velocity PID; false: integrated to positions
  std::optional<double> velocity_timeout{0.2};  ///< [s] of simulated time after which a velocity ends
  double switch_time{0.1};  ///< [s] over which the torque of the mode before fades out; 0: steps
  std::vector<CouplingConfig> couplings;
  Mode initial_mode{Mode::kPosition};
  Interaction initial_interaction{Interaction::kStiff};
  bool stop_on_fault{false};  ///< a hardware fault is a fault of the device, too: its fault policy acts

  // What boards of gazebo-yarp-plugins do differently, for controllers that were tuned to it.
  /// Configured stiffness and damping are 180/pi times what they say (not those of the request
  /// `set_impedance`).
  bool original_impedance_units{false};
  /// A motion begins where the axis is measured to be, not at its reference.
  bool original_plans{false};

  DeviceOptions options;
  SourceLocation where;  ///< for messages; line 0 where it is not known
};

/// The device. Throws Error{kBadInput} at `config.where`.
std::unique_ptr<Device> make_board(BoardConfig config);

/// Reads an element; see control_board.hpp. Throws Error{kBadInput} with file and line.
BoardConfig read_board(const core::ConfigNode& node, const DeviceContext& context);

}  // namespace lockstep::devices::control_board
