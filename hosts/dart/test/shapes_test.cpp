// SPDX-License-Identifier: Apache-2.0
#include "shapes.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::hosts::dart {
namespace {

/// Extent of all parts together, in the shape's frame.
Eigen::Vector3d extent_of(const description::Geometry& geometry) {
  Eigen::AlignedBox3d all;
  for (const ShapePart& part : parts_of(geometry)) {
    const auto& box = part.shape->getBoundingBox();
    for (int i = 0; i < 8; ++i)
      all.extend(part.pose * Eigen::Vector3d{(i & 1) != 0 ? box.getMax().x() : box.getMin().x(),
                                             (i & 2) != 0 ? box.getMax().y() : box.getMin().y(),
                                             (i & 4) != 0 ? box.getMax().z() : box.getMin().z()});
  }
  return all.sizes();
}

TEST(Shapes, HaveTheSizesOfTheDescription) {
  EXPECT_LT((extent_of(description::Box{{1, 2, 3}}) - Eigen::Vector3d{1, 2, 3}).norm(), 1e-12);
  EXPECT_LT((extent_of(description::Sphere{0.5}) - Eigen::Vector3d{1, 1, 1}).norm(), 3e-3);
  EXPECT_LT((extent_of(description::Cylinder{0.5, 3}) - Eigen::Vector3d{1, 1, 3}).norm(), 1e-6);
  EXPECT_LT((extent_of(description::Capsule{0.5, 3}) - Eigen::Vector3d{1, 1, 4}).norm(), 3e-3);
  EXPECT_LT((extent_of(description::Ellipsoid{{1, 2, 3}}) - Eigen::Vector3d{2, 4, 6}).norm(), 2e-2);
}

// The surface of the box that stands for a plane is the plane, whatever way it looks.
TEST(Shapes, PlanesLieWhereTheyShould) {
  description::Plane plane;
  plane.normal = {0, 1, 0};
  const ShapePart part = parts_of(plane).at(0);
  const auto box = std::dynamic_pointer_cast<dd::BoxShape>(part.shape);
  ASSERT_NE(box, nullptr);
  EXPECT_LT((part.pose * Eigen::Vector3d{0, 0, 0.5 * box->getSize().z()}).norm(), 1e-12);
  EXPECT_LT((part.pose.linear() * Eigen::Vector3d::UnitZ() - plane.normal).norm(), 1e-12);
}

TEST(Shapes, TakesMeshesByTheirTriangles) {
  const test::TemporaryFolder folder;
  description::Mesh mesh;
  mesh.file = test::write_file(folder / "t.obj",
                               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
                  .string();
  mesh.scale = {-2, 1, 1};
  EXPECT_LT((extent_of(mesh) - Eigen::Vector3d{2, 1, 1}).norm(), 1e-6);
  mesh.file += "x";
  EXPECT_THROW(parts_of(mesh), Error);
  EXPECT_TRUE(parts_of(description::OtherShape{"empty"}).empty());
}

}  // namespace
}  // namespace lockstep::hosts::dart
