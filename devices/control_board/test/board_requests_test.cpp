// SPDX-License-Identifier: Apache-2.0
#include "board_fixture.hpp"

namespace lockstep::devices::control_board {
namespace {

using Axes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TEST(BoardRequests, SayWhyTheyAreRefused) {
  BoardWorld board{board_of(2)};
  EXPECT_EQ(board.refusal(board.ask("move", Axes{2}, Values{1.0})),
            "there is no axis with this number; they count from 0");
  EXPECT_EQ(board.refusal(board.ask("move", Axes{-1}, Values{1.0})),
            "there is no axis with this number; they count from 0");
  EXPECT_EQ(board.refusal(board.ask("move", Axes{0, 1, 0}, Values{1.0})), "more axes than the board has");
  EXPECT_EQ(board.refusal(board.ask("move", Axes{}, Values{1.0})), "expected one value for each axis");
  EXPECT_EQ(board.refusal(board.ask("set_torques", Axes{}, Values{1.0, 1.0})),
            "an axis is not in a mode that follows this command; set its mode first");
  EXPECT_NE(board.refusal(board.ask("set_mode", Axes{}, "fly")).find("unknown mode; expected idle"),
            std::string::npos);
  EXPECT_NE(board.refusal(board.ask("set_mode", Axes{}, "hardware_fault")).find("unknown mode"),
            std::string::npos);
  EXPECT_EQ(board.refusal(board.ask("set_interaction", Axes{}, "soft")),
            "unknown interaction; expected stiff or compliant");
  EXPECT_EQ(board.refusal(board.ask("set_max_torques", Axes{0}, Values{0.0})), "a torque is not above 0");
  EXPECT_EQ(board.refusal(board.ask("set_limits", {Axes{0}, Values{1.0}, Values{-1.0}})),
            "a lower limit is above its upper limit");
  EXPECT_EQ(board.refusal(board.ask("set_impedance", {Axes{0}, Values{-1.0}, Values{0.0}})),
            "stiffness and damping must be >= 0");
  EXPECT_EQ(board.refusal(
                board.ask("set_pid", {Axes{}, std::vector<std::string>{"torque"}, Values{1, 2, 3, 4, 5}})),
            "unknown loop; expected position or velocity");
  EXPECT_EQ(board.refusal(
                board.ask("set_pid", {Axes{}, std::vector<std::string>{"position"}, Values{1, 2, 3, -4, 5}})),
            "max_integral and max_output must be >= 0");
  EXPECT_EQ(board("target"), 0.0);
}

TEST(BoardRequests, ChangeSettings) {
  BoardConfig config = board_of(1);
  config.generator = Generator::kTrapezoidalSpeed;
  BoardWorld board{config};
  EXPECT_EQ(board.refusal(board.ask("set_limits", {Axes{}, Values{-0.5}, Values{0.5}})), "");
  board.ask("set_speeds", Axes{}, Values{2.0});
  board.ask("set_accelerations", Axes{}, Values{1e9});
  board.ask("move", Axes{}, Values{0.9});
  board.steps(101);
  EXPECT_EQ(board("target"), 0.5);
  EXPECT_NEAR(board("reference"), 0.2, 1e-6);  // 2 rad/s
  board.ask("set_velocity_limits", Axes{}, Values{1.0});
  board.ask("move", Axes{}, Values{0.5});
  board.steps(101);
  EXPECT_NEAR(board("reference"), 0.302, 1e-3);
  board.ask("set_encoders", Axes{}, Values{5.0});
  board.steps(1);
  EXPECT_NEAR(board("position"), 5.0, 0.01);
  board.ask("set_pid", {Axes{}, std::vector<std::string>{"position"}, Values{0, 0, 0, 0, 0}});
  board.ask("reset_pid", {Axes{}});
  board.ask("set_mode", Axes{}, "idle");
  board.ask("set_mode", Axes{}, "position");
  board.steps(200);
  EXPECT_EQ(board("torque"), 0.0);
}

TEST(BoardRequests, MoveByAndStopCountFromWhereTheAxisIs) {
  hosts::fake::FakeWorld world = joints(1);
  world.joints[0].position = 1.0;
  BoardConfig config = board_of(1);
  config.generator = Generator::kConstantSpeed;
  BoardWorld board{config, world};
  board.ask("move_by", Axes{}, Values{0.1});
  board.steps(1);
  EXPECT_DOUBLE_EQ(board("target"), 1.1);
  EXPECT_EQ(board("motion_done"), 0.0);
  board.steps(100);
  board.ask("stop", {Axes{}});
  const double here = board("position");
  board.steps(1);
  EXPECT_EQ(board("reference"), here);
  EXPECT_EQ(board("motion_done"), 1.0);
}

// Set calls are answered while the world is paused, and what was set can be read back.
TEST(BoardRequests, AreAnsweredWhileTheWorldIsPaused) {
  BoardWorld board{board_of(2)};
  board.steps(1);
  board.runtime.doors().set_paused(true, board.runtime.index());
  const auto state = [&] { return board.ask("state", std::vector<core::Value>{}); };
  auto before = state();
  ASSERT_TRUE(before->done());
  EXPECT_EQ(std::get<std::vector<bool>>(before->reply()[2]), (std::vector<bool>{true, true}));
  ASSERT_TRUE(board.ask("move", Axes{1}, Values{0.5})->done());
  ASSERT_TRUE(board.ask("set_mode", Axes{0}, "torque")->done());
  ASSERT_TRUE(board.ask("set_torques", Axes{0}, Values{3.0})->done());
  auto after = state();
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(after->reply()[0]), (Axes{5, 1}));
  EXPECT_EQ(std::get<std::vector<bool>>(after->reply()[2]),
            (std::vector<bool>{true, false}));  // right after the call
  EXPECT_EQ(std::get<Values>(after->reply()[3]), (Values{0.0, 0.5}));
  EXPECT_EQ(std::get<Values>(after->reply()[6])[0], 3.0);
  board.runtime.doors().set_paused(false, board.runtime.index());
  board.steps(1);
  EXPECT_EQ(board("torque"), 3.0);
}

TEST(BoardRequests, CoupledAxesSwitchTogether) {
  BoardConfig config = board_of(3);
  config.couplings.push_back({"eyes_vergence_control", {0, 1}, {}, {}, {}, {}});
  BoardWorld board{config};
  board.ask("set_mode", Axes{1}, "torque");
  board.steps(1);
  EXPECT_EQ(board("mode", 0), 5.0);
  EXPECT_EQ(board("mode", 1), 5.0);
  EXPECT_EQ(board("mode", 2), 1.0);
  board.ask("set_torques", Axes{0, 1}, Values{4.0, 2.0});
  board.steps(1);
  EXPECT_EQ(board("torque", 0), 3.0);
  EXPECT_EQ(board("torque", 1), 1.0);
  // Out of it and back: the torques of the joints stay as they are.
  board.ask("set_interaction", Axes{0}, "compliant");
  board.steps(1);
  EXPECT_EQ(board("torque", 0), 3.0);
  EXPECT_EQ(board("torque", 1), 1.0);
}

}  // namespace
}  // namespace lockstep::devices::control_board
