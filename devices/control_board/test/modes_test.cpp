// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/control_board/modes.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices::control_board {
namespace {

TEST(Modes, HaveWords) {
  for (int i = 0; i < 10; ++i) {
    const auto mode = static_cast<Mode>(i);
    EXPECT_EQ(find_mode(to_string(mode)), mode);
  }
  EXPECT_EQ(to_string(Mode::kPositionDirect), "position_direct");
  EXPECT_EQ(find_interaction("compliant"), Interaction::kCompliant);
  EXPECT_EQ(to_string(Interaction::kStiff), "stiff");
  EXPECT_FALSE(find_mode("fly"));
  EXPECT_FALSE(find_interaction("soft"));
}

TEST(Modes, FollowPositionsOrTorques) {
  EXPECT_TRUE(follows_position(Mode::kVelocity, false));
  EXPECT_FALSE(follows_position(Mode::kVelocity, true));
  EXPECT_TRUE(follows_position(Mode::kMixed, true));
  EXPECT_TRUE(follows_torque(Mode::kPwm));
  EXPECT_FALSE(follows_torque(Mode::kIdle));
}

}  // namespace
}  // namespace lockstep::devices::control_board
