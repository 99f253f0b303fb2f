// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

namespace lockstep::geometry {
namespace {

/// The tetrahedron with the given faces, in a scene with the given nodes.
std::string collada(const std::string& faces, const std::string& nodes, const std::string& asset = "") {
  return "<COLLADA><asset>" + asset +
         "</asset><library_geometries><geometry id='g' name='tetra'><mesh><source id='p'><float_array id='a' "
         "count='12'>0 0 0 1 0 0 0 1 0 0 0 1</float_array></source><vertices id='v'><input "
         "semantic='POSITION' "
         "source='#p'/></vertices>" +
         faces + "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene>" + nodes +
         "</visual_scene></library_visual_scenes></COLLADA>";
}
const std::string kInputs =
    "<input semantic='NORMAL' offset='1'/><input semantic='VERTEX' source='#v' offset='0'/>";
const std::string kTriangles =
    "<triangles>" + kInputs + "<p>0 9 2 9 1 9 0 9 1 9 3 9 0 9 3 9 2 9 1 9 2 9 3 9</p></triangles>";
const std::string kInstance = "<instance_geometry url='#g'/>";

TEST(Collada, ReadsEveryKindOfFaces) {
  const std::string node = "<node>" + kInstance + "</node>";
  EXPECT_NEAR(volume_of(read_collada(collada(kTriangles, node), "t.dae")), 1.0 / 6.0, 1e-12);
  const std::string list =
      "<polylist>" + kInputs +
      "<vcount>3 3 3 3</vcount><p>0 9 2 9 1 9 0 9 1 9 3 9 0 9 3 9 2 9 1 9 2 9 3 9</p></polylist>";
  EXPECT_NEAR(volume_of(read_collada(collada(list, node), "t.dae")), 1.0 / 6.0, 1e-12);
  const std::string polygons =
      "<polygons>" + kInputs +
      "<p>0 9 2 9 1 9</p><p>0 9 1 9 3 9</p><p>0 9 3 9 2 9</p><p>1 9 2 9 3 9</p></polygons>";
  EXPECT_NEAR(volume_of(read_collada(collada(polygons, node), "t.dae")), 1.0 / 6.0, 1e-12);
  const std::string strip = "<tristrips>" + kInputs + "<p>2 9 1 9 0 9 3 9 2 9 1 9</p></tristrips>";
  EXPECT_NEAR(volume_of(read_collada(collada(strip, node), "t.dae")), 1.0 / 6.0, 1e-12);
}

// Nested nodes apply one after the other, each with its steps in file order; the unit scales all of it, and
// the up axis is left alone.
TEST(Collada, AppliesNodesAndUnit) {
  const TriangleMesh mesh = read_collada(collada(kTriangles,
                                                 "<node name='outer'><translate>10 0 0</translate><node "
                                                 "name='inner'><rotate>0 0 1 90</rotate><scale>2 2 "
                                                 "2</scale>" +
                                                     kInstance + "</node></node>",
                                                 "<unit meter='0.01'/><up_axis>Y_UP</up_axis>"),
                                         "t.dae");
  EXPECT_LT((mesh.points[0] - Vector3{0.1, 0, 0}).norm(), 1e-12);
  EXPECT_LT((mesh.points[1] - Vector3{0.1, 0.02, 0}).norm(), 1e-12);
  EXPECT_LT((mesh.points[3] - Vector3{0.1, 0, 0.02}).norm(), 1e-12);
  EXPECT_EQ(mesh.parts.at(0).name, "inner");
}

// A matrix is written by rows; one that mirrors keeps the outside of the faces outside.
TEST(Collada, MirrorsBodiesWithTheirOutside) {
  const TriangleMesh mesh = read_collada(
      collada(kTriangles, "<node><matrix>-1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>" + kInstance + "</node>"),
      "t.dae");
  EXPECT_LT((mesh.points[1] - Vector3{4, 6, 7}).norm(), 1e-12);
  EXPECT_NEAR(volume_of(mesh), 1.0 / 6.0, 1e-12);
}

TEST(Collada, FollowsInstancesOfNodesAndGeometriesWithoutAScene) {
  const std::string library =
      "<COLLADA>" + collada(kTriangles, "<node><instance_node url='#n'/></node>").substr(9);
  std::string with_nodes = library;
  with_nodes.insert(
      9, "<library_nodes><node id='n'><translate>0 0 1</translate>" + kInstance + "</node></library_nodes>");
  EXPECT_LT((read_collada(with_nodes, "t.dae").points[0] - Vector3{0, 0, 1}).norm(), 1e-12);
  EXPECT_EQ(read_collada(collada(kTriangles, ""), "t.dae").parts.at(0).name, "tetra");
}

TEST(Collada, SaysWhatIsWrong) {
  const std::string node = "<node>" + kInstance + "</node>";
  EXPECT_NE(error_of([] { read_collada("<x/>", "t.dae"); }).find("mesh 't.dae' is no Collada file"),
            std::string::npos);
  EXPECT_NE(error_of([] { read_collada("<COLLADA/>", "t.dae"); }).find("mesh 't.dae' has no triangles"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              read_collada(collada("<triangles>" + kInputs + "<p>0 0 1 0 7 0</p></triangles>", node),
                           "t.dae");
            }).find("face with the point 7, which it lacks"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              read_collada(collada("<triangles>" + kInputs + "<p>0 0 1 0 -7 0</p></triangles>", node),
                           "t.dae");
            }).find("impossible index"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              read_collada(collada(kTriangles, "<node id='n'><instance_node url='#n'/></node>"), "t.dae");
            }).find("nodes that hold each other"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              read_collada(collada(kTriangles, "<node><matrix>1 2</matrix>" + kInstance + "</node>"),
                           "t.dae");
            }).find("<matrix> without its 16 numbers"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::geometry
