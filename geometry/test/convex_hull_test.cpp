// SPDX-License-Identifier: Apache-2.0
#include "lockstep/geometry/convex_hull.hpp"

#include "support.hpp"

namespace lockstep::geometry {
namespace {

/// How far the points reach in a direction.
double reach(const std::vector<Vector3>& points, const Vector3& direction) {
  double farthest = -HUGE_VAL;
  for (const Vector3& point : points)
    farthest = std::max(farthest, direction.normalized().dot(point));
  return farthest;
}

TEST(ConvexHull, KeepsCornersAndDropsTheInside) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.points.emplace_back((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 2 : -2, (i & 4) != 0 ? 3 : -3);
  mesh.points.emplace_back(0.5, 0.5, 0.5);
  mesh.points.emplace_back(1.0, 0.0, 0.0);  // in the middle of a face
  EXPECT_EQ(hull_corners(mesh).size(), 8U);
  mesh.triangles = {{0, 1, 2}};
  EXPECT_EQ(hull_corners(mesh, 0.0).size(), 3U) << "points of no triangle do not count";
}

// A ball of 20 000 points becomes at most 1200 corners and loses less than 0.4 % of its radius anywhere.
TEST(ConvexHull, KeepsSmoothBodiesClosely) {
  TriangleMesh ball;
  for (int i = 0; i < 20'000; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / 20'000, r = std::sqrt(1.0 - z * z);
    ball.points.emplace_back(r * std::cos(2.4 * i), r * std::sin(2.4 * i), z);
  }
  const std::vector<Vector3> corners = hull_corners(ball);
  EXPECT_LE(corners.size(), 1206U);
  for (int i = 0; i < 500; ++i)
    EXPECT_GT(reach(corners, {std::sin(1.1 * i), std::cos(1.7 * i), std::sin(0.3 * i + 1.0)}), 0.996);
}

// What is flat gets a thickness about itself; a line gets two, a point three.
TEST(ConvexHull, ThickensWhatIsFlat) {
  TriangleMesh flat;
  for (int i = 0; i < 4; ++i)
    flat.points.emplace_back((i & 1) != 0 ? 1 : 0, (i & 2) != 0 ? 1 : 0, 5);
  const std::vector<Vector3> plate = hull_corners(flat, 0.01);
  EXPECT_EQ(plate.size(), 8U);
  EXPECT_NEAR(reach(plate, {0, 0, 1}), 5.005, 1e-12);
  EXPECT_NEAR(reach(plate, {0, 0, -1}), -4.995, 1e-12);
  EXPECT_NEAR(reach(plate, {1, 0, 0}), 1.0, 1e-12);
  flat.points = {{0, 0, 0}, {0, 0, 3}};
  const std::vector<Vector3> rod = hull_corners(flat, 0.01);
  EXPECT_EQ(rod.size(), 8U);
  EXPECT_NEAR(reach(rod, {0, 0, 1}), 3.0, 1e-12);
  flat.points = {{1, 1, 1}};
  EXPECT_EQ(hull_corners(flat, 0.01).size(), 8U);
  flat.points.clear();
  EXPECT_TRUE(hull_corners(flat).empty());
}

// The faces of a box are among its half spaces; each of them holds every corner.
TEST(ConvexHull, HalfSpacesHoldTheBody) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.points.emplace_back((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 2 : -2, (i & 4) != 0 ? 3 : -3);
  const std::vector<HalfSpace> faces = supporting_half_spaces(mesh, mesh.points);
  double top = HUGE_VAL;
  for (const HalfSpace& face : faces) {
    EXPECT_NEAR(reach(mesh.points, face.normal), face.offset, 1e-12);
    if (face.normal.z() == 1.0) top = face.offset;
  }
  EXPECT_EQ(top, 3.0);
  EXPECT_TRUE(supporting_half_spaces(mesh, {}).empty());
}

}  // namespace
}  // namespace lockstep::geometry
