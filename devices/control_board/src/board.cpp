// SPDX-License-Identifier: Apache-2.0
// The step of a board: measure, check, make references, make torques; afterwards show what came of it.
#include "board.hpp"

#include <cmath>
#include <cstdio>

namespace lockstep::devices::control_board {

void Board::reset(const StepInfo& /*start*/) {
  settings_ = first_settings_;
  for (std::size_t i = 0; i < count(); ++i) {
    laws_[i] = {};
    axes_[i] = {};
    signals_.fault[i].clear();
  }
  measure();
  for (std::size_t i = 0; i < count(); ++i)
    axes_[i].enter(config_.initial_mode, config_.initial_interaction, position_[i], 0.0);
  fault_text_.clear();
}

core::Status Board::run(const StepInfo& step) noexcept {
  measure();
  if (step.phase == Phase::kObserve) {
    observe();
    return core::Status::kOk;
  }
  return control(step);
}

void Board::hold(const StepInfo& step) noexcept {
  if (step.phase == Phase::kObserve) return;
  for (std::size_t i = 0; i < count(); ++i)
    joints_[i].command.add(laws_[i].torque);
}

void Board::make_safe(const StepInfo& /*step*/) noexcept {
  for (JointLaw& law : laws_)
    law.torque = 0.0;
}

void Board::measure() noexcept {
  for (std::size_t i = 0; i < count(); ++i) {
    position_[i] = joints_[i].motion.position();
    velocity_[i] = joints_[i].motion.velocity();
  }
  for (const Coupling& coupling : couplings_) {
    coupling.show_positions(position_.data());
    coupling.show_rates(velocity_.data());
  }
}

double Board::measured_torque(std::size_t i) const noexcept {
  return joints_[i].torque != nullptr ? *joints_[i].torque : laws_[i].torque;
}

void Board::take_inlets() noexcept {
  const auto take = [&](const InletReading<double>& inlet, auto&& body) {
    if (!inlet.status().fresh) return;
    for (std::size_t i = 0; i < count(); ++i)
      body(i, inlet.values()[i]);
  };
  take(inlets_.position, [&](std::size_t i, double value) {
    if (axes_[i].mode == Mode::kPositionDirect) axes_[i].set_position(value, settings_[i]);
  });
  take(inlets_.velocity, [&](std::size_t i, double value) {
    if (axes_[i].mode == Mode::kVelocity || axes_[i].mode == Mode::kMixed)
      axes_[i].set_velocity(value, settings_[i]);
  });
  const auto follow = [&](Mode mode, bool scaled) {
    return [this, mode, scaled](std::size_t i, double value) {
      if (axes_[i].mode == mode)
        axes_[i].reference.torque = scaled ? value * settings_[i].torque_per_pwm : value;
    };
  };
  take(inlets_.torque, follow(Mode::kTorque, false));
  take(inlets_.pwm, follow(Mode::kPwm, true));
  take(inlets_.current, follow(Mode::kCurrent, true));
}

/// False when the device itself has failed.
bool Board::check_faults() noexcept {
  for (std::size_t i = 0; i < count(); ++i) {
    if (!std::isfinite(position_[i]) || !std::isfinite(velocity_[i])) {
      note_fault(i, "its position or velocity is not a finite number");
      return false;
    }
    const double torque = measured_torque(i);
    if (std::abs(torque) <= settings_[i].max_torque || axes_[i].mode == Mode::kHardwareFault) continue;
    enter(i, Mode::kHardwareFault, axes_[i].interaction);
    std::array<char, 160> text;
    std::snprintf(text.data(), text.size(), "torque %.6g exceeds the maximum of %.6g; set mode forced_idle",
                  torque, settings_[i].max_torque);
    note_fault(i, text.data());
    if (config_.stop_on_fault) return false;
  }
  return true;
}

void Board::note_fault(std::size_t axis, const char* why) noexcept {
  std::array<char, 255> text;  // texts of signals have room for as much
  std::snprintf(text.data(), text.size(), "joint '%s': %s", config_.axes[axis].joint.c_str(), why);
  signals_.fault[axis] = text.data();
  fault_text_ = text.data();
}

core::Status Board::control(const StepInfo& step) noexcept {
  if (!check_faults()) return core::Status::kError;
  take_inlets();
  const RunTime run{step.time, step.interval.size_s};
  const std::size_t n = count();
  std::array<double, kMostAxes> position, velocity, torque;  // references of axes
  for (std::size_t i = 0; i < n; ++i) {
    axes_[i].advance(run, position_[i], settings_[i], rules_);
    position[i] = axes_[i].reference.position;
    velocity[i] = axes_[i].reference.velocity;
    torque[i] = axes_[i].reference.torque;
  }
  std::array<double, kMostAxes> joint_position{position}, joint_velocity{velocity}, joint_torque{torque};
  for (const Coupling& coupling : couplings_) {
    coupling.follow_positions(position.data(), joint_position.data());
    coupling.follow_rates(position.data(), velocity.data(), joint_velocity.data());
    coupling.follow_torques(position.data(), torque.data(), joint_torque.data());
  }
  for (std::size_t i = 0; i < n; ++i) {
    JointLaw::Input input;
    input.position = joints_[i].motion.position();
    input.velocity = joints_[i].motion.velocity();
    input.reference = {joint_position[i], joint_velocity[i], joint_torque[i]};
    input.torque_offset = axes_[i].torque_offset;
    input.lower = joints_[i].coupled ? joints_[i].lower : settings_[i].lower;
    input.upper = joints_[i].coupled ? joints_[i].upper : settings_[i].upper;
    const double made =
        laws_[i].update(axes_[i].mode, axes_[i].interaction, input, run, settings_[i], rules_);
    // The runtime clips to the joint's limit; here too, because it is what the board shows as measured.
    laws_[i].torque = std::clamp(made, -joints_[i].effort, joints_[i].effort);
    joints_[i].command.add(laws_[i].torque);
  }
  return core::Status::kOk;
}

void Board::observe() noexcept {
  for (std::size_t i = 0; i < count(); ++i)
    signals_.acceleration[i] = joints_[i].motion.acceleration();
  for (const Coupling& coupling : couplings_)
    coupling.show_rates(signals_.acceleration.data());
  for (std::size_t i = 0; i < count(); ++i) {
    const Axis& axis = axes_[i];
    const Joint& joint = joints_[i];
    signals_.position[i] = position_[i] + axis.encoder_offset;
    signals_.velocity[i] = velocity_[i];
    signals_.torque[i] = measured_torque(i);
    signals_.motor_position[i] =
        joint.motor_position != nullptr ? *joint.motor_position : joint.motion.position();
    signals_.motor_velocity[i] =
        joint.motor_velocity != nullptr ? *joint.motor_velocity : joint.motion.velocity();
    signals_.reference[i] = axis.reference.position;
    signals_.reference_velocity[i] = axis.reference.velocity;
    signals_.reference_torque[i] = axis.reference.torque;
    signals_.target[i] = axis.target;
    signals_.error[i] = laws_[i].error;
    signals_.mode[i] = static_cast<std::int32_t>(axis.mode);
    signals_.interaction[i] = static_cast<std::int32_t>(axis.interaction);
    signals_.motion_done[i] = axis.motion_done();
    if (axis.mode != Mode::kHardwareFault) signals_.fault[i].clear();
  }
}

}  // namespace lockstep::devices::control_board
