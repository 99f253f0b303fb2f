// SPDX-License-Identifier: Apache-2.0
// A board from an element of SDF or of a scenario.
#include <fmt/format.h>

#include <cmath>

#include "board.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/control_board/control_board.hpp"

namespace lockstep::devices::control_board {
namespace {

using core::ConfigNode;

/// Every child and attribute must be known: a setting that nobody reads would be a surprise on the robot.
void refuse_unknown(const ConfigNode& node, const std::vector<std::string_view>& known) {
  std::vector<Diagnostic> unknown = node.unknown_fields(known, Severity::kError);
  if (!unknown.empty())
    throw Error{ErrorCode::kBadInput, "a control board cannot be read", std::move(unknown)};
}

/// Words of all fields with this name: `<joints>a b</joints>`, `joints: [a, b]`.
std::vector<std::string> words_of(const ConfigNode& node, const char* field) {
  std::vector<std::string> words;
  for (const ConfigNode* child : node.all(field)) {
    std::string word;
    for (const char letter : child->text + " ") {
      if (std::isspace(static_cast<unsigned char>(letter)) == 0) {
        word += letter;
      } else if (!word.empty()) {
        words.push_back(word);
        word.clear();
      }
    }
  }
  return words;
}

/// One number for all axes, or one for each of them; `give(axis, number)` for each.
template <class Give>
void for_each_axis(const ConfigNode* node, const char* field, BoardConfig& board, Give&& give) {
  if (node == nullptr || !node->has(field)) return;
  const std::vector<double> numbers = node->numbers(field);
  const std::size_t n = board.axes.size();
  if (numbers.size() != 1 && numbers.size() != n) {
    const ConfigNode* child = node->find(field);
    (child != nullptr ? child : node)
        ->fail("board-size", fmt::format("'{}' has {} numbers, expected 1 or one for each of the {} joints",
                                         field, numbers.size(), n));
  }
  for (std::size_t i = 0; i < n; ++i)
    give(board.axes[i], numbers[numbers.size() == 1 ? 0 : i]);
}

/// The text of a field among words that `find` knows.
template <class Find>
auto word_of(const ConfigNode& node, const char* field, const char* expected, const Find& find) {
  const std::string text = node.text_of(field);
  const auto found = find(text);
  if (!found) node.fail("board-word", fmt::format("'{}' is '{}', expected {}", field, text, expected));
  return *found;
}

void read_loop(const ConfigNode* node, BoardConfig& board, PidGains AxisConfig::*loop) {
  for_each_axis(node, "p", board, [&](AxisConfig& axis, double value) { (axis.*loop).p = value; });
  for_each_axis(node, "i", board, [&](AxisConfig& axis, double value) { (axis.*loop).i = value; });
  for_each_axis(node, "d", board, [&](AxisConfig& axis, double value) { (axis.*loop).d = value; });
  for_each_axis(node, "max_integral", board,
                [&](AxisConfig& axis, double value) { (axis.*loop).max_integral = value; });
  for_each_axis(node, "max_output", board,
                [&](AxisConfig& axis, double value) { (axis.*loop).max_output = value; });
}

void read_loops(const ConfigNode& node, BoardConfig& board) {
  const ConfigNode* const position = node.find("position_control");
  if (position != nullptr) refuse_unknown(*position, {"p", "i", "d", "max_integral", "max_output"});
  read_loop(position, board, &AxisConfig::position);
  const ConfigNode* const velocity = node.find("velocity_control");
  if (velocity != nullptr) {
    refuse_unknown(*velocity, {"type", "p", "i", "d", "max_integral", "max_output", "timeout"});
    const std::string type = velocity->text_of("type", "direct");
    if (type != "direct" && type != "integrator")
      velocity->fail("board-word", fmt::format("'type' is '{}', expected direct or integrator", type));
    board.direct_velocity = type == "direct";
    const double timeout = velocity->number("timeout", 0.2);
    board.velocity_timeout = timeout < 0.0 ? std::optional<double>{} : std::optional<double>{timeout};
  }
  read_loop(velocity, board, &AxisConfig::velocity);
  const ConfigNode* const impedance = node.find("impedance");
  if (impedance == nullptr) return;
  refuse_unknown(*impedance, {"stiffness", "damping", "original_units"});
  for_each_axis(impedance, "stiffness", board,
                [](AxisConfig& axis, double value) { axis.stiffness = value; });
  for_each_axis(impedance, "damping", board, [](AxisConfig& axis, double value) { axis.damping = value; });
  board.original_impedance_units = impedance->boolean("original_units", false);
}

void read_trajectory(const ConfigNode& node, BoardConfig& board) {
  const ConfigNode* const trajectory = node.find("trajectory");
  if (trajectory == nullptr) return;
  refuse_unknown(*trajectory, {"type", "speed", "acceleration", "original_start"});
  if (trajectory->has("type"))
    board.generator = word_of(*trajectory, "type", "minimum_jerk, constant_speed or trapezoidal_speed",
                              [](const std::string& word) { return find_generator(word); });
  for_each_axis(trajectory, "speed", board, [](AxisConfig& axis, double value) { axis.speed = value; });
  for_each_axis(trajectory, "acceleration", board,
                [](AxisConfig& axis, double value) { axis.acceleration = value; });
  board.original_plans = trajectory->boolean("original_start", false);
}

void read_limits(const ConfigNode& node, BoardConfig& board) {
  const ConfigNode* const limits = node.find("limits");
  if (limits != nullptr) refuse_unknown(*limits, {"lower", "upper", "velocity", "torque"});
  for_each_axis(limits, "lower", board, [](AxisConfig& axis, double value) { axis.lower = value; });
  for_each_axis(limits, "upper", board, [](AxisConfig& axis, double value) { axis.upper = value; });
  for_each_axis(limits, "velocity", board, [](AxisConfig& axis, double value) { axis.max_velocity = value; });
  for_each_axis(limits, "torque", board, [](AxisConfig& axis, double value) { axis.max_torque = value; });
  for_each_axis(&node, "torque_per_pwm", board,
                [](AxisConfig& axis, double value) { axis.torque_per_pwm = value; });
  for (const AxisConfig& axis : board.axes)
    if (axis.lower && axis.upper && *axis.lower > *axis.upper)
      limits->fail("board-limits", fmt::format("lower limit {} of joint '{}' is above its upper limit {}",
                                               *axis.lower, axis.joint, *axis.upper));
}

void read_couplings(const ConfigNode& node, BoardConfig& board) {
  for (const ConfigNode* one : node.all("coupling")) {
    refuse_unknown(*one, {"type", "axes", "feedback", "reference", "lower", "upper"});
    CouplingConfig coupling;
    coupling.type = one->text_of("type");
    for (const double axis : one->numbers("axes")) {
      if (!(axis >= 0.0 && axis < static_cast<double>(board.axes.size()) && axis == std::floor(axis)))
        one->fail("board-coupling", fmt::format("'axes' has {}, expected numbers of axes from 0 to {}", axis,
                                                board.axes.size() - 1));
      coupling.axes.push_back(static_cast<std::uint32_t>(axis));
    }
    if (one->has("feedback")) coupling.feedback = one->numbers("feedback");
    if (one->has("reference")) coupling.reference = one->numbers("reference");
    if (one->has("lower")) coupling.lower = one->numbers("lower", coupling.axes.size());
    if (one->has("upper")) coupling.upper = one->numbers("upper", coupling.axes.size());
    board.couplings.push_back(std::move(coupling));
  }
}

void read_signals(const ConfigNode& node, const char* field, BoardConfig& board,
                  std::string AxisConfig::*name) {
  const std::vector<std::string> words = words_of(node, field);
  if (words.empty()) return;
  if (words.size() != board.axes.size())
    node.at(field).fail("board-size",
                        fmt::format("'{}' has {} signals, expected one for each of the {} joints", field,
                                    words.size(), board.axes.size()));
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != "none") board.axes[i].*name = words[i];
}

void read_start(const ConfigNode& node, BoardConfig& board) {
  if (node.has("mode"))
    board.initial_mode = word_of(node, "mode", "a control mode such as position",
                                 [](const std::string& word) { return find_mode(word); });
  if (node.has("interaction"))
    board.initial_interaction = word_of(node, "interaction", "stiff or compliant",
                                        [](const std::string& word) { return find_interaction(word); });
}

}  // namespace

