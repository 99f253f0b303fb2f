// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "support.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

std::string collision(const std::string& shape, const std::string& rest = "") {
  return in_model("<link name='l'><collision name='c'><geometry>" + shape + "</geometry>" + rest +
                  "</collision></link>");
}

Collision read_collision(const std::string& shape, const std::string& rest = "") {
  return read(collision(shape, rest)).world.models.at(0).links.at(0).collisions.at(0);
}

template <class Shape>
Shape shape_of(const std::string& text) {
  return std::get<Shape>(read_collision(text).geometry);
}

TEST(SdfGeometry, ReadsEveryShape) {
  EXPECT_EQ(shape_of<Box>("<box><size>1 2 3</size></box>").size_m, Vector3(1, 2, 3));
  EXPECT_EQ(shape_of<Sphere>("<sphere><radius>2</radius></sphere>").radius_m, 2);
  EXPECT_EQ(shape_of<Cylinder>("<cylinder><radius>2</radius><length>5</length></cylinder>").length_m, 5);
  EXPECT_EQ(shape_of<Capsule>("<capsule><radius>2</radius><length>5</length></capsule>").radius_m, 2);
  EXPECT_EQ(shape_of<Ellipsoid>("<ellipsoid><radii>1 2 3</radii></ellipsoid>").radii_m, Vector3(1, 2, 3));
  EXPECT_EQ(shape_of<Plane>("<plane><normal>0 2 0</normal><size>3 4</size></plane>").normal,
            Vector3(0, 1, 0));
  EXPECT_EQ(shape_of<OtherShape>("<empty/>").kind, "empty");
}

// What has no counterpart in an engine is said, not swallowed.
TEST(SdfGeometry, WarnsAboutShapesWithoutEffect) {
  const ReadResult result = read(collision("<heightmap><uri>x</uri></heightmap>"));
  EXPECT_TRUE(has_id(result.findings, "shape-unsupported"));
}

TEST(SdfGeometry, RefusesImpossibleShapes) {
  EXPECT_CONTAINS(error_of(collision("<box><size>1 0 1</size></box>"), strict()),
                  "'size' of a <box> is 0, expected a number above 0");
  EXPECT_CONTAINS(error_of(collision("<sphere><radius>-1</radius></sphere>")), "'radius' is -1");
  EXPECT_CONTAINS(error_of(collision("<cube/>")), "no shape that is known, expected box, sphere");
  EXPECT_CONTAINS(error_of(in_model("<link name='l'><collision name='c'/></link>")), "has no 'geometry'");
}

// Meshes are found when the file is read, so that a missing one is known before the run.
TEST(SdfGeometry, FindsMeshes) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "meshes/part.stl", "solid x\nendsolid x\n");
  const std::string text = collision("<mesh><uri>meshes/part.stl</uri><scale>2 2 2</scale></mesh>");
  const ReadResult result = read_world_text(text, (folder / "w.sdf").string(), alone());
  const Mesh mesh = std::get<Mesh>(result.world.models.at(0).links.at(0).collisions.at(0).geometry);
  EXPECT_EQ(mesh.file, (folder / "meshes/part.stl").string());
  EXPECT_EQ(mesh.scale, Vector3(2, 2, 2));
  EXPECT_CONTAINS(error_of(text), "mesh 'meshes/part.stl' does not exist; looked in /nowhere");
}

// Sizes of 0 become 1 mm, with a remark: a flat box still carries what stands on it.
TEST(SdfGeometry, MakesSizesOfZeroSolid) {
  EXPECT_EQ(shape_of<Box>("<box><size>1 0 2</size></box>").size_m, Vector3(1, 1e-3, 2));
  EXPECT_EQ(shape_of<Sphere>("<sphere><radius>0</radius></sphere>").radius_m, 1e-3);
  EXPECT_TRUE(has_id(read(collision("<sphere><radius>0</radius></sphere>")).findings, "size-zero"));
}

// All meshes that are only seen and missing are one warning.
TEST(SdfGeometry, MissingVisualsAreOneWarning) {
  const auto visual = [](const std::string& name) {
    return "<visual name='" + name + "'><geometry><mesh><uri>" + name +
           ".stl</uri></mesh></geometry></visual>";
  };
  const ReadResult result =
      read(in_model("<link name='l'>" + visual("a") + visual("b") + visual("c") + "</link>"));
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].severity, Severity::kWarning);
  EXPECT_CONTAINS(result.findings[0].message,
                  "mesh 'a.stl' does not exist; looked in /nowhere; nor do 2 others");
}

TEST(SdfGeometry, ReadsBitMasksInHexadecimal) {
  const auto mask_of = [](const std::string& text) {
    return read(in_model("<link name='l'><collision name='c'><geometry><box/></geometry><surface><contact>"
                         "<collide_bitmask>" +
                         text + "</collide_bitmask></contact></surface></collision></link>"))
        .world.models.at(0)
        .links.at(0)
        .collisions.at(0)
        .surface.collide_bitmask;
  };
  EXPECT_EQ(mask_of("0xffff"), 0xffffU);
  EXPECT_EQ(mask_of("0X0A"), 10U);
  EXPECT_EQ(mask_of("12"), 12U);
  EXPECT_THROW(mask_of("0xg"), Error);
  EXPECT_THROW(mask_of("0x"), Error);
  EXPECT_THROW(mask_of("0x123456789"), Error);
}

TEST(SdfGeometry, ReadsSurfaces) {
  const Surface surface =
      read_collision(
          "<box/>",
          "<surface><friction><ode><mu>0.5</mu></ode><torsional><coefficient>0.1</coefficient></torsional>"
          "</friction><bounce><restitution_coefficient>0.9</restitution_coefficient></bounce><contact>"
          "<collide_bitmask>3</collide_bitmask><ode><kp>1e6</kp><kd>100</kd><max_vel>inf</max_vel></ode>"
          "</contact></surface>")
          .surface;
  EXPECT_EQ(surface.mu, 0.5);
  EXPECT_EQ(surface.mu2, 0.5);
  EXPECT_TRUE(surface.friction_given);
  EXPECT_EQ(surface.torsional_mu, 0.1);
  EXPECT_EQ(surface.restitution, 0.9);
  EXPECT_EQ(surface.contact_stiffness_n_m, 1e6);
  EXPECT_EQ(surface.contact_damping_ns_m, 100);
  EXPECT_TRUE(std::isinf(surface.max_velocity_m_s));
  EXPECT_EQ(surface.collide_bitmask, 3U);
  EXPECT_FALSE(read_collision("<box/>").surface.friction_given);
}

}  // namespace
}  // namespace lockstep::description
