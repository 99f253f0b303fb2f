// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"
#include "support/files.hpp"

namespace lockstep::geometry {
namespace {

description::Mesh shape_of(const std::filesystem::path& file, const Vector3& scale = {1, 1, 1}) {
  description::Mesh shape;
  shape.file = file.string();
  shape.uri = file.filename().string();
  shape.scale = scale;
  return shape;
}

// The suffix, in any case, says how a file is read.
TEST(Mesh, ReadsFilesByTheirSuffix) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_mesh(test::write_file(folder / "t.STL", text_stl()).string()).triangles.size(), 4U);
  EXPECT_EQ(read_mesh(test::write_file(folder / "t.obj", kObj).string()).triangles.size(), 4U);
  EXPECT_NE(
      error_of([&] { read_mesh(test::write_file(folder / "t.dae", "<x/>").string()); }).find("no Collada"),
      std::string::npos);
  EXPECT_NE(error_of([&] {
              read_mesh(test::write_file(folder / "t.ply", "x").string());
            }).find("t.ply' is none of STL, OBJ and Collada"),
            std::string::npos);
  EXPECT_NE(error_of([&] { read_mesh((folder / "none.stl").string()); }).find("cannot be read"),
            std::string::npos);
  MeshLimits small;
  small.max_bytes = 10;
  EXPECT_NE(error_of([&] { read_mesh((folder / "t.obj").string(), small); }).find("expected at most 10"),
            std::string::npos);
}

// A scale that mirrors leaves a body with its outside outside.
TEST(Mesh, ScalesAndMirrors) {
  const test::TemporaryFolder folder;
  const auto file = test::write_file(folder / "t.stl", binary_stl());
  EXPECT_NEAR(volume_of(mesh_of(shape_of(file, {2, 3, 4}))), 4.0, 1e-12);
  EXPECT_NEAR(volume_of(mesh_of(shape_of(file, {-2, 3, 4}))), 4.0, 1e-12);
  EXPECT_EQ(mesh_of(shape_of(file, {-2, 3, 4})).points[2], Vector3(-2, 0, 0));
}

// A part has its own points only, and can be centred on the middle of its extent.
TEST(Mesh, TakesParts) {
  const test::TemporaryFolder folder;
  description::Mesh shape = shape_of(test::write_file(folder / "t.obj", kObj), {2, 2, 2});
  shape.submesh = "rest";
  EXPECT_EQ(mesh_of(shape).triangles.size(), 2U);
  shape.centre_submesh = true;
  EXPECT_LT((mesh_of(shape).points[0] - Vector3{-1, -1, -1}).norm(), 1e-12);
  shape.submesh = "none";
  EXPECT_EQ(error_of([&] { mesh_of(shape); }), "mesh 't.obj' has no part 'none'; it has: half, rest");
}

// A plate without thickness becomes a body of 1 mm; what is thicker stays as it is.
TEST(Mesh, GivesFlatMeshesAThickness) {
  const test::TemporaryFolder folder;
  const auto plate = test::write_file(folder / "p.obj", "v 0 0 5\nv 1 0 5\nv 1 1 5\nv 0 1 5\nf 1 2 3 4\n");
  const TriangleMesh solid = mesh_of(shape_of(plate));
  EXPECT_EQ(solid.triangles.size(), 16U);
  EXPECT_NEAR(volume_of(solid), 1e-3, 1e-12);
  EXPECT_EQ(mesh_of(shape_of(test::write_file(folder / "t.stl", binary_stl()))).triangles.size(), 4U);
}

}  // namespace
}  // namespace lockstep::geometry
