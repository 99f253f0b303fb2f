// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/state.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"

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

/// One axis, joint and link, room for one contact, and `value` in every array.
WorldState state_of(double value) {
  WorldLayout layout;
  layout.links.resize(1);
  layout.joints.resize(1);
  layout.joints[0].axis_count = 1;
  layout.axis_count = 1;
  WorldState state;
  state.resize(layout);
  for (auto* numbers : {&state.position, &state.velocity, &state.acceleration, &state.command, &state.applied,
                        &state.effort_limit, &state.velocity_limit})
    numbers->assign(1, value);
  state.mode[0] = CommandMode::kVelocity;
  for (auto* vectors :
       {&state.p_WB, &state.v_WB, &state.w_WB, &state.a_WB, &state.alpha_WB, &state.force_W, &state.torque_W})
    vectors->assign(1, Eigen::Vector3d::Constant(value));
  state.q_WB[0].coeffs().setConstant(value);
  state.reaction[0].force_n.setConstant(value);
  state.contacts.resize(1);
  state.contacts[0].depth_m = value;
  state.contact_count = 1;
  state.gravity_W.setConstant(value);
  state.wind_W.setConstant(value);
  return state;
}

// A state is copied into the arrays there are, all of it: handles of devices stay valid.
TEST(WorldState, CopiesIntoItsArrays) {
  const WorldState saved = state_of(3.0);
  WorldState state = state_of(1.0);
  state.mode[0] = CommandMode::kEffort;
  state.contact_count = 0;
  const double* const position = state.position.data();
  const Eigen::Vector3d* const force = state.force_W.data();
  state.copy_from(saved);
  EXPECT_EQ(state.position.data(), position);
  EXPECT_EQ(state.force_W.data(), force);
  for (const auto* numbers : {&state.position, &state.velocity, &state.acceleration, &state.command,
                              &state.applied, &state.effort_limit, &state.velocity_limit})
    EXPECT_EQ(numbers->at(0), 3.0);
  for (const auto* vectors :
       {&state.p_WB, &state.v_WB, &state.w_WB, &state.a_WB, &state.alpha_WB, &state.force_W, &state.torque_W})
    EXPECT_EQ(vectors->at(0), Eigen::Vector3d::Constant(3.0).eval());
  EXPECT_EQ(state.mode[0], CommandMode::kVelocity);
  EXPECT_EQ(state.q_WB[0].w(), 3.0);
  EXPECT_EQ(state.reaction[0].force_n.x(), 3.0);
  EXPECT_EQ(state.contacts[0].depth_m, 3.0);
  EXPECT_EQ(state.contact_count, 1U);
  EXPECT_EQ(state.gravity_W.x(), 3.0);
  EXPECT_EQ(state.wind_W.z(), 3.0);
}

// A state of another size is refused, and nothing has changed.
TEST(WorldState, RefusesOtherSizes) {
  WorldState saved = state_of(3.0);
  saved.contacts.resize(2);
  WorldState state = state_of(1.0);
  EXPECT_THROW(state.copy_from(saved), Error);
  EXPECT_EQ(state.position[0], 1.0);
}

}  // namespace
}  // namespace lockstep::hosts
