// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

namespace lockstep::geometry {
namespace {

// Indices with textures and normals, and those that count back, mean the same.
TEST(Obj, ReadsFacesAndParts) {
  const TriangleMesh mesh = read_obj(kObj, "t.obj");
  EXPECT_EQ(mesh.points.size(), 4U);
  EXPECT_NEAR(volume_of(mesh), 1.0 / 6.0, 1e-12);
  ASSERT_EQ(mesh.parts.size(), 2U);
  EXPECT_EQ(mesh.parts[1].name, "rest");
  EXPECT_EQ(mesh.parts[1].first_triangle, 2U);
  EXPECT_EQ(mesh.parts[1].triangle_count, 2U);
}

TEST(Obj, CutsPolygonsIntoTriangles) {
  const TriangleMesh mesh = read_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "t.obj");
  ASSERT_EQ(mesh.triangles.size(), 2U);
  EXPECT_EQ(mesh.triangles[1], (Triangle{0, 2, 3}));
}

TEST(Obj, SaysWhatIsWrong) {
  EXPECT_EQ(error_of([] { read_obj("v 0 0\n", "t.obj"); }),
            "mesh 't.obj' has a vertex that is not three finite numbers");
  for (const char* corner : {"0", "4", "-4", "x"})
    EXPECT_EQ(error_of([&] { read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 " + std::string{corner}, "t.obj"); }),
              "mesh 't.obj' has a face with the vertex '" + std::string{corner} + "', which it lacks");
}

}  // namespace
}  // namespace lockstep::geometry
