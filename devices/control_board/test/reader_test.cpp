// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lockstep/devices/control_board/control_board.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::control_board {
namespace {

using core::ConfigNode;
using test::element;

/// An element with one group of fields.
ConfigNode with(const std::string& group, const std::vector<std::pair<std::string, std::string>>& fields) {
  ConfigNode node = element("plugin", {{"joints", "a b"}});
  ConfigNode child = element(group, fields);
  child.where.line = 20;
  node.children.push_back(std::move(child));
  return node;
}
std::string error_of(const ConfigNode& node) {
  return test::error_of([&] { kind().make(node, {}); });
}
void expect_error(const ConfigNode& node, const std::string& part) {
  EXPECT_NE(error_of(node).find(part), std::string::npos) << error_of(node);
}

TEST(BoardReader, ReadsEverything) {
  ConfigNode node = element("plugin", {{"name", "left"},
                                       {"joints", "a"},
                                       {"joints", "b"},
                                       {"units", "degrees"},
                                       {"torque_per_pwm", "2"},
                                       {"switch_time", "0.2"},
                                       {"mode", "torque"},
                                       {"interaction", "compliant"},
                                       {"stop_on_fault", "true"},
                                       {"motor_position", "none x/y"},
                                       {"period", "0.01"}});
  node.children.push_back(element(
      "trajectory",
      {{"type", "trapezoidal_speed"}, {"speed", "5 6"}, {"acceleration", "7"}, {"original_start", "true"}}));
  node.children.push_back(
      element("limits", {{"lower", "-1 -2"}, {"upper", "1 2"}, {"velocity", "3"}, {"torque", "4 5"}}));
  node.children.push_back(
      element("position_control",
              {{"p", "1 2"}, {"i", "3"}, {"d", "4"}, {"max_integral", "5"}, {"max_output", "6"}}));
  node.children.push_back(
      element("velocity_control", {{"type", "integrator"}, {"p", "8"}, {"timeout", "-1"}}));
  node.children.push_back(
      element("impedance", {{"stiffness", "9 10"}, {"damping", "11"}, {"original_units", "true"}}));
  node.children.push_back(
      element("coupling",
              {{"type", "eyes_vergence_control"}, {"axes", "0 1"}, {"lower", "-3 -4"}, {"upper", "3 4"}}));
  const BoardConfig board = read_board(node, {});
  EXPECT_EQ(board.name, "left");
  ASSERT_EQ(board.axes.size(), 2U);
  const AxisConfig& b = board.axes[1];
  EXPECT_EQ(b.joint, "b");
  EXPECT_TRUE(board.degrees);
  EXPECT_EQ(b.torque_per_pwm, 2.0);
  EXPECT_EQ(board.switch_time, 0.2);
  EXPECT_EQ(board.initial_mode, Mode::kTorque);
  EXPECT_EQ(board.initial_interaction, Interaction::kCompliant);
  EXPECT_TRUE(board.stop_on_fault);
  EXPECT_EQ(board.axes[0].motor_position, "");
  EXPECT_EQ(b.motor_position, "x/y");
  EXPECT_EQ(board.options.period, (core::Rational{1, 100}));
  EXPECT_EQ(board.generator, Generator::kTrapezoidalSpeed);
  EXPECT_EQ(b.speed, 6.0);
  EXPECT_EQ(b.acceleration, 7.0);
  EXPECT_TRUE(board.original_plans);
  EXPECT_EQ(b.lower, -2.0);
  EXPECT_EQ(b.upper, 2.0);
  EXPECT_EQ(b.max_velocity, 3.0);
  EXPECT_EQ(b.max_torque, 5.0);
  EXPECT_EQ(b.position.p, 2.0);
  EXPECT_EQ(b.position.i, 3.0);
  EXPECT_EQ(b.position.d, 4.0);
  EXPECT_EQ(b.position.max_integral, 5.0);
  EXPECT_EQ(b.position.max_output, 6.0);
  EXPECT_FALSE(board.direct_velocity);
  EXPECT_EQ(b.velocity.p, 8.0);
  EXPECT_FALSE(board.velocity_timeout);
  EXPECT_EQ(b.stiffness, 10.0);
  EXPECT_EQ(b.damping, 11.0);
  EXPECT_TRUE(board.original_impedance_units);
  ASSERT_EQ(board.couplings.size(), 1U);
  EXPECT_EQ(board.couplings[0].axes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(board.couplings[0].upper, (std::vector<double>{3.0, 4.0}));
}

TEST(BoardReader, HasTheOriginalsDefaults) {
  const BoardConfig board = read_board(element("plugin", {{"joints", "a"}}), {});
  EXPECT_EQ(board.axes[0].position.p, 500.0);
  EXPECT_EQ(board.axes[0].position.max_integral, 0.0);
  EXPECT_EQ(board.axes[0].max_torque, 2000.0);
  EXPECT_EQ(board.velocity_timeout, 0.2);
  EXPECT_TRUE(board.direct_velocity);
  EXPECT_EQ(board.generator, Generator::kMinimumJerk);
  EXPECT_EQ(board.initial_mode, Mode::kPosition);
}

TEST(BoardReader, NamesWhatIsWrongWithFileAndLine) {
  expect_error(element("plugin", {}), "test.world:10:1: error: a control board has no 'joints'");
  expect_error(element("plugin", {{"joints", "a"}, {"jonts", "b"}}), "test.world:12:3: error: ");
  expect_error(element("plugin", {{"joints", "a"}, {"units", "grads"}}),
               "'units' is 'grads', expected si or degrees");
  expect_error(element("plugin", {{"joints", "a"}, {"mode", "fly"}}), "'mode' is 'fly'");
  expect_error(element("plugin", {{"joints", "a"}, {"switch_time", "nan"}}), "test.world:12:3: error: ");
  expect_error(
      element("plugin", {{"joints", "a b"}, {"motor_position", "x"}}),
      "test.world:12:3: error: 'motor_position' has 1 signals, expected one for each of the 2 joints");
  expect_error(with("limits", {{"upper", "1 2 3"}}),
               "test.world:11:3: error: 'upper' has 3 numbers, expected 1 or one for each of the 2 joints");
  expect_error(with("limits", {{"upper", "1 nan"}}), "test.world:11:3: error: ");
  expect_error(with("limits", {{"lower", "2"}, {"upper", "1"}}),
               "test.world:20:1: error: lower limit 2 of joint 'a' is above its upper limit 1");
  expect_error(with("trajectory", {{"type", "bang"}}), "'type' is 'bang', expected minimum_jerk");
  expect_error(with("velocity_control", {{"type", "x"}}), "'type' is 'x', expected direct or integrator");
  expect_error(with("position_control", {{"kp", "1"}}), "test.world:11:3: error: ");
  expect_error(with("coupling", {{"type", "matrix"}, {"axes", "0 2"}}),
               "'axes' has 2, expected numbers of axes from 0 to 1");
  expect_error(with("position_control", {{"max_output", "-1"}}), "test.world:10:1: error: ");
}

}  // namespace
}  // namespace lockstep::devices::control_board
