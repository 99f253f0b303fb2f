// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"

namespace lockstep::devices::control_board {
namespace {

double seconds(core::SimTime time) noexcept {
  return 1e-9 * static_cast<double>(time.count());
}

}  // namespace

void Axis::enter(Mode new_mode, Interaction new_interaction, double measured, double torque) noexcept {
  mode = new_mode;
  interaction = new_interaction;
  stop(measured);
  reference.torque = torque;
}

void Axis::stop(double measured) noexcept {
  reference.position = measured;
  reference.velocity = 0.0;
  target = measured;
  velocity_target = 0.0;
  motion_ = Motion{measured};
  carried_ = 0.0;
  pending_motion_ = pending_velocity_ = velocity_runs_ = false;
  done_ = true;
}

void Axis::move(double to, const AxisSettings& settings) noexcept {
  target = std::clamp(to, settings.lower, settings.upper);
  pending_motion_ = true;
}

void Axis::set_velocity(double velocity, const AxisSettings& settings) noexcept {
  velocity_target = std::clamp(velocity, -settings.max_velocity, settings.max_velocity);
  pending_velocity_ = true;
}

void Axis::set_position(double position, const AxisSettings& settings) noexcept {
  reference.position = std::clamp(position, settings.lower, settings.upper);
}

void Axis::begin_motion(const RunTime& run, double measured, const AxisSettings& settings,
                        const AxisRules& rules) noexcept {
  MotionRequest request;
  request.from = reference.position;
  if (!done_) {
    const MotionSample before = motion_.at(seconds(run.now - motion_start_));
    request.from = before.position + carried_;
    request.velocity = before.velocity;
  }
  if (rules.original_plans) request.from = measured;
  request.target = target;
  request.speed = std::min(settings.speed, settings.max_velocity);
  request.acceleration = settings.acceleration;
  motion_ = Motion{rules.generator, request};
  motion_start_ = run.now;
  carried_ = 0.0;
  pending_motion_ = false;
}

void Axis::advance_ramp(const RunTime& run, const AxisSettings& settings, const AxisRules& rules) noexcept {
  if (!velocity_runs_) return;
  if (rules.velocity_timeout.count() > 0 && run.now - velocity_stamp_ > rules.velocity_timeout) {
    velocity_runs_ = false;  // nobody renews the command: the axis stops at once
    velocity_target = reference.velocity = 0.0;
    return;
  }
  const double most = settings.acceleration * run.dt_s;
  reference.velocity += std::clamp(velocity_target - reference.velocity, -most, most);
}

void Axis::advance(const RunTime& run, double measured, const AxisSettings& settings,
                   const AxisRules& rules) noexcept {
  if (pending_motion_) begin_motion(run, measured, settings, rules);
  if (pending_velocity_) {
    velocity_stamp_ = run.now;
    velocity_runs_ = true;
    pending_velocity_ = false;
  }
  if (mode == Mode::kPosition || mode == Mode::kMixed) {
    const MotionSample sample = motion_.at(seconds(run.now - motion_start_));
    done_ = sample.done;
    if (mode == Mode::kPosition) {
      reference.position = sample.position;
      reference.velocity = sample.velocity;
      return;
    }
    reference.position = std::clamp(sample.position + carried_, settings.lower, settings.upper);
  }
  if (mode != Mode::kVelocity && mode != Mode::kMixed) return;
  advance_ramp(run, settings, rules);
  // The velocity of this run acts until the next one: the reference is the end of that way.
  const double way = reference.velocity * run.dt_s;
  carried_ += way;
  reference.position = std::clamp(reference.position + way, settings.lower, settings.upper);
}

void JointLaw::switch_law() noexcept {
  reset_loops();
  switching_ = true;
  fades_ = false;
}

void JointLaw::reset_loops() noexcept {
  position_.reset();
  velocity_.reset();
}

double JointLaw::law(Mode mode, Interaction interaction, const Input& input, double dt_s,
                     const AxisSettings& settings, const AxisRules& rules) noexcept {
  const double position_error = input.position - input.reference.position;
  error = position_error;
  if (follows_torque(mode)) return input.reference.torque;
  if (follows_position(mode, rules.direct_velocity)) {
    if (interaction == Interaction::kStiff)
      return position_.update(settings.position, position_error, dt_s,
                              input.velocity - input.reference.velocity);
    return -settings.stiffness * position_error - settings.damping * input.velocity + input.torque_offset;
  }
  error = input.velocity - input.reference.velocity;
  return velocity_.update(settings.velocity, error, dt_s);
}

double JointLaw::faded(double lawful, const RunTime& run, const AxisRules& rules) noexcept {
  if (switching_) {
    switching_ = false;
    switch_start_ = run.now;
    bias_ = torque - lawful;
    fades_ = rules.switch_time_s > 0.0;
  }
  if (!fades_) return lawful;
  const double left = 1.0 - seconds(run.now - switch_start_) / rules.switch_time_s;
  fades_ = left > 0.0;
  return fades_ ? lawful + left * bias_ : lawful;
}

double JointLaw::update(Mode mode, Interaction interaction, const Input& input, const RunTime& run,
                        const AxisSettings& settings, const AxisRules& rules) noexcept {
  if (mode == Mode::kIdle || mode == Mode::kHardwareFault) {
    switching_ = fades_ = false;
    return torque = error = 0.0;
  }
  double made = law(mode, interaction, input, run.dt_s, settings, rules);
  const bool gives_way = follows_torque(mode) || interaction == Interaction::kCompliant;
  // The torque of a torque mode is the reference from the first run on.
  if (follows_torque(mode))
    switching_ = fades_ = false;
  else
    made = faded(made, run, rules);
  if (gives_way) {  // beyond a limit, unless it pushes back
    const double& most = settings.position.max_output;
    if (input.position > input.upper && made >= 0.0)
      made = std::clamp(settings.position.p * (input.upper - input.position), -most, most);
    else if (input.position < input.lower && made <= 0.0)
      made = std::clamp(settings.position.p * (input.lower - input.position), -most, most);
  }
  return torque = made;
}

}  // namespace lockstep::devices::control_board
