// SPDX-License-Identifier: Apache-2.0
// What a board can be asked for. Handlers run between two steps and change nothing when they refuse.
#include <cmath>

#include "board.hpp"

namespace lockstep::devices::control_board {
namespace {

using core::VariableType;

const RequestField kAxes{"axes", VariableType::kInt64, "", RequestField::kAnyCount};

RequestField values(const char* name) {
  return {name, VariableType::kFloat64, "", RequestField::kAnyCount};
}
RequestField word(const char* name) {
  return {name, VariableType::kString, "", 1};
}

constexpr const char* kWrongMode = "an axis is not in a mode that follows this command; set its mode first";

}  // namespace

bool Board::pick_axes(Call& call) noexcept {
  measure();
  const auto& named = std::get<std::vector<std::int64_t>>(call.arguments()[0]);
  picked_count_ = named.empty() ? count() : named.size();
  if (picked_count_ > count()) {
    call.refuse("more axes than the board has");
    return false;
  }
  for (std::size_t k = 0; k < picked_count_; ++k) {
    if (!named.empty() && (named[k] < 0 || named[k] >= static_cast<std::int64_t>(count()))) {
      call.refuse("there is no axis with this number; they count from 0");
      return false;
    }
    picked_[k] = named.empty() ? k : static_cast<std::size_t>(named[k]);
  }
  return true;
}

template <class Body>
void Board::for_axes(Call& call, Body&& body) noexcept {
  if (!pick_axes(call)) return;
  for (std::size_t k = 0; k < picked_count_; ++k)
    body(picked_[k]);
}

template <class Body>
void Board::for_axes_with_values(Call& call, Body&& body) noexcept {
  if (!pick_axes(call)) return;
  for (std::size_t argument = 1; argument < call.arguments().size(); ++argument) {
    if (call.numbers(argument).size() != picked_count_)
      return call.refuse("expected one value for each axis");
  }
  for (std::size_t k = 0; k < picked_count_; ++k)
    body(picked_[k], k);
}

void Board::enter_one(std::size_t axis, Mode mode, Interaction interaction) noexcept {
  const bool was_idle = axes_[axis].mode == Mode::kIdle || axes_[axis].mode == Mode::kHardwareFault;
  const bool rests = mode == Mode::kIdle || mode == Mode::kHardwareFault;
  laws_[axis].switch_law();
  axes_[axis].enter(mode, interaction, position_[axis], was_idle || rests ? 0.0 : laws_[axis].torque);
}

void Board::enter(std::size_t axis, Mode mode, Interaction interaction) noexcept {
  if (axes_[axis].mode == mode && axes_[axis].interaction == interaction) return;
  for (const Coupling& coupling : couplings_) {
    bool coupled = false;
    for (const std::uint32_t other : coupling.axes())
      coupled = coupled || other == axis;
    if (!coupled) continue;
    for (const std::uint32_t other : coupling.axes())
      enter_one(other, mode, interaction);
    // Torques that joints share are those of the axes that share them out.
    std::array<double, kMostAxes> torque{};
    for (const std::uint32_t other : coupling.axes())
      torque[other] = axes_[other].reference.torque;
    coupling.show_rates(torque.data());
    for (const std::uint32_t other : coupling.axes())
      axes_[other].reference.torque = torque[other];
    return;
  }
  enter_one(axis, mode, interaction);
}

void Board::set_modes(Call& call) noexcept {
  const std::optional<Mode> mode = find_mode(call.text(1));
  if (!mode || *mode == Mode::kHardwareFault)
    return call.refuse(
        "unknown mode; expected idle, forced_idle, position, position_direct, velocity, mixed, torque, pwm "
        "or "
        "current");
  if (!pick_axes(call)) return;
  for (std::size_t k = 0; k < picked_count_; ++k) {
    if (axes_[picked_[k]].mode == Mode::kHardwareFault && *mode != Mode::kForcedIdle)
      return call.refuse("an axis is in hardware_fault; only forced_idle leads out of it");
  }
  const Mode wanted = *mode == Mode::kForcedIdle ? Mode::kIdle : *mode;
  for (std::size_t k = 0; k < picked_count_; ++k)
    enter(picked_[k], wanted, axes_[picked_[k]].interaction);
}

void Board::set_interactions(Call& call) noexcept {
  const std::optional<Interaction> interaction = find_interaction(call.text(1));
  if (!interaction) return call.refuse("unknown interaction; expected stiff or compliant");
  for_axes(call, [&](std::size_t i) { enter(i, axes_[i].mode, *interaction); });
}

void Board::change_pid(Call& call) noexcept {
  const bool position = call.text(1) == "position";
  if (!position && call.text(1) != "velocity")
    return call.refuse("unknown loop; expected position or velocity");
  const Span<const double> gains = call.numbers(2);
  if (!(gains[3] >= 0.0 && gains[4] >= 0.0)) return call.refuse("max_integral and max_output must be >= 0");
  for_axes(call, [&](std::size_t i) {
    (position ? settings_[i].position : settings_[i].velocity) = {gains[0], gains[1], gains[2], gains[3],
                                                                  gains[4]};
  });
}

void Board::declare_requests(Binder& binder) {
  declare_commands(binder);
  declare_changes(binder);
  declare_state(binder);
}

void Board::declare_commands(Binder& binder) {
  // A command for axes in certain modes; `argument`: its values.
  const auto command = [&](const char* name, const char* argument, const char* description, auto fits,
                           auto body) {
    binder.declare_request({name, {kAxes, values(argument)}, description, [this, fits, body](Call& call) {
                              if (!pick_axes(call)) return;
                              for (std::size_t k = 0; k < picked_count_; ++k)
                                if (!fits(axes_[picked_[k]].mode)) return call.refuse(kWrongMode);
                              for_axes_with_values(
                                  call, [&](std::size_t i, std::size_t k) { body(i, call.numbers(1)[k]); });
                            }});
  };
  const auto moves = [](Mode mode) { return mode == Mode::kPosition || mode == Mode::kMixed; };
  const auto runs = [](Mode mode) { return mode == Mode::kVelocity || mode == Mode::kMixed; };
  const auto in = [](Mode wanted) { return [wanted](Mode mode) { return mode == wanted; }; };
  command("move", "positions", "Moves to these positions", moves,
          [this](std::size_t i, double value) { axes_[i].move(value, settings_[i]); });
  command("move_by", "distances", "Moves by these distances from where the axes are", moves,
          [this](std::size_t i, double value) { axes_[i].move(position_[i] + value, settings_[i]); });
  command("set_positions", "positions", "Positions to follow at once", in(Mode::kPositionDirect),
          [this](std::size_t i, double value) { axes_[i].set_position(value, settings_[i]); });
  command("set_velocities", "velocities", "Velocities to follow, until the timeout", runs,
          [this](std::size_t i, double value) { axes_[i].set_velocity(value, settings_[i]); });
  command("set_torques", "torques", "Torques to apply", in(Mode::kTorque),
          [this](std::size_t i, double value) { axes_[i].reference.torque = value; });
  const auto scale = [this](std::size_t i, double value) {
    axes_[i].reference.torque = value * settings_[i].torque_per_pwm;
  };
  command("set_duty_cycles", "duty_cycles", "Duty cycles to apply", in(Mode::kPwm), scale);
  command("set_currents", "currents", "Currents to apply", in(Mode::kCurrent), scale);
  binder.declare_request(
      {"stop", {kAxes}, "Ends motions and velocities where the axes are", [this](Call& call) {
         for_axes(call, [&](std::size_t i) { axes_[i].stop(position_[i]); });
       }});
}

void Board::declare_changes(Binder& binder) {
  const auto change = [&](const char* name, const char* argument, const char* description,
                          bool (*fits)(double), const char* why_not, auto body) {
    binder.declare_request(
        {name, {kAxes, values(argument)}, description, [this, fits, why_not, body](Call& call) {
           for (const double value : call.numbers(1))
             if (!fits(value)) return call.refuse(why_not);
           for_axes_with_values(call, [&](std::size_t i, std::size_t k) { body(i, call.numbers(1)[k]); });
         }});
  };
  const auto any = +[](double) { return true; };
  const auto positive = +[](double value) { return value > 0.0; };
  const auto not_negative = +[](double value) { return value >= 0.0; };
  binder.declare_request(
      {"set_mode", {kAxes, word("mode")}, "Control mode", [this](Call& call) { set_modes(call); }});
  binder.declare_request(
      {"set_interaction", {kAxes, word("interaction")}, "stiff or compliant", [this](Call& call) {
         set_interactions(call);
       }});
  binder.declare_request(
      {"set_pid",
       {kAxes, word("loop"), {"p_i_d_max_integral_max_output", VariableType::kFloat64, "", 5}},
       "Gains of the loop position or velocity, for rad and m",
       [this](Call& call) { change_pid(call); }});
  binder.declare_request({"reset_pid", {kAxes}, "Forgets integrals and last errors", [this](Call& call) {
                            for_axes(call, [&](std::size_t i) { laws_[i].reset_loops(); });
                          }});
  change("set_speeds", "speeds", "Reference speeds of motions; 0: no motion", not_negative,
         "a speed is below 0", [this](std::size_t i, double value) { settings_[i].speed = value; });
  change("set_accelerations", "accelerations", "Reference accelerations", not_negative,
         "an acceleration is below 0",
         [this](std::size_t i, double value) { settings_[i].acceleration = value; });
  change("set_max_torques", "torques", "Torques above which an axis faults", positive,
         "a torque is not above 0", [this](std::size_t i, double value) { settings_[i].max_torque = value; });
  change("set_velocity_limits", "velocities", "Greatest velocities", not_negative, "a velocity is below 0",
         [this](std::size_t i, double value) { settings_[i].max_velocity = value; });
  change("set_torque_offsets", "torques", "Offsets of the compliant law", any, "",
         [this](std::size_t i, double value) { axes_[i].torque_offset = value; });
  change("set_encoders", "positions", "What the encoders show where the axes are now", any, "",
         [this](std::size_t i, double value) { axes_[i].encoder_offset = value - position_[i]; });
  binder.declare_request({"set_impedance",
                          {kAxes, values("stiffness"), values("damping")},
                          "Of the compliant law, for rad and m",
                          [this](Call& call) {
                            for (const std::size_t argument : {1, 2})
                              for (const double value : call.numbers(argument))
                                if (!(value >= 0.0)) return call.refuse("stiffness and damping must be >= 0");
                            for_axes_with_values(call, [&](std::size_t i, std::size_t k) {
                              settings_[i].stiffness = call.numbers(1)[k];
                              settings_[i].damping = call.numbers(2)[k];
                            });
                          }});
  binder.declare_request({"set_limits",
                          {kAxes, values("lower"), values("upper")},
                          "Ranges of the positions",
                          [this](Call& call) {
                            const Span<const double> lower = call.numbers(1), upper = call.numbers(2);
                            for (std::size_t k = 0; k < lower.size() && k < upper.size(); ++k)
                              if (!(lower[k] <= upper[k]))
                                return call.refuse("a lower limit is above its upper limit");
                            for_axes_with_values(call, [&](std::size_t i, std::size_t k) {
                              settings_[i].lower = lower[k];
                              settings_[i].upper = upper[k];
                            });
                          }});
}

void Board::declare_state(Binder& binder) {
  const auto n = static_cast<std::uint32_t>(count());
  RequestInfo info{"state",
                   {},
                   "Modes, targets and references as of now, also while the world is paused",
                   [this](Call& call) { answer_state(call); }};
  info.reply = {{"modes", VariableType::kInt64, "", n},         {"interactions", VariableType::kInt64, "", n},
                {"motion_done", VariableType::kBoolean, "", n}, {"targets", VariableType::kFloat64, "", n},
                {"references", VariableType::kFloat64, "", n},  {"velocities", VariableType::kFloat64, "", n},
                {"torques", VariableType::kFloat64, "", n}};
  binder.declare_request(std::move(info));
}

void Board::answer_state(Call& call) noexcept {
  const Span<core::Value> reply = call.reply();
  auto& modes = std::get<std::vector<std::int64_t>>(reply[0]);
  auto& interactions = std::get<std::vector<std::int64_t>>(reply[1]);
  auto& done = std::get<std::vector<bool>>(reply[2]);
  auto& targets = std::get<std::vector<double>>(reply[3]);
  auto& references = std::get<std::vector<double>>(reply[4]);
  auto& velocities = std::get<std::vector<double>>(reply[5]);
  auto& torques = std::get<std::vector<double>>(reply[6]);
  for (std::size_t i = 0; i < count(); ++i) {
    modes[i] = static_cast<std::int64_t>(axes_[i].mode);
    interactions[i] = static_cast<std::int64_t>(axes_[i].interaction);
    done[i] = axes_[i].motion_done();
    targets[i] = axes_[i].target;
    references[i] = axes_[i].reference.position;
    velocities[i] = axes_[i].mode == Mode::kPosition ? axes_[i].reference.velocity : axes_[i].velocity_target;
    torques[i] = axes_[i].reference.torque;
  }
}

}  // namespace lockstep::devices::control_board
