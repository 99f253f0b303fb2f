// SPDX-License-Identifier: Apache-2.0
// What only this engine does; tests/contract has what all of them share.
#include "engine.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/mujoco/mujoco_host.hpp"

namespace lockstep::hosts::mujoco {
namespace {

description::World free_body() {
  description::World world;
  world.models.emplace_back();
  world.models[0].name = world.models[0].scoped_name = "box";
  world.models[0].links.emplace_back();
  world.models[0].links[0].name = "body";
  world.models[0].links[0].scoped_name = "box::body";
  return world;
}

// A run that diverges stops with advice instead of starting over, which is what MuJoCo does by itself.
TEST(MujocoEngine, StopsWhenItDiverges) {
  const auto engine = make_engine(free_body());
  Needs needs;
  needs.links = needs.pushed = {0};
  engine->prepare(needs);
  engine->state().force_W[0] = {1e200, 0.0, 0.0};
  bool failed = false;
  for (int k = 0; k < 10 && !failed; ++k)
    failed = !succeeded(engine->step());
  EXPECT_TRUE(failed);
  EXPECT_NE(engine->fault().find("the simulation diverged"), std::string::npos);
}

// A link gravity does not act on stays where it is.
TEST(MujocoEngine, LeavesWeightlessLinksAlone) {
  description::World world = free_body();
  world.models[0].links[0].gravity = false;
  const auto engine = make_engine(world);
  Needs needs;
  needs.links = {0};
  engine->prepare(needs);
  for (int k = 0; k < 100; ++k)
    ASSERT_EQ(engine->step(), core::Status::kOk);
  EXPECT_NEAR(engine->state().p_WB[0].z(), 0.0, 1e-12);
}

// A spring that no step of 1 ms follows is reported: 1e8 N.m/rad on 1 kg.m2 swing at 1e4 rad/s.
TEST(MujocoEngine, ReportsSpringsTooFastForTheStep) {
  description::World world = free_body();
  description::Joint& joint = world.models[0].joints.emplace_back();
  joint.name = "j";
  joint.scoped_name = "box::j";
  joint.type = description::JointType::kRevolute;
  joint.parent = "world";
  joint.child = "body";
  joint.axes.resize(1);
  for (const double stiffness : {1e8, 1e5}) {
    joint.axes[0].spring_stiffness = stiffness;
    std::vector<std::string> messages;
    EngineOptions options;
    options.log = [&](const core::LogMessage& message) { messages.emplace_back(message.text); };
    static_cast<void>(make_engine(world, options));
    if (stiffness == 1e5) {
      EXPECT_TRUE(messages.empty());
    } else {
      ASSERT_EQ(messages.size(), 1U);
      EXPECT_NE(messages[0].find(
                    "the spring of joint 'box::j' swings at 10000 rad/s, too fast for steps of 0.001 s"),
                std::string::npos)
          << messages[0];
    }
  }
}

// A snapshot of another world is refused.
TEST(MujocoEngine, RefusesForeignSnapshots) {
  const auto one = make_engine(free_body());
  description::World two_bodies = free_body();
  two_bodies.models.push_back(two_bodies.models[0]);
  two_bodies.models[1].name = two_bodies.models[1].scoped_name = "box_2";
  two_bodies.models[1].links[0].scoped_name = "box_2::body";
  const auto two = make_engine(two_bodies);
  EXPECT_THROW(two->restore(*one->save()), Error);
}

}  // namespace
}  // namespace lockstep::hosts::mujoco
