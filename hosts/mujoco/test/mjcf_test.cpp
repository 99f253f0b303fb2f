// SPDX-License-Identifier: Apache-2.0
#include "mjcf.hpp"

#include <gtest/gtest.h>

#include "mjcf_geometry.hpp"
#include "model_loader.hpp"
#include "support/files.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using description::JointType;

const JointType kTypes[] = {JointType::kRevolute};

description::World arm_with_shape(const description::Geometry& geometry) {
  description::World world;
  world.models.emplace_back();
  description::Model& model = world.models[0];
  model.name = model.scoped_name = "arm";
  model.links.emplace_back();
  model.links[0].name = "upper";
  model.links[0].scoped_name = "arm::upper";
  model.links[0].collisions.emplace_back();
  model.links[0].collisions[0].name = "shape";
  model.links[0].collisions[0].geometry = geometry;
  model.joints.emplace_back();
  description::Joint& joint = model.joints[0];
  joint.name = "shoulder";
  joint.scoped_name = "arm::shoulder";
  joint.type = JointType::kRevolute;
  joint.parent = "world";
  joint.child = "upper";
  joint.axes.resize(1);
  return world;
}

Model compiled(const description::World& world) {
  const auto plan = make_plan(world, {}, "mujoco", kTypes);
  HullTexts hulls;
  return load_model(mjcf_text(*plan, {}, {}, hulls));
}

// Dynamics and limits of a joint arrive in the compiled model.
TEST(Mjcf, TakesOverJointDynamics) {
  description::World world = arm_with_shape(description::Sphere{0.1});
  description::JointAxis& axis = world.models[0].joints[0].axes[0];
  axis.damping = 0.1;
  axis.friction = 0.2;
  axis.spring_stiffness = 0.3;
  axis.spring_reference = 0.4;
  axis.lower = -1.5;
  const Model model = compiled(world);
  ASSERT_EQ(model->nv, 1);
  EXPECT_EQ(model->dof_damping[0], 0.1);
  EXPECT_EQ(model->dof_frictionloss[0], 0.2);
  EXPECT_EQ(model->jnt_stiffness[0], 0.3);
  EXPECT_EQ(model->qpos_spring[0], 0.4);
  EXPECT_EQ(model->jnt_range[0], -1.5);
  EXPECT_EQ(model->opt.timestep, 0.001);
}

// Every primitive compiles with the size the description means.
TEST(Mjcf, TakesOverShapes) {
  EXPECT_EQ(compiled(arm_with_shape(description::Box{{0.2, 0.4, 0.6}}))->geom_size[2], 0.3);
  EXPECT_EQ(compiled(arm_with_shape(description::Cylinder{0.1, 0.5}))->geom_size[1], 0.25);
  EXPECT_EQ(compiled(arm_with_shape(description::Capsule{0.1, 0.5}))->geom_size[1], 0.25);
  EXPECT_EQ(compiled(arm_with_shape(description::Ellipsoid{{0.1, 0.2, 0.3}}))->geom_size[1], 0.2);
}

// Meshes become their convex hulls; the same one is read once. One that cannot be read is an error by name.
TEST(Mjcf, TakesMeshesAsHulls) {
  const test::TemporaryFolder folder;
  description::Mesh mesh;
  mesh.uri = "arm.obj";
  mesh.file =
      test::write_file(folder / "arm.obj",
                       "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nf 1 3 2\nf 1 2 4\nf 5 3 4\n")
          .string();
  mesh.scale = {1, -1, 1};
  const Model model = compiled(arm_with_shape(mesh));
  ASSERT_EQ(model->nmesh, 1);
  EXPECT_EQ(model->mesh_vertnum[0], 4);
  HullTexts hulls;
  const std::string* const first = &hulls.of(mesh);
  test::write_file(folder / "arm.obj", "");
  EXPECT_EQ(&hulls.of(mesh), first);
  EXPECT_THROW(compiled(arm_with_shape(mesh)), Error);
}

// Where two surfaces meet, the one with less friction decides: it has the higher priority.
TEST(Mjcf, LessFrictionHasPriority) {
  description::World world = arm_with_shape(description::Sphere{0.1});
  std::vector<description::Collision>& shapes = world.models[0].links[0].collisions;
  shapes.resize(4, shapes[0]);
  shapes[0].surface.mu = 0.5;
  shapes[1].surface.mu = 100.0;
  shapes[2].surface.mu = std::numeric_limits<double>::infinity();
  shapes[3].surface.mu = 0.5;
  const Model model = compiled(world);
  EXPECT_EQ(std::vector<int>(model->geom_priority, model->geom_priority + 4), (std::vector<int>{2, 1, 0, 2}));
}

// Equal limits hold a joint there.
TEST(Mjcf, HoldsLockedJoints) {
  description::World world = arm_with_shape(description::Sphere{0.1});
  world.models[0].joints[0].axes[0].lower = world.models[0].joints[0].axes[0].upper = 0.25;
  const Model model = compiled(world);
  ASSERT_EQ(model->neq, 1);
  EXPECT_EQ(model->eq_data[0], 0.25);
  EXPECT_EQ(model->eq_data[1], 0.0);
  EXPECT_EQ(model->jnt_limited[0], 0);
}

// A pose is written so that it reads back to the same bits.
TEST(Mjcf, WritesExactNumbers) {
  EXPECT_EQ(numbers({0.1, -1e-300, 1.0 / 3.0}), "0.1 -1e-300 0.3333333333333333");
}

// A joint that follows another one becomes a constraint between both.
TEST(Mjcf, CouplesMimicJoints) {
  description::World world = arm_with_shape(description::Sphere{0.1});
  description::Model& model = world.models[0];
  model.links.push_back(model.links[0]);
  model.links[1].name = "lower";
  model.links[1].scoped_name = "arm::lower";
  model.joints.push_back(model.joints[0]);
  model.joints[1].name = "elbow";
  model.joints[1].scoped_name = "arm::elbow";
  model.joints[1].child = "lower";
  model.joints[1].mimic = {"shoulder", -2.0, 0.25};
  const Model made = compiled(world);
  ASSERT_EQ(made->neq, 1);
  EXPECT_EQ(made->eq_obj1id[0], 1);
  EXPECT_EQ(made->eq_obj2id[0], 0);
  EXPECT_EQ(made->eq_data[0], 0.25);
  EXPECT_EQ(made->eq_data[1], -2.0);
}

}  // namespace
}  // namespace lockstep::hosts::mujoco
