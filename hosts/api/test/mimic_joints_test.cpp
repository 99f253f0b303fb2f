// SPDX-License-Identifier: Apache-2.0
#include "mimic_joints.hpp"

#include <gtest/gtest.h>

#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts {
namespace {

using description::JointType;
using description::Mimic;

/// Model "m": links l0, l1, ... each held to the world by a revolute joint j0, j1, ... that follows as given.
description::World world_of(const std::vector<Mimic>& mimics) {
  description::World world;
  description::Model& model = world.models.emplace_back();
  model.name = model.scoped_name = "m";
  for (std::size_t i = 0; i < mimics.size(); ++i) {
    description::Link& link = model.links.emplace_back();
    link.name = "l" + std::to_string(i);
    link.scoped_name = "m::" + link.name;
    description::Joint& joint = model.joints.emplace_back();
    joint.name = "j" + std::to_string(i);
    joint.scoped_name = "m::" + joint.name;
    joint.type = JointType::kRevolute;
    joint.parent = "world";
    joint.child = link.name;
    joint.axes.resize(1);
    joint.mimic = mimics[i];
    joint.where = {"m.urdf", static_cast<std::uint32_t>(10 + i), 1};
  }
  return world;
}

std::unique_ptr<const EnginePlan> plan_of(const description::World& world) {
  const JointType types[] = {JointType::kRevolute, JointType::kUniversal};
  return make_plan(world, {}, "test", types);
}

std::vector<std::string> refusals(const description::World& world) {
  std::vector<std::string> messages;
  try {
    static_cast<void>(plan_of(world));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    for (const Diagnostic& problem : error.diagnostics())
      messages.push_back(problem.message);
  }
  return messages;
}

// Leaders are found, and the start of a follower is that of its leader's.
TEST(MimicJoints, FindTheirLeader) {
  description::World world = world_of({{"j1", -2.0, 0.5}, {}});
  world.models[0].joints[0].axes[0].initial_position = 9.0;  // the leader decides
  world.models[0].joints[1].axes[0].initial_position = 0.25;
  const auto plan = plan_of(world);
  const std::optional<MimicInfo>& mimic = plan->layout.joints[0].mimic;
  ASSERT_TRUE(mimic.has_value());
  EXPECT_EQ(mimic->leader, 1U);
  EXPECT_EQ(mimic->multiplier, -2.0);
  EXPECT_EQ(mimic->offset, 0.5);
  EXPECT_FALSE(plan->layout.joints[1].mimic.has_value());
  EXPECT_EQ(plan->start, (std::vector<double>{0.0, 0.25}));
}

// A follower of a follower follows the leader of both: 3 (2 q + 0.5) + 1 = 6 q + 2.5, whatever the order.
TEST(MimicJoints, FollowThroughOthers) {
  const auto plan = plan_of(world_of({{"j1", 3.0, 1.0}, {"j2", 2.0, 0.5}, {}, {"j0", 1.0, 0.0}}));
  for (const std::size_t joint : {0U, 3U}) {
    const std::optional<MimicInfo>& mimic = plan->layout.joints[joint].mimic;
    ASSERT_TRUE(mimic.has_value());
    EXPECT_EQ(mimic->leader, 2U);
    EXPECT_EQ(mimic->multiplier, 6.0);
    EXPECT_EQ(mimic->offset, 2.5);
  }
}

// What cannot be followed is refused by name.
TEST(MimicJoints, RefuseWhatCannotBeFollowed) {
  EXPECT_EQ(
      refusals(world_of({{"elbow"}, {}})),
      std::vector<std::string>{"joint 'm::j0' follows joint 'elbow', which does not exist in model 'm'"});
  EXPECT_EQ(refusals(world_of({{"j0"}})),
            std::vector<std::string>{"joint 'm::j0' follows joint 'j0', which follows it in turn"});
  EXPECT_EQ(refusals(world_of({{"j1"}, {"j2"}, {"j1"}})).size(), 2U);  // j0 hangs on the circle of j1 and j2
  description::World wide = world_of({{"j1"}, {}});
  wide.models[0].joints[1].type = JointType::kUniversal;
  wide.models[0].joints[1].axes.resize(2);
  EXPECT_EQ(refusals(wide),
            std::vector<std::string>{
                "joint 'm::j0' follows joint 'j1', but joint 'm/j1' has 2 axes, expected one each"});
  wide.models[0].joints[0].mimic = {};
  wide.models[0].joints[1].mimic.joint = "j0";
  EXPECT_EQ(refusals(wide).size(), 1U);
}

}  // namespace
}  // namespace lockstep::hosts
