// SPDX-License-Identifier: Apache-2.0
// What only this engine does; tests/contract has what all of them share.
#include "lockstep/hosts/simbody/simbody_host.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::simbody {
namespace {

description::World arm() {
  description::World world;
  world.models.emplace_back();
  description::Model& model = world.models[0];
  model.name = model.scoped_name = "arm";
  model.links.emplace_back();
  model.links[0].name = "upper";
  model.links[0].scoped_name = "arm::upper";
  model.joints.emplace_back();
  description::Joint& joint = model.joints[0];
  joint.name = "shoulder";
  joint.scoped_name = "arm::shoulder";
  joint.type = description::JointType::kRevolute;
  joint.parent = "world";
  joint.child = "upper";
  joint.axes.resize(1);
  return world;
}

// What is left out is told.
TEST(SimbodyEngine, ReportsWhatItLeavesOut) {
  description::World world = arm();
  world.models[0].links[0].collisions.emplace_back();
  world.models[0].joints[0].axes[0].friction = 1.0;
  std::vector<std::string> log;
  EngineOptions options;
  options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  static_cast<void>(make_engine(world, options));
  ASSERT_EQ(log.size(), 2U);
  EXPECT_NE(log[0].find("the friction of joint 'arm::shoulder' is left out"), std::string::npos) << log[0];
  EXPECT_NE(log[1].find("the collision shapes of link 'arm::upper' are left out"), std::string::npos)
      << log[1];
}

// Contacts are refused by name.
TEST(SimbodyEngine, RefusesContacts) {
  const auto engine = make_engine(arm());
  Needs needs;
  needs.contacts = {0};
  EXPECT_THROW(engine->prepare(needs), Error);
}

// Universal joints whose axes are not at right angles are refused by name.
TEST(SimbodyEngine, RefusesObliqueUniversalJoints) {
  description::World world = arm();
  world.models[0].joints[0].type = description::JointType::kUniversal;
  world.models[0].joints[0].axes.resize(2);
  try {
    static_cast<void>(make_engine(world));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("joint 'arm::shoulder'"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::hosts::simbody
