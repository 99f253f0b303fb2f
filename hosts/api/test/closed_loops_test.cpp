// SPDX-License-Identifier: Apache-2.0
#include "closed_loops.hpp"

#include <gtest/gtest.h>

namespace lockstep::hosts {
namespace {

using description::FlatJoint;
using description::JointType;

/// Model "m" with links a, b, c of 3 kg and revolute joints between the given pairs.
description::World world_of(const std::vector<std::pair<std::string, std::string>>& joints,
                            bool is_static = false) {
  description::World world;
  description::Model& model = world.models.emplace_back();
  model.name = model.scoped_name = "m";
  model.is_static = is_static;
  for (const char* const name : {"a", "b", "c"}) {
    description::Link& link = model.links.emplace_back();
    link.name = name;
    link.scoped_name = "m::" + link.name;
    link.inertial.mass_kg = 3.0;
    link.self_collide = true;
    link.collisions.emplace_back();
  }
  for (const auto& [parent, child] : joints) {
    description::Joint& joint = model.joints.emplace_back();
    joint.name = "j" + std::to_string(model.joints.size() - 1);
    joint.scoped_name = "m::" + joint.name;
    joint.type = JointType::kRevolute;
    joint.parent = parent;
    joint.child = child;
    joint.axes.resize(1);
  }
  return world;
}

std::unique_ptr<const EnginePlan> plan_of(const description::World& world) {
  const JointType types[] = {JointType::kRevolute};
  return make_plan(world, {}, "test", types);
}

// A tree stays as it is.
TEST(ClosedLoops, TreesHaveNone) {
  const auto plan = plan_of(world_of({{"world", "a"}, {"a", "b"}, {"a", "c"}}));
  EXPECT_TRUE(plan->welds.empty());
  EXPECT_EQ(plan->flat.links.size(), 3U);
  EXPECT_EQ(plan->in_loop, (std::vector<bool>{false, false, false}));
}

// The joint that closes a loop holds a twin with half of the mass; layout and other joints do not change.
TEST(ClosedLoops, TwinHasHalfOfTheMass) {
  const auto plan = plan_of(world_of({{"world", "a"}, {"a", "b"}, {"a", "c"}, {"b", "c"}}));
  ASSERT_EQ(plan->welds.size(), 1U);
  EXPECT_EQ(plan->welds[0].link, 2U);
  EXPECT_EQ(plan->welds[0].twin, 3U);
  ASSERT_EQ(plan->flat.links.size(), 4U);
  for (const std::size_t link : {2U, 3U}) {
    EXPECT_DOUBLE_EQ(plan->flat.links[link].link->inertial.mass_kg, 1.5);
    EXPECT_DOUBLE_EQ(plan->flat.links[link].link->inertial.inertia_kg_m2(0, 0), 0.5);
  }
  EXPECT_EQ(plan->flat.links[2].link->collisions.size(), 1U);
  EXPECT_TRUE(plan->flat.links[3].link->collisions.empty());
  EXPECT_EQ(plan->layout.links.size(), 3U);
  EXPECT_EQ(plan->layout.links[2].mass_kg, 3.0);
  EXPECT_EQ(plan->layout.joints[3].child, 2U);
  EXPECT_EQ(plan->flat.joints[3].child, 3U);
  EXPECT_EQ(plan->tree.joints.size(), 4U);
  EXPECT_TRUE(plan->tree.loops.empty());
  EXPECT_EQ(plan->in_loop, (std::vector<bool>{false, true, true, true}));
  // A joint that closes a loop is between its links as any other.
  EXPECT_FALSE(may_touch(*plan, 1, 2));
}

// Two loops through one link leave it a third of its mass.
TEST(ClosedLoops, MassIsSharedByAllTwins) {
  const auto plan = plan_of(world_of({{"world", "a"}, {"world", "a"}, {"world", "a"}, {"a", "b"}}));
  ASSERT_EQ(plan->welds.size(), 2U);
  EXPECT_DOUBLE_EQ(plan->flat.links[0].link->inertial.mass_kg, 1.0);
  EXPECT_DOUBLE_EQ(plan->flat.links[4].link->inertial.mass_kg, 1.0);
  EXPECT_EQ(plan->in_loop, (std::vector<bool>{true, true, true, false}));
}

// What does not move gets no twin if the other end does.
TEST(ClosedLoops, TheLinkThatMovesIsSplit) {
  const auto plan = plan_of(world_of({{"world", "a"}, {"a", "world"}}));
  ASSERT_EQ(plan->welds.size(), 1U);
  EXPECT_EQ(plan->welds[0].link, 0U);
  EXPECT_EQ(plan->flat.joints[1].parent, plan->welds[0].twin);
  EXPECT_EQ(plan->flat.joints[1].child, FlatJoint::kWorld);
}

// A joint between links of a static model is held: its twin is welded to what never moves.
TEST(ClosedLoops, JointsInStaticModelsAreHeld) {
  const auto plan = plan_of(world_of({{"a", "b"}}, true));
  ASSERT_EQ(plan->welds.size(), 1U);
  EXPECT_TRUE(plan->flat.links[plan->welds[0].link].is_static);
  EXPECT_FALSE(plan->flat.links[plan->welds[0].twin].is_static);
}

}  // namespace
}  // namespace lockstep::hosts
