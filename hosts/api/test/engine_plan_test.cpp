// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/engine_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {
namespace {

using description::JointType;

/// Model "arm" at (0, 0, 1) with one link that a joint of the type holds to the world.
description::World world_with(JointType type, const std::string& parent, const std::string& child) {
  description::World world;
  world.models.emplace_back();
  description::Model& model = world.models[0];
  model.name = model.scoped_name = "arm";
  model.pose.position = {0.0, 0.0, 1.0};
  model.links.emplace_back();
  model.links[0].name = "upper";
  model.links[0].scoped_name = "arm::upper";
  model.links[0].pose.orientation = description::from_roll_pitch_yaw(0.0, 0.0, 1.5707963267948966);
  model.joints.emplace_back();
  description::Joint& joint = model.joints[0];
  joint.name = "shoulder";
  joint.scoped_name = "arm::shoulder";
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.axes.resize(static_cast<std::size_t>(description::degrees_of_freedom(type)));
  if (!joint.axes.empty()) {
    joint.axes[0].direction = {1.0, 0.0, 0.0};
    joint.axes[0].effort = 5.0;
    joint.axes[0].damping = 0.25;
  }
  return world;
}

const JointType kSome[] = {JointType::kFixed, JointType::kRevolute};

// Names, axes, limits and damping come out as devices see them; the step is exact.
TEST(EnginePlan, LaysOutTheWorld) {
  const auto plan = make_plan(world_with(JointType::kRevolute, "world", "upper"), {}, "test", kSome);
  ASSERT_EQ(plan->layout.joints.size(), 1U);
  const JointInfo& joint = plan->layout.joints[0];
  EXPECT_EQ(joint.name, "arm/shoulder");
  EXPECT_EQ(joint.kind, JointKind::kRevolute);
  EXPECT_EQ(joint.parent, kWorld);
  EXPECT_EQ(joint.child, 0U);
  EXPECT_EQ(joint.axis_count, 1U);
  EXPECT_EQ(joint.limits[0].effort, 5.0);
  EXPECT_EQ(joint.damping[0], 0.25);
  EXPECT_EQ(plan->layout.links[0].name, "arm/upper");
  EXPECT_EQ(plan->step, (core::Rational{1, 1000}));
}

// A joint whose child is the world is turned round: the axis points the other way.
TEST(EnginePlan, TurnsReversedJointsRound) {
  for (const bool reversed : {false, true}) {
    const auto plan = make_plan(reversed ? world_with(JointType::kRevolute, "upper", "world")
                                         : world_with(JointType::kRevolute, "world", "upper"),
                                {}, "test", kSome);
    const OuterJoint joint = outer_joint(*plan, plan->tree.joints.at(0));
    EXPECT_EQ(joint.outer, 0U);
    EXPECT_EQ(joint.inner, description::FlatJoint::kWorld);
    EXPECT_NEAR(joint.axes_O.at(0).x(), reversed ? -1.0 : 1.0, 1e-15);
  }
}

// What an engine does not have is named with the joint.
TEST(EnginePlan, NamesJointsItCannotDo) {
  try {
    static_cast<void>(make_plan(world_with(JointType::kBall, "world", "upper"), {}, "test", kSome));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(std::string{error.what()}.find(
                  "joint 'arm::shoulder' is of type 'ball', which engine 'test' does not have"),
              std::string::npos)
        << error.what();
  }
}

// A world that is shared already is not copied; any other is, so that the plan does not depend on it.
TEST(EnginePlan, SharesTheWorld) {
  const auto shared =
      std::make_shared<const description::World>(world_with(JointType::kRevolute, "world", "upper"));
  const auto plan = make_plan(shared, {}, "test", kSome);
  EXPECT_EQ(&plan->world, shared.get());
  EXPECT_EQ(plan->flat.joints.at(0).joint, &shared->models[0].joints[0]);
  const auto own = make_plan(*shared, {}, "test", kSome);
  EXPECT_NE(&own->world, shared.get());
}

// An axis starts within its limits, and at the only position that equal limits leave.
TEST(EnginePlan, StartsWithinTheLimits) {
  description::World world = world_with(JointType::kRevolute, "world", "upper");
  description::JointAxis& axis = world.models[0].joints[0].axes[0];
  axis.lower = 0.8;
  axis.upper = 2.0;
  EXPECT_EQ(make_plan(world, {}, "test", kSome)->start, std::vector<double>{0.8});
  axis.initial_position = 3.0;
  EXPECT_EQ(make_plan(world, {}, "test", kSome)->start, std::vector<double>{2.0});
  axis.initial_position = 1.5;
  EXPECT_EQ(make_plan(world, {}, "test", kSome)->start, std::vector<double>{1.5});
  axis.lower = axis.upper = -0.25;
  EXPECT_EQ(make_plan(world, {}, "test", kSome)->start, std::vector<double>{-0.25});
}

// Shapes that no engine has are refused by name; <empty> is no shape at all.
TEST(EnginePlan, RefusesShapesThatNoEngineHas) {
  description::World world = world_with(JointType::kRevolute, "world", "upper");
  description::Collision& collision = world.models[0].links[0].collisions.emplace_back();
  collision.name = "terrain";
  collision.geometry = description::OtherShape{"empty"};
  EXPECT_NO_THROW(make_plan(world, {}, "test", kSome));
  collision.geometry = description::OtherShape{"heightmap"};
  try {
    make_plan(world, {}, "test", kSome);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(
        std::string{error.what()}.find(
            "collision 'terrain' of link 'arm::upper' is a 'heightmap', which engine 'test' does not have"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::hosts
