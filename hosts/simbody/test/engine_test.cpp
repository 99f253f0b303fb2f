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

// A mesh that cannot be read is an error: the body would fall through everything.
TEST(SimbodyEngine, RefusesMeshesItCannotRead) {
  description::World world = arm();
  world.models[0].links[0].collisions.emplace_back();
  description::Mesh mesh;
  mesh.file = mesh.uri = "arm.dae";
  world.models[0].links[0].collisions[0].geometry = mesh;
  EXPECT_THROW(static_cast<void>(make_engine(world)), Error);
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
