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

// What is left out is told: shapes it does not have, and boxes that would have to touch each other.
TEST(SimbodyEngine, ReportsWhatItLeavesOut) {
  description::World world = arm();
  world.models[0].links[0].collisions.emplace_back();
  world.models[0].links[0].collisions[0].name = "shape";
  for (const char* name : {"a", "b"}) {
    description::Model& model = world.models.emplace_back();
    model.name = model.scoped_name = name;
    description::Link& link = model.links.emplace_back();
    link.name = "l";
    link.scoped_name = model.name + "::l";
    link.collisions.emplace_back();
    link.collisions[0].geometry = description::Box{};
  }
  std::vector<std::string> log;
  EngineOptions options;
  options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  static_cast<void>(make_engine(world, options));
  ASSERT_EQ(log.size(), 2U);
  EXPECT_NE(log[0].find("collision 'shape' of link 'arm::upper' is left out"), std::string::npos) << log[0];
  EXPECT_NE(log[1].find("'a::l' and 'b::l' go through each other"), std::string::npos) << log[1];
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
