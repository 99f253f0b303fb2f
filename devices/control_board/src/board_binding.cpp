// SPDX-License-Identifier: Apache-2.0
// What a board finds out and declares before its first step.
#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "board.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Gains for errors in rad, from gains for errors in `unit` rad.
PidGains scaled(PidGains gains, double unit) {
  gains.p /= unit;
  gains.i /= unit;
  gains.d /= unit;
  return gains;
}

void check_gains(const PidGains& gains, const std::string& what,
                 const std::function<void(const std::string&)>& fail) {
  if (!(gains.max_integral >= 0.0))
    fail(fmt::format("max_integral of {} is {}, expected >= 0", what, gains.max_integral));
  if (!(gains.max_output >= 0.0))
    fail(fmt::format("max_output of {} is {}, expected >= 0", what, gains.max_output));
}

}  // namespace

void Board::fail(const std::string& message) const {
  throw Error{ErrorCode::kBadInput, "control board '" + config_.name + "': " + message};
}

Board::Board(BoardConfig config) : config_{std::move(config)} {
  if (count() < 1 || count() > kMostAxes)
    fail(fmt::format("it has {} joints, expected 1 to {}", count(), kMostAxes));
  std::set<std::string> names;
  for (const AxisConfig& axis : config_.axes) {
    if (!names.insert(axis.joint).second) fail(fmt::format("joint '{}' appears twice", axis.joint));
    const auto complain = [&](const std::string& text) { fail(text); };
    check_gains(axis.position, "position_control", complain);
    check_gains(axis.velocity, "velocity_control", complain);
  }
  if (config_.initial_mode == Mode::kHardwareFault || config_.initial_mode == Mode::kForcedIdle)
    fail(fmt::format("it cannot start in mode '{}'", to_string(config_.initial_mode)));
  if (!(config_.switch_time >= 0.0))
    fail(fmt::format("switch_time is {} s, expected >= 0", config_.switch_time));
  rules_.generator = config_.generator;
  rules_.direct_velocity = config_.direct_velocity;
  rules_.original_plans = config_.original_plans;
  rules_.switch_time_s = config_.switch_time;
  if (config_.velocity_timeout)
    rules_.velocity_timeout = core::SimTime{std::llround(*config_.velocity_timeout * 1e9)};
  joints_.resize(count());
  settings_.resize(count());
  axes_.resize(count());
  laws_.resize(count());
  fault_text_.reserve(256);
}

void Board::bind(Binder& binder) {
  for (std::size_t i = 0; i < count(); ++i)
    bind_joint(binder, i);
  make_couplings();
  first_settings_ = settings_;
  declare_signals(binder);
  declare_inlets(binder);
  declare_requests(binder);
  binder.keep(Span<AxisSettings>{settings_.data(), settings_.size()});
  binder.keep(Span<Axis>{axes_.data(), axes_.size()});
  binder.keep(Span<JointLaw>{laws_.data(), laws_.size()});
  binder.run_in(Phase::kControl);
  binder.run_in(Phase::kObserve);
}

void Board::bind_joint(Binder& binder, std::size_t i) {
  const AxisConfig& axis = config_.axes[i];
  const hosts::JointIndex index = binder.find_joint(axis.joint);
  const hosts::JointInfo& info = binder.layout().joints[index];
  if (info.kind != hosts::JointKind::kRevolute && info.kind != hosts::JointKind::kPrismatic)
    fail(fmt::format("joint '{}' is {}, expected revolute or prismatic", axis.joint, to_string(info.kind)));
  Joint& joint = joints_[i];
  joint.motion = binder.read_joint(index);
  joint.command = binder.claim_command(index);
  joint.effort = info.limits[0].effort;
  if (!axis.motor_position.empty()) joint.motor_position = binder.input<double>(axis.motor_position).data();
  if (!axis.motor_velocity.empty()) joint.motor_velocity = binder.input<double>(axis.motor_velocity).data();
  if (!axis.measured_torque.empty())
    joint.torque = binder.input<double>(axis.measured_torque, 1, Timing::kDelayed).data();
  make_settings(i, info);
  joint.lower = settings_[i].lower;
  joint.upper = settings_[i].upper;
}

void Board::make_settings(std::size_t i, const hosts::JointInfo& joint) {
  const AxisConfig& axis = config_.axes[i];
  AxisSettings& made = settings_[i];
  const bool turns = joint.kind == hosts::JointKind::kRevolute;
  const double unit = config_.degrees && turns ? kDegree : 1.0;
  const double usual = turns ? 10.0 * kDegree : 0.010;
  made.position = scaled(axis.position, unit);
  made.velocity = scaled(axis.velocity, unit);
  const double impedance_unit = config_.original_impedance_units && turns ? unit * kDegree : unit;
  made.stiffness = axis.stiffness / impedance_unit;
  made.damping = axis.damping / impedance_unit;
  made.lower = axis.lower ? *axis.lower * unit : joint.limits[0].lower;
  made.upper = axis.upper ? *axis.upper * unit : joint.limits[0].upper;
  if (made.lower > made.upper)
    fail(fmt::format("lower limit {} of joint '{}' is above its upper limit {}", made.lower, axis.joint,
                     made.upper));
  made.max_velocity = axis.max_velocity ? *axis.max_velocity * unit : joint.limits[0].velocity;
  if (!(made.max_velocity >= 0.0))
    fail(fmt::format("velocity limit {} of joint '{}' is below 0", made.max_velocity, axis.joint));
  if (!(axis.max_torque > 0.0))
    fail(fmt::format("max_torque {} of joint '{}' is not above 0", axis.max_torque, axis.joint));
  if (axis.torque_per_pwm == 0.0) fail(fmt::format("torque_per_pwm of joint '{}' is 0", axis.joint));
  made.speed = axis.speed ? *axis.speed * unit : usual;
  made.acceleration = axis.acceleration ? *axis.acceleration * unit : usual;
  made.max_torque = axis.max_torque;
  made.torque_per_pwm = axis.torque_per_pwm;
}

