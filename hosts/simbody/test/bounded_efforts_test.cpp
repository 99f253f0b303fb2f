// SPDX-License-Identifier: Apache-2.0
#include "bounded_efforts.hpp"

#include <gtest/gtest.h>

#include "lockstep/hosts/simbody/simbody_host.hpp"

namespace lockstep::hosts::simbody {
namespace {

/// Two wheels in a row about z, 1 kg.m2 each, with friction in both joints; no gravity.
description::World two_wheels(double friction) {
  description::World world;
  world.gravity_m_s2 = {0.0, 0.0, 0.0};
  description::Model& model = world.models.emplace_back();
  model.name = model.scoped_name = "m";
  std::string parent = "world";
  for (const char* name : {"a", "b"}) {
    description::Link& link = model.links.emplace_back();
    link.name = name;
    link.scoped_name = "m::" + link.name;
    description::Joint& joint = model.joints.emplace_back();
    joint.name = "to_" + link.name;
    joint.scoped_name = "m::" + joint.name;
    joint.type = description::JointType::kRevolute;
    joint.parent = parent;
    joint.child = parent = link.name;
    joint.axes.resize(1);
    joint.axes[0].direction = {0.0, 0.0, 1.0};
    joint.axes[0].friction = friction;
  }
  return world;
}

// Friction stops both joints and then holds them, and does not turn them round.
TEST(BoundedEfforts, StopsAndHolds) {
  const auto engine = make_engine(two_wheels(1.0));
  engine->prepare({});
  engine->set_joint_state(0, 0.0, 0.5);
  engine->set_joint_state(1, 0.0, -0.2);
  for (int k = 0; k < 2000; ++k)
    ASSERT_TRUE(succeeded(engine->step())) << engine->fault();
  EXPECT_NEAR(engine->state().velocity[0], 0.0, 1e-6);
  EXPECT_NEAR(engine->state().velocity[1], 0.0, 1e-6);
}

// More than the friction of both moves them: the second wheel alone feels 3 - 1 N.m, and drags the first
// joint no further than its friction allows.
TEST(BoundedEfforts, IsOvercome) {
  const auto engine = make_engine(two_wheels(1.0));
  engine->prepare({});
  for (int k = 0; k < 1000; ++k) {
    engine->state().applied = {0.0, 3.0};
    ASSERT_TRUE(succeeded(engine->step())) << engine->fault();
  }
  // The first wheel is turned by -3 + 1 (of the second joint) + 1 (its own) N.m over 1 s, the second by 2.
  EXPECT_NEAR(engine->state().velocity[0], -1.0, 1e-3);
  EXPECT_NEAR(engine->state().velocity[0] + engine->state().velocity[1], 2.0, 1e-3);
}

// A damper that would stop a wheel within a tenth of a step, and a spring as fast: what they come to is that
// of the continuous ones, and the integrator does not crawl.
TEST(BoundedEfforts, HoldStiffDampersAndSprings) {
  description::World world = two_wheels(0.0);
  world.models[0].joints[0].axes[0].damping = 1e4;
  world.models[0].joints[1].axes[0].damping = 1e4;
  world.models[0].joints[1].axes[0].spring_stiffness = 1e6;
  world.models[0].joints[1].axes[0].spring_reference = 0.25;
  const auto engine = make_engine(world);
  engine->prepare({});
  for (int k = 0; k < 1000; ++k) {
    engine->state().applied = {10.0, 0.0};
    ASSERT_TRUE(succeeded(engine->step())) << engine->fault();
  }
  EXPECT_NEAR(engine->state().velocity[0], 10.0 / 1e4, 1e-6);
  EXPECT_NEAR(engine->state().position[0], 1e-3, 1e-4);
  EXPECT_NEAR(engine->state().position[1], 0.25, 1e-4);
}

}  // namespace
}  // namespace lockstep::hosts::simbody