BoardConfig read_board(const ConfigNode& node, const DeviceContext& /*context*/) {
  refuse_unknown(node, {"name",
                        "joints",
                        "units",
                        "trajectory",
                        "limits",
                        "position_control",
                        "velocity_control",
                        "impedance",
                        "torque_per_pwm",
                        "coupling",
                        "motor_position",
                        "motor_velocity",
                        "measured_torque",
                        "switch_time",
                        "mode",
                        "interaction",
                        "stop_on_fault",
                        "fault_policy",
                        "period",
                        "filename",
                        "device",
                        "type"});
  BoardConfig board;
  board.where = node.where;
  // The attribute `name` of a plugin is that of the element, not of the component.
  if (const ConfigNode* name = node.find("name")) board.name = name->as_text();
  for (std::string& joint : words_of(node, "joints")) {
    board.axes.emplace_back();
    board.axes.back().joint = std::move(joint);
  }
  if (board.axes.empty())
    node.fail("config-missing", "a control board has no 'joints', expected their names");
  const std::string units = node.text_of("units", "si");
  if (units != "si" && units != "degrees")
    node.fail("board-word", fmt::format("'units' is '{}', expected si or degrees", units));
  board.degrees = units == "degrees";
  read_trajectory(node, board);
  read_loops(node, board);
  read_limits(node, board);
  read_couplings(node, board);
  read_signals(node, "motor_position", board, &AxisConfig::motor_position);
  read_signals(node, "motor_velocity", board, &AxisConfig::motor_velocity);
  read_signals(node, "measured_torque", board, &AxisConfig::measured_torque);
  board.switch_time = node.number("switch_time", board.switch_time);
  read_start(node, board);
  board.stop_on_fault = node.boolean("stop_on_fault", false);
  board.options = read_options(node);
  return board;
}

std::unique_ptr<Device> make_board(BoardConfig config) {
  const ConfigNode at{"control_board", {}, config.where};
  try {
    return std::make_unique<Board>(std::move(config));
  } catch (const Error& error) {
    at.fail("board-value", error.message());
  }
}

DeviceKind kind() {
  return {"control_board", {}, [](const ConfigNode& plugin, const DeviceContext& context) {
            BoardConfig config = read_board(plugin, context);
            const DeviceOptions options = config.options;
            std::vector<MadeDevice> made;
            made.push_back({make_board(std::move(config)), options});
            return made;
          }};
}

}  // namespace lockstep::devices::control_board
