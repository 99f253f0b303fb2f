// SPDX-License-Identifier: Apache-2.0
// The board as a device: steps, holding, faults, resets and snapshots.
#include "board_fixture.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::devices::control_board {
namespace {

TEST(Board, StartsWhereTheJointsAre) {
  hosts::fake::FakeWorld world = joints(2);
  world.joints[0].position = 0.5;
  world.joints[1].position = -0.25;
  BoardWorld board{board_of(2), world};
  EXPECT_EQ(board("position"), 0.5);
  EXPECT_EQ(board("reference", 1), -0.25);
  EXPECT_EQ(board("mode"), 1.0);
  EXPECT_EQ(board("motion_done"), 1.0);
  board.steps(100);
  EXPECT_EQ(board("position"), 0.5);
  EXPECT_EQ(board("torque"), 0.0);
}

// Between two runs of a slower board its torque acts on.
TEST(Board, HoldsItsTorqueInBetween) {
  BoardConfig config = board_of(1);
  config.initial_mode = Mode::kTorque;
  config.options.period = core::Rational{1, 100};
  BoardWorld board{config};
  board.ask("set_torques", {}, std::vector<double>{2.0});
  board.steps(100);
  EXPECT_NEAR(board.host.state().velocity[0], 2.0 / 0.1 * 0.1, 1e-9);
}

TEST(Board, TakesCommandsFromInlets) {
  BoardConfig config = board_of(2);
  config.axes[1].torque_per_pwm = 3.0;
  BoardWorld board{config};
  const auto give = [&](const char* inlet, std::vector<double> values) {
    board.runtime.doors().inlet(std::string{"arm/board/"} + inlet).write(core::Value{std::move(values)});
  };
  board.ask("set_mode", {0}, "torque");
  board.ask("set_mode", {1}, "pwm");
  give("command_torque", {1.5, 9.0});
  give("command_pwm", {9.0, 0.5});
  board.steps(1);
  EXPECT_EQ(board("torque", 0), 1.5);
  EXPECT_EQ(board("torque", 1), 1.5);
  board.ask("set_mode", {}, "position_direct");
  give("command_position", {0.1, 0.2});
  board.steps(1);
  EXPECT_EQ(board("reference", 1), 0.2);
  board.ask("set_mode", {}, "current");
  give("command_current", {0.1, 0.2});
  board.steps(1);
  EXPECT_DOUBLE_EQ(board("reference_torque", 1), 0.6);
  board.ask("set_mode", {}, "velocity");
  give("command_velocity", {0.1, 0.2});
  board.steps(1);
  EXPECT_GT(board("torque", 1), 0.0);
}

// The torque there was is the start of the next mode, in both directions.
TEST(Board, SwitchesWithoutAJumpOfTorque) {
  BoardConfig config = board_of(1);
  config.initial_mode = Mode::kTorque;
  BoardWorld board{config};
  board.ask("set_torques", {}, std::vector<double>{0.5});
  board.steps(3);
  board.ask("set_mode", {}, "position");
  board.steps(1);
  EXPECT_NEAR(board("torque"), 0.5, 0.01);
  const double before = board("torque");
  board.ask("set_mode", {}, "torque");
  board.steps(1);
  EXPECT_EQ(board("torque"), before);
  board.ask("set_interaction", {}, "compliant");
  board.ask("set_mode", {}, "position");
  board.steps(1);
  EXPECT_NEAR(board("torque"), before, 0.02);
  board.ask("set_mode", {}, "idle");
  board.steps(1);
  EXPECT_EQ(board("torque"), 0.0);
}

TEST(Board, ClipsToTheEffortOfTheJoint) {
  BoardConfig config = board_of(1);
  config.initial_mode = Mode::kTorque;
  config.axes[0].max_torque = 6.0;
  BoardWorld board{config, joints(1, 5.0)};
  board.ask("set_torques", {}, std::vector<double>{50.0});
  board.steps(2);
  EXPECT_EQ(board("torque"), 5.0);
  EXPECT_EQ(board("mode"), 5.0);  // no fault: 50 never acted
}

TEST(Board, FaultStopsTheWorldWhereItIsToldTo) {
  BoardConfig config = board_of(2);
  config.initial_mode = Mode::kTorque;
  config.stop_on_fault = true;
  config.axes[1].max_torque = 1.0;
  BoardWorld board{config};
  board.ask("set_torques", {}, std::vector<double>{0.0, 1.25});
  EXPECT_TRUE(succeeded(board.runtime.step()));
  EXPECT_FALSE(succeeded(board.runtime.step()));
  EXPECT_NE(board.runtime.fault().find("joint 'j1': torque 1.25 exceeds the maximum of 1"), std::string::npos)
      << board.runtime.fault();
}

TEST(Board, ResetsEverything) {
  BoardWorld board{board_of(1)};
  board.ask("set_mode", {}, "torque");
  board.ask("set_torques", {}, std::vector<double>{1.0});
  board.ask("set_encoders", {}, std::vector<double>{7.0});
  board.steps(50);
  EXPECT_NE(board("position"), 0.0);
  board.runtime.reset();
  EXPECT_EQ(board("position"), 0.0);
  EXPECT_EQ(board("mode"), 1.0);
  board.steps(10);
  EXPECT_EQ(board("torque"), 0.0);
}

// A run that is restored has the bits of the run that was saved, in the middle of a motion.
TEST(Board, IsSavedInTheMiddleOfAMotion) {
  BoardWorld board{board_of(2)};
  board.ask("move", {}, std::vector<double>{0.5, -0.25});
  board.ask("set_speeds", {1}, std::vector<double>{0.7});
  board.steps(500);
  const auto saved = board.runtime.save();
  board.steps(700);
  const double first = board.host.state().position[0], second = board.host.state().position[1];
  board.runtime.restore(*saved);
  board.steps(700);
  EXPECT_EQ(board.host.state().position[0], first);
  EXPECT_EQ(board.host.state().position[1], second);
}

TEST(Board, StepsWithoutAllocation) {
  BoardConfig config = board_of(30);
  BoardWorld board{config};
  board.ask("move", {}, std::vector<double>(30, 0.1));
  board.steps(10);
  const long before = test::allocation_count();
  for (int k = 0; k < 100; ++k)
    static_cast<void>(board.runtime.step());
  EXPECT_EQ(test::allocation_count(), before);
}

// A motor behind a gear: its encoder is a signal of another device, here of a second board.
TEST(Board, ShowsMotorEncodersAndMeasuredTorquesOfSignals) {
  hosts::fake::FakeHost host{joints(2)};
  host.reset();
  runtime::Runtime runtime{host};
  BoardConfig motor = board_of(1);
  motor.name = "motor";
  motor.axes[0].joint = "j1";
  BoardConfig config = board_of(1);
  config.axes[0].motor_position = "arm/motor/position";
  config.axes[0].motor_velocity = "arm/motor/velocity";
  config.axes[0].measured_torque = "arm/motor/torque";
  motor.initial_mode = Mode::kTorque;
  runtime.add(make_board(motor), {}, "arm");
  runtime.add(make_board(config), {}, "arm");
  runtime.bind();
  const auto position = runtime.watch("arm/board/motor_position"), torque = runtime.watch("arm/board/torque");
  runtime.start();
  runtime.doors().submit("arm/motor/set_torques", {std::vector<std::int64_t>{}, std::vector<double>{1.0}});
  for (int k = 0; k < 100; ++k)
    ASSERT_TRUE(succeeded(runtime.step())) << runtime.fault();
  EXPECT_EQ(position.number(), host.state().position[1]);
  EXPECT_GT(position.number(), 0.01);
  EXPECT_EQ(torque.number(), 1.0);
}

TEST(Board, PrismaticJointsHaveMetresAlsoWhereAnglesAreDegrees) {
  hosts::fake::FakeWorld world = joints(1);
  world.joints[0].kind = hosts::JointKind::kPrismatic;
  BoardConfig config = board_of(1);
  config.degrees = true;
  config.generator = Generator::kConstantSpeed;
  BoardWorld board{config, world};
  board.ask("move", {}, std::vector<double>{0.005});
  board.steps(251);
  EXPECT_NEAR(board("reference"), 0.0025, 1e-9);  // 0.010 m/s by default
}

}  // namespace
}  // namespace lockstep::devices::control_board
