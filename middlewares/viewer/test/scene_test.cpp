// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "viewed_world.hpp"

namespace lockstep::viewer {
namespace {

TEST(Scene, HasMovingAndRestingLinks) {
  const test::ViewedWorld of;
  const Scene scene = make_scene(of.world, of.layout);
  ASSERT_EQ(scene.links.size(), 2U);
  EXPECT_EQ(scene.links[0].name, "arm/link");
  EXPECT_EQ(scene.links[0].moving, 0U);
  EXPECT_EQ(scene.links[1].name, "block/body");
  EXPECT_FALSE(scene.links[1].moving);
  EXPECT_EQ(scene.links[1].pose.position.x(), 3.0);
  EXPECT_EQ(scene.joints[0]["axes"][0]["lower"], -1.5);
  EXPECT_TRUE(scene.joints[0]["axes"][0]["upper"].is_null());
}

TEST(Scene, KnowsAllShapes) {
  test::ViewedWorld of;
  description::Link& link = of.world.models[0].links[0];
  link.visuals.clear();
  for (const description::Geometry& geometry :
       {description::Geometry{description::Box{}}, description::Geometry{description::Sphere{}},
        description::Geometry{description::Cylinder{}}, description::Geometry{description::Capsule{}},
        description::Geometry{description::Ellipsoid{}}, description::Geometry{description::Plane{}},
        description::Geometry{description::OtherShape{"heightmap"}}}) {
    link.visuals.emplace_back();
    link.visuals.back().geometry = geometry;
  }
  const Json json = scene_json(make_scene(of.world, of.layout));
  std::vector<std::string> kinds;
  for (const Json& shape : json["links"][0]["shapes"])
    kinds.push_back(shape["kind"]);
  EXPECT_EQ(kinds, (std::vector<std::string>{"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane"}));
}

// A mesh that was removed since the world was read is left out; the others are served by number.
TEST(Scene, ServesOnlyMeshesThatExist) {
  test::ViewedWorld of;
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "lockstep_scene_test.stl";
  std::ofstream{file} << "solid";
  description::Link& link = of.world.models[0].links[0];
  link.visuals.resize(3);
  link.visuals[0].geometry = description::Mesh{"/does/not/exist.stl", "", {1, 1, 1}, "", false};
  link.visuals[1].geometry = description::Mesh{file.string(), "", {2, 2, 2}, "", false};
  link.visuals[2].geometry = link.visuals[1].geometry;
  const Scene scene = make_scene(of.world, of.layout);
  EXPECT_EQ(scene.links[0].shapes.size(), 2U);
  EXPECT_EQ(scene.meshes, std::vector<std::string>{file.string()});
  std::filesystem::remove(file);
}

// A solid box of edges a, b, c has the inertia m/12 (b^2 + c^2) about its first axis.
TEST(Scene, DrawsTheInertiaOfALinkWithoutShape) {
  test::ViewedWorld of;
  description::Link& link = of.world.models[0].links[0];
  link.visuals.clear();
  const double m = 3.0, a = 0.1, b = 0.2, c = 0.5;
  link.inertial.given = true;
  link.inertial.mass_kg = m;
  link.inertial.inertia_kg_m2 = Eigen::Vector3d{b * b + c * c, a * a + c * c, a * a + b * b}.asDiagonal() *
                                description::Matrix3::Identity() * (m / 12.0);
  const Scene scene = make_scene(of.world, of.layout);
  ASSERT_EQ(scene.links[0].shapes.size(), 1U);
  const SceneShape& box = scene.links[0].shapes[0];
  EXPECT_EQ(box.purpose, SceneShape::Purpose::kInertia);
  // Edges in the frame of the link, whatever the order of the principal axes.
  const Eigen::Vector3d edges = (box.pose.orientation * box.size).cwiseAbs();
  EXPECT_NEAR(edges.x(), a, 1e-12);
  EXPECT_NEAR(edges.y(), b, 1e-12);
  EXPECT_NEAR(edges.z(), c, 1e-12);
}

}  // namespace
}  // namespace lockstep::viewer
