// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/state.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::hosts {
namespace {

// Every array has one element for each axis, joint or link, and limits come from the layout.
TEST(WorldState, HasTheSizesAndLimitsOfItsLayout) {
  WorldLayout layout;
  layout.links.resize(3);
  layout.joints.resize(2);
  layout.joints[1].axis_count = 2;
  layout.joints[1].limits.resize(2);
  layout.joints[1].limits[1].effort = 5.0;
  layout.joints[1].limits[0].velocity = 7.0;
  layout.axis_count = 2;

  WorldState state;
  state.resize(layout);
  EXPECT_EQ(state.position.size(), 2U);
  EXPECT_EQ(state.mode.size(), 2U);
  EXPECT_EQ(state.reaction.size(), 2U);
  EXPECT_EQ(state.p_WB.size(), 3U);
  EXPECT_EQ(state.torque_W.size(), 3U);
  EXPECT_EQ(state.effort_limit[1], 5.0);
  EXPECT_EQ(state.velocity_limit[0], 7.0);
  EXPECT_TRUE(std::isinf(state.effort_limit[0]));
}

}  // namespace
}  // namespace lockstep::hosts
