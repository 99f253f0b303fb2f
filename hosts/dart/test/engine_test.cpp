// SPDX-License-Identifier: Apache-2.0
// What only this engine does; tests/contract has what all of them share.
#include "lockstep/hosts/dart/dart_host.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::dart {
namespace {

description::World body_with(const description::Geometry& geometry) {
  description::World world;
  world.models.emplace_back();
  world.models[0].name = world.models[0].scoped_name = "box";
  world.models[0].links.emplace_back();
  description::Link& link = world.models[0].links[0];
  link.name = "body";
  link.scoped_name = "box::body";
  link.collisions.emplace_back();
  link.collisions[0].name = "shape";
  link.collisions[0].geometry = geometry;
  return world;
}

// A mesh that cannot be read is an error: the body would fall through everything.
TEST(DartEngine, RefusesMeshesItCannotRead) {
  description::Mesh mesh;
  mesh.file = mesh.uri = "arm.dae";
  EXPECT_THROW(static_cast<void>(make_engine(body_with(mesh))), Error);
}

// Forces DART would not survive are refused with advice.
TEST(DartEngine, RefusesForcesBeyondReason) {
  const auto engine = make_engine(body_with(description::Sphere{}));
  Needs needs;
  needs.links = needs.pushed = {0};
  engine->prepare(needs);
  engine->state().force_W[0] = {1e200, 0.0, 0.0};
  EXPECT_EQ(engine->step(), core::Status::kError);
  EXPECT_NE(engine->fault().find("an effort or force is beyond 1e15"), std::string::npos);
}

// A snapshot of another world is refused.
TEST(DartEngine, RefusesForeignSnapshots) {
  const auto one = make_engine(body_with(description::Sphere{}));
  const auto two = make_engine(body_with(description::Sphere{}));
  EXPECT_THROW(two->restore(*one->save()), Error);
}

}  // namespace
}  // namespace lockstep::hosts::dart
