// SPDX-License-Identifier: Apache-2.0
#include "solid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/files.hpp"

namespace lockstep::hosts::simbody {
namespace {

/// Distance of a point, with the normal checked against the slope of the distance.
double distance(const Solid& solid, const Vector3& point) {
  Vector3 normal;
  const double at = solid.distance(point, normal);
  EXPECT_NEAR(normal.norm(), 1.0, 1e-12);
  Vector3 unused;
  EXPECT_GT(solid.distance(point + 1e-4 * normal, unused), at);
  return at;
}

/// How far the feelers reach in a direction.
double reach(const Solid& solid, const Vector3& direction) {
  std::vector<Feeler> feelers;
  solid.add_feelers(direction, feelers);
  double farthest = -HUGE_VAL;
  for (const Feeler& feeler : feelers)
    farthest = std::max(farthest, direction.dot(feeler.point) + feeler.radius_m);
  return farthest;
}

TEST(Solid, MeasuresDistances) {
  const Solid box{description::Box{{2, 4, 6}}};
  EXPECT_NEAR(distance(box, {0.9, 0, 0}), -0.1, 1e-12);
  EXPECT_NEAR(distance(box, {-4, 6, 0}), 5.0, 1e-12);
  const Solid cylinder{description::Cylinder{1, 4}};
  EXPECT_NEAR(distance(cylinder, {0, 0.8, 0}), -0.2, 1e-12);
  EXPECT_NEAR(distance(cylinder, {0, 0, -1.9}), -0.1, 1e-12);
  EXPECT_NEAR(distance(cylinder, {4, 0, 6}), 5.0, 1e-12);
  const Solid capsule{description::Capsule{1, 2}};
  EXPECT_NEAR(distance(capsule, {0, 0, 1.5}), -0.5, 1e-12);
  EXPECT_NEAR(distance(capsule, {0, 3, 0.5}), 2.0, 1e-12);
  EXPECT_NEAR(distance(Solid{description::Sphere{2}}, {0, 0, 3}), 1.0, 1e-12);
  EXPECT_NEAR(distance(Solid{description::Plane{}}, {5, 5, -0.5}), -0.5, 1e-12);
  EXPECT_NEAR(distance(Solid{description::Ellipsoid{{1, 2, 3}}}, {0, 1.99, 0}), -0.01, 1e-4);
}

// The point that reaches farthest is where the shape does, also of round ones turned in any way.
TEST(Solid, FeelersReachAsFarAsTheShape) {
  const Vector3 down{0, 0, -1}, aside{std::sin(0.7), -std::cos(0.7), 0};
  EXPECT_NEAR(reach(Solid{description::Box{{2, 4, 6}}}, down), 3.0, 1e-12);
  EXPECT_NEAR(reach(Solid{description::Cylinder{1, 4}}, down), 2.0, 1e-12);
  EXPECT_NEAR(reach(Solid{description::Cylinder{1, 4}}, aside), 1.0, 1e-12);
  EXPECT_NEAR(reach(Solid{description::Capsule{1, 4}}, aside), 1.0, 1e-12);
  EXPECT_NEAR(reach(Solid{description::Ellipsoid{{1, 2, 3}}}, down), 3.0, 1e-12);
  const Vector3 askew = Vector3{1, 2, 2} / 3.0;
  EXPECT_NEAR(reach(Solid{description::Ellipsoid{{1, 2, 3}}}, askew), std::sqrt(1.0 + 16.0 + 36.0) / 3.0,
              1e-12);
}

TEST(Solid, TakesHullsOfMeshes) {
  const test::TemporaryFolder folder;
  description::Mesh mesh;
  mesh.file = test::write_file(folder / "t.obj",
                               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
                  .string();
  const Solid solid{mesh};
  EXPECT_NEAR(distance(solid, {0.1, 0.2, 0.3}), -0.1, 1e-9);
  EXPECT_NEAR(reach(solid, {1, 0, 0}), 1.0, 1e-9);
  EXPECT_NEAR(solid.reach_m(), 1.0, 1e-9);
  EXPECT_TRUE(Solid{description::OtherShape{"empty"}}.is_empty());
}

}  // namespace
}  // namespace lockstep::hosts::simbody
