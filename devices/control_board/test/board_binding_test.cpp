// SPDX-License-Identifier: Apache-2.0
// What is wrong with a board, and what it makes of limits and units.
#include "board_fixture.hpp"

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

std::string error_of(const BoardConfig& config, const hosts::fake::FakeWorld& world = joints(2)) {
  return test::error_of([&] { const BoardWorld board{config, world}; });
}
void expect_error(const BoardConfig& config, const std::string& part) {
  EXPECT_NE(error_of(config).find(part), std::string::npos) << error_of(config);
}

TEST(BoardBinding, NamesWhatIsWrong) {
  expect_error(board_of(0), "it has 0 joints, expected 1 to 60");
  expect_error(board_of(61), "it has 61 joints, expected 1 to 60");
  BoardConfig config = board_of(2);
  config.axes[1].joint = "j0";
  expect_error(config, "joint 'j0' appears twice");
  config = board_of(2);
  config.axes[1].joint = "knee";
  expect_error(config, "knee");
  config = board_of(2);
  config.axes[1].lower = 1.0;
  config.axes[1].upper = -1.0;
  expect_error(config, "lower limit 1 of joint 'j1' is above its upper limit -1");
  config = board_of(2);
  config.axes[0].max_torque = 0.0;
  expect_error(config, "max_torque 0 of joint 'j0' is not above 0");
  config = board_of(2);
  config.axes[0].max_velocity = -1.0;
  expect_error(config, "velocity limit -1 of joint 'j0' is below 0");
  config = board_of(2);
  config.axes[0].torque_per_pwm = 0.0;
  expect_error(config, "torque_per_pwm of joint 'j0' is 0");
  config = board_of(2);
  config.axes[0].position.max_output = -1.0;
  expect_error(config, "max_output of position_control is -1, expected >= 0");
  config = board_of(2);
  config.initial_mode = Mode::kHardwareFault;
  expect_error(config, "it cannot start in mode 'hardware_fault'");
  config = board_of(2);
  config.switch_time = -1.0;
  expect_error(config, "switch_time is -1 s, expected >= 0");
  config = board_of(2);
  config.couplings.push_back({"eyes_vergence_control", {0, 2}, {}, {}, {}, {}});
  expect_error(config, "names axis 2, but the board has axes 0 to 1");
  config.couplings[0].axes = {0, 0};
  expect_error(config, "axis 0 is coupled twice");
  config.couplings[0].axes = {0, 1};
  config.couplings[0].lower = {1.0};
  expect_error(config, "a limit of coupling 'eyes_vergence_control' has 1 numbers, expected 2");
}

TEST(BoardBinding, RefusesJointsWithoutOneAxis) {
  hosts::fake::FakeWorld world = joints(1);
  world.joints[0].kind = hosts::JointKind::kScrew;
  EXPECT_NE(error_of(board_of(1), world).find("joint 'j0' is screw, expected revolute or prismatic"),
            std::string::npos)
      << error_of(board_of(1), world);
}

TEST(BoardBinding, TargetsOfCoupledAxesHaveTheirOwnLimits) {
  hosts::fake::FakeWorld world = joints(2);
  for (hosts::fake::FakeJoint& joint : world.joints) {
    joint.limits.lower = -0.5;
    joint.limits.upper = 1.0;
  }
  BoardConfig config = board_of(2);
  config.couplings.push_back({"eyes_vergence_control", {0, 1}, {}, {}, {}, {}});
  const auto targets = [&](double first, double second) {
    BoardWorld board{config, world};
    board.ask("move", {}, std::vector<double>{first, second});
    board.steps(1);
    return std::vector<double>{board("target", 0), board("target", 1)};
  };
  EXPECT_EQ(targets(9.0, 9.0), (std::vector<double>{2.0, 1.5}));  // of p0 + p1 and p0 - p1
  EXPECT_EQ(targets(-9.0, -9.0), (std::vector<double>{-1.0, -1.5}));
  config.couplings[0].lower = {-0.1, -0.2};
  config.couplings[0].upper = {0.1, 0.2};
  EXPECT_EQ(targets(9.0, -9.0), (std::vector<double>{0.1, -0.2}));
}

// The same numbers for degrees; the original took 57.3 times the configured impedance.
TEST(BoardBinding, ConvertsUnits) {
  BoardConfig config = board_of(1);
  config.degrees = true;
  config.axes[0].stiffness = 0.5;
  config.axes[0].damping = 0.0;
  config.initial_interaction = Interaction::kCompliant;
  config.initial_mode = Mode::kPositionDirect;
  config.switch_time = 0.0;
  config.axes[0].upper = 90.0;
  for (const bool original : {false, true}) {
    config.original_impedance_units = original;
    BoardWorld board{config};
    board.ask("set_positions", {}, std::vector<double>{9.0 * kDegree});
    board.steps(1);
    EXPECT_NEAR(board("torque"), original ? 4.5 / kDegree : 4.5, 1e-9);
    board.ask("set_positions", {}, std::vector<double>{99.0});
    board.steps(1);
    EXPECT_NEAR(board("reference"), 90.0 * kDegree, 1e-12);
  }
}

}  // namespace
}  // namespace lockstep::devices::control_board
