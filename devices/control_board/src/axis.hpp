// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/control_board/modes.hpp"
#include "lockstep/devices/control_board/motion.hpp"
#include "pid.hpp"

namespace lockstep::devices::control_board {

/// What of an axis can be changed by requests, in rad, m and s. Plain memory.
struct AxisSettings {
  PidGains position, velocity;
  double stiffness{0.0}, damping{0.0};
  double speed{0.0}, acceleration{0.0};
  double lower{-std::numeric_limits<double>::infinity()};
  double upper{std::numeric_limits<double>::infinity()};
  double max_velocity{std::numeric_limits<double>::infinity()};
  double max_torque{2000.0};
  double torque_per_pwm{1.0};
};

/// What is the same for all axes of a board while it runs.
struct AxisRules {
  Generator generator{Generator::kMinimumJerk};
  bool direct_velocity{true};
  bool original_plans{false};
  core::SimTime velocity_timeout{0};  ///< 0: none
  double switch_time_s{0.0};
};

/// Times of one run of the board.
struct RunTime {
  core::SimTime now{0};
  double dt_s{0.0};  ///< until the next run
};

/// Where an axis wants to be: what its mode, its generator and its commands make of it.
struct AxisReference {
  double position{0.0}, velocity{0.0}, torque{0.0};
};

/// One axis: mode, commands and references, in the space that people command, which a coupling may turn into
/// that of joints. Requests change it between two runs; a motion or velocity begins with the next run. Plain
/// memory.
class Axis {
 public:
  Mode mode{Mode::kPosition};
  Interaction interaction{Interaction::kStiff};
  AxisReference reference;
  double torque_offset{0.0};    ///< of the compliant law
  double encoder_offset{0.0};   ///< added to what is measured
  double target{0.0};           ///< of the last motion
  double velocity_target{0.0};  ///< of the last velocity command

  /// Into a mode, from rest at the measured position with the torque there is.
  void enter(Mode new_mode, Interaction new_interaction, double measured, double torque) noexcept;

  /// A motion to `to`, clipped to the limits. It begins with the next run, from the position and velocity of
  /// the motion there is.
  void move(double to, const AxisSettings& settings) noexcept;
  void stop(double measured) noexcept;
  void set_velocity(double velocity, const AxisSettings& settings) noexcept;
  void set_position(double position, const AxisSettings& settings) noexcept;
  /// Whether the generator is at the target: not before the next run of the board after move().
  bool motion_done() const noexcept { return !pending_motion_ && done_; }

  /// References of this run. `measured`: position of the axis.
  void advance(const RunTime& run, double measured, const AxisSettings& settings,
               const AxisRules& rules) noexcept;

 private:
  void begin_motion(const RunTime& run, double measured, const AxisSettings& settings,
                    const AxisRules& rules) noexcept;
  void advance_ramp(const RunTime& run, const AxisSettings& settings, const AxisRules& rules) noexcept;

  Motion motion_;
  core::SimTime motion_start_{0}, velocity_stamp_{0};
  double carried_{0.0};  // kMixed, kVelocity: what velocities have added to the motion
  bool pending_motion_{false}, pending_velocity_{false}, done_{true}, velocity_runs_{false};
};

/// The torque of one joint from its reference: loops, limits and the way from mode to mode. Plain memory.
class JointLaw {
 public:
  struct Input {
    double position{0.0}, velocity{0.0};  ///< measured, of the joint
    AxisReference reference;              ///< of the joint
    double torque_offset{0.0};
    double lower{0.0}, upper{0.0};  ///< of the joint
  };

  double torque{0.0};  ///< of the last run
  double error{0.0};   ///< of the loop that acts: measured - reference

  /// The law changes with the next run: its torque fades in from the one there is.
  void switch_law() noexcept;
  void reset_loops() noexcept;
  double update(Mode mode, Interaction interaction, const Input& input, const RunTime& run,
                const AxisSettings& settings, const AxisRules& rules) noexcept;

 private:
  double law(Mode mode, Interaction interaction, const Input& input, double dt_s,
             const AxisSettings& settings, const AxisRules& rules) noexcept;
  double faded(double lawful, const RunTime& run, const AxisRules& rules) noexcept;

  Pid position_, velocity_;
  double bias_{0.0};
  core::SimTime switch_start_{0};
  bool switching_{false}, fades_{false};
};

}  // namespace lockstep::devices::control_board
