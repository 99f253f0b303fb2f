// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/planned_engine.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {
namespace {

/// An engine without physics, for what the base class does.
class StillEngine final : public PlannedEngine {
 public:
  using PlannedEngine::drive_velocity;
  using PlannedEngine::driven_axes;
  using PlannedEngine::is_watched;
  using PlannedEngine::PlannedEngine;
  using PlannedEngine::reaction_places;

  std::string_view name() const noexcept override { return "still"; }
  bool has(Capability capability) const noexcept override { return capability != Capability::kJointReaction; }
  void prepare(const Needs& needs) override { take_needs(needs); }
  void reset() override { reset_arrays(); }
  core::Status step() noexcept override { return core::Status::kOk; }
  std::string fault() const override { return {}; }
  std::vector<AxisMotion> put;

 protected:
  void put_axes(Span<const AxisMotion> axes) override { put.assign(axes.begin(), axes.end()); }
};

/// Two links: one on the world by the given type of joint, one free.
std::unique_ptr<const EnginePlan> plan_with(description::JointType type) {
  description::World world;
  world.wind_m_s = {1.0, 0.0, 0.0};
  description::Model& model = world.models.emplace_back();
  model.name = model.scoped_name = "m";
  for (const char* name : {"held", "free"}) {
    description::Link& link = model.links.emplace_back();
    link.name = name;
    link.scoped_name = "m::" + link.name;
  }
  description::Joint& joint = model.joints.emplace_back();
  joint.name = "j";
  joint.scoped_name = "m::j";
  joint.type = type;
  joint.parent = "world";
  joint.child = "held";
  joint.axes.resize(description::degrees_of_freedom(type));
  const description::JointType supported[] = {type};
  return make_plan(world, {}, "still", supported);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

// The arrays have the size of the layout, and a reset brings what the description says.
TEST(PlannedEngine, KeepsTheArrays) {
  StillEngine engine{plan_with(description::JointType::kRevolute)};
  EXPECT_EQ(engine.state().position.size(), 1U);
  engine.reset();
  EXPECT_EQ(engine.state().wind_W, Eigen::Vector3d(1.0, 0.0, 0.0));
}

// Contacts are those somebody asked for; a capability that is missing is named.
TEST(PlannedEngine, TakesNeeds) {
  StillEngine engine{plan_with(description::JointType::kRevolute)};
  Needs needs;
  needs.contacts = {1};
  needs.max_contacts = 3;
  engine.prepare(needs);
  EXPECT_EQ(engine.state().contacts.size(), 3U);
  EXPECT_TRUE(engine.is_watched(kWorld, 1));
  EXPECT_FALSE(engine.is_watched(kWorld, 0));
  needs.reactions = {0};
  EXPECT_NE(message_of([&] { engine.prepare(needs); }).find("'joint reaction'"), std::string::npos);
}

// A driven axis has to move to its position in one step, or at its velocity.
TEST(PlannedEngine, KnowsHowFastADriveMoves) {
  StillEngine engine{plan_with(description::JointType::kRevolute)};
  EXPECT_TRUE(engine.driven_axes().empty());
  engine.state().mode[0] = CommandMode::kPosition;
  ASSERT_EQ(engine.driven_axes().size(), 1U);
  engine.state().position[0] = 1.0;
  engine.state().applied[0] = 1.002;
  EXPECT_NEAR(engine.drive_velocity(0), 2.0, 1e-9);
  engine.state().mode[0] = CommandMode::kVelocity;
  EXPECT_EQ(engine.drive_velocity(0), 1.002);
}

// Joints that cannot be driven are named.
TEST(PlannedEngine, RefusesDrivesOfSomeJoints) {
  StillEngine ball{plan_with(description::JointType::kBall)};
  ball.state().mode.assign(3, CommandMode::kVelocity);
  EXPECT_NE(message_of([&] { static_cast<void>(ball.driven_axes()); }).find("joint 'm/j' is a ball joint"),
            std::string::npos);
  StillEngine universal{plan_with(description::JointType::kUniversal)};
  universal.state().mode[1] = CommandMode::kVelocity;
  EXPECT_NE(message_of([&] { static_cast<void>(universal.driven_axes()); }).find("some axes of joint 'm/j'"),
            std::string::npos);
}

/// Two joints on the world; the second follows the first: q = 2 p - 0.5.
std::unique_ptr<const EnginePlan> plan_with_mimic() {
  description::World world;
  description::Model& model = world.models.emplace_back();
  model.name = model.scoped_name = "m";
  for (const char* name : {"a", "b"}) {
    description::Link& link = model.links.emplace_back();
    link.name = name;
    link.scoped_name = "m::" + link.name;
    description::Joint& joint = model.joints.emplace_back();
    joint.name = std::string{"j"} + name;
    joint.scoped_name = "m::" + joint.name;
    joint.type = description::JointType::kRevolute;
    joint.parent = "world";
    joint.child = name;
    joint.axes.resize(1);
  }
  model.joints[1].mimic = {"ja", 2.0, -0.5};
  const description::JointType supported[] = {description::JointType::kRevolute};
  return make_plan(world, {}, "still", supported);
}

// A joint takes its followers along; they are neither put nor driven themselves.
TEST(PlannedEngine, MovesFollowersWithTheirLeader) {
  StillEngine engine{plan_with_mimic()};
  engine.set_joint_state(0, 1.0, 3.0);
  ASSERT_EQ(engine.put.size(), 2U);
  EXPECT_EQ(engine.put[1].axis, 1U);
  EXPECT_EQ(engine.put[1].position, 1.5);
  EXPECT_EQ(engine.put[1].velocity, 6.0);
  EXPECT_NE(
      message_of([&] { engine.set_joint_state(1, 0.0, 0.0); }).find("joint 'm/jb' follows joint 'm/ja'"),
      std::string::npos);
  engine.state().mode[0] = CommandMode::kPosition;
  EXPECT_EQ(engine.driven_axes().size(), 1U);
  engine.state().mode[1] = CommandMode::kPosition;
  EXPECT_NE(message_of([&] {
              static_cast<void>(engine.driven_axes());
            }).find("joint 'm/jb' follows joint 'm/ja' and cannot be commanded by position or velocity"),
            std::string::npos);
}

// Only finite numbers are put anywhere.
TEST(PlannedEngine, ChecksNumbers) {
  StillEngine engine{plan_with(description::JointType::kRevolute)};
  engine.set_joint_state(0, 0.5, 1.0);
  ASSERT_EQ(engine.put.size(), 1U);
  EXPECT_EQ(engine.put[0].position, 0.5);
  EXPECT_THROW(engine.set_joint_state(0, 0.0, std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(engine.set_joint_state(0, std::nan(""), 0.0), Error);
}

}  // namespace
}  // namespace lockstep::hosts