void Board::make_couplings() {
  std::set<std::uint32_t> coupled;
  for (const CouplingConfig& config : config_.couplings) {
    for (const std::uint32_t axis : config.axes) {
      if (axis >= count())
        fail(fmt::format("coupling '{}' names axis {}, but the board has axes 0 to {}", config.type, axis,
                         count() - 1));
      joints_[axis].coupled = true;
      if (!coupled.insert(axis).second) fail(fmt::format("axis {} is coupled twice", axis));
    }
    try {
      couplings_.emplace_back(config);
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
    couple_limits(couplings_.back(), config);
  }
}

void Board::couple_limits(const Coupling& coupling, const CouplingConfig& config) {
  const std::size_t n = config.axes.size();
  for (const std::vector<double>* limits : {&config.lower, &config.upper})
    if (!limits->empty() && limits->size() != n)
      fail(fmt::format("a limit of coupling '{}' has {} numbers, expected {}", config.type, limits->size(),
                       n));
  const double unit = config_.degrees ? kDegree : 1.0;
  // Each axis is affine in the joints, or falls and rises with them: its range is that of all corners, found
  // one joint at a time.
  std::array<double, kMostAxes> low{}, high{}, base{};
  coupling.show_positions(base.data());
  low = high = base;
  for (std::size_t j = 0; j < n; ++j) {
    std::array<double, kMostAxes> gain{};
    gain[config.axes[j]] = 1.0;
    coupling.show_rates(gain.data());
    for (const std::uint32_t axis : config.axes) {
      if (gain[axis] == 0.0) continue;  // an infinite limit of another joint does not matter
      const double one = gain[axis] * joints_[config.axes[j]].lower;
      const double other = gain[axis] * joints_[config.axes[j]].upper;
      low[axis] += std::min(one, other);
      high[axis] += std::max(one, other);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    AxisSettings& made = settings_[config.axes[k]];
    made.lower = config.lower.empty() ? low[config.axes[k]] : config.lower[k] * unit;
    made.upper = config.upper.empty() ? high[config.axes[k]] : config.upper[k] * unit;
    if (made.lower > made.upper)
      fail(fmt::format("lower limit {} of coupled axis {} is above its upper limit {}", made.lower,
                       config.axes[k], made.upper));
  }
}

void Board::declare_signals(Binder& binder) {
  const auto n = static_cast<std::uint32_t>(count());
  const auto numbers = [&](const char* name, const char* unit, const char* description) {
    return binder.output<double>(name, unit, description, n);
  };
  bool all_turn = true;
  for (const AxisConfig& axis : config_.axes)
    all_turn =
        all_turn && binder.layout().joints[binder.find_joint(axis.joint)].kind == hosts::JointKind::kRevolute;
  // Boards with sliding joints have several units in one signal.
  const char* const angle = all_turn ? "rad" : "";
  const char* const rate = all_turn ? "rad/s" : "";
  const char* const torque = all_turn ? "N.m" : "";
  signals_.position = numbers("position", angle, "Encoders");
  signals_.velocity = numbers("velocity", rate, "Velocities of the encoders");
  signals_.acceleration = numbers("acceleration", all_turn ? "rad/s2" : "", "Accelerations of the encoders");
  signals_.torque = numbers("torque", torque, "Measured torques of the joints");
  signals_.motor_position = numbers("motor_position", angle, "Motor encoders");
  signals_.motor_velocity = numbers("motor_velocity", rate, "Velocities of the motor encoders");
  signals_.reference = numbers("reference", angle, "Positions that the loops follow");
  signals_.reference_velocity = numbers("reference_velocity", rate, "Velocities of generators and ramps");
  signals_.reference_torque = numbers("reference_torque", torque, "Torques that torque modes follow");
  signals_.target = numbers("target", angle, "Ends of motions");
  signals_.error = numbers("error", "", "Measured minus reference of the loop that acts");
  signals_.mode = binder.output<std::int32_t>("mode", "", "Control modes (modes.hpp)", n);
  signals_.interaction = binder.output<std::int32_t>("interaction", "", "0 stiff, 1 compliant", n);
  signals_.motion_done = binder.output<bool>("motion_done", "", "Whether the motion has ended", n);
  signals_.fault = binder.output<std::string>("fault", "", "Why an axis is in hardware_fault", n);
}

void Board::declare_inlets(Binder& binder) {
  const auto inlet = [&](const char* name, const char* description) {
    InletInfo info;
    info.name = name;
    info.count = static_cast<std::uint32_t>(count());
    info.description = description;
    return binder.inlet<double>(std::move(info));
  };
  inlets_.position = inlet("command_position", "Positions, in mode position_direct");
  inlets_.velocity = inlet("command_velocity", "Velocities, in modes velocity and mixed");
  inlets_.torque = inlet("command_torque", "Torques, in mode torque");
  inlets_.pwm = inlet("command_pwm", "Duty cycles, in mode pwm");
  inlets_.current = inlet("command_current", "Currents, in mode current");
}

}  // namespace lockstep::devices::control_board
