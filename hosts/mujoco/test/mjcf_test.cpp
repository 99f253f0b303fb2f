// SPDX-License-Identifier: Apache-2.0
#include "mjcf.hpp"

#include <gtest/gtest.h>

#include "mjcf_geometry.hpp"
#include "model_loader.hpp"

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

Model compiled(const description::World& world, std::vector<Diagnostic>& findings) {
  const auto plan = make_plan(world, {}, "mujoco", kTypes);
  return load_model(mjcf_text(*plan, {}, {}, findings));
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
  std::vector<Diagnostic> findings;
  const Model model = compiled(world, findings);
  ASSERT_EQ(model->nv, 1);
  EXPECT_EQ(model->dof_damping[0], 0.1);
  EXPECT_EQ(model->dof_frictionloss[0], 0.2);
  EXPECT_EQ(model->jnt_stiffness[0], 0.3);
  EXPECT_EQ(model->qpos_spring[0], 0.4);
  EXPECT_EQ(model->jnt_range[0], -1.5);
  EXPECT_EQ(model->opt.timestep, 0.001);
  EXPECT_TRUE(findings.empty());
}

// Every primitive compiles with the size the description means.
TEST(Mjcf, TakesOverShapes) {
  std::vector<Diagnostic> findings;
  EXPECT_EQ(compiled(arm_with_shape(description::Box{{0.2, 0.4, 0.6}}), findings)->geom_size[2], 0.3);
  EXPECT_EQ(compiled(arm_with_shape(description::Cylinder{0.1, 0.5}), findings)->geom_size[1], 0.25);
  EXPECT_EQ(compiled(arm_with_shape(description::Capsule{0.1, 0.5}), findings)->geom_size[1], 0.25);
  EXPECT_EQ(compiled(arm_with_shape(description::Ellipsoid{{0.1, 0.2, 0.3}}), findings)->geom_size[1], 0.2);
  EXPECT_TRUE(findings.empty());
}

// What cannot be taken over is told, never dropped in silence.
TEST(Mjcf, ReportsShapesItLeavesOut) {
  std::vector<Diagnostic> findings;
  description::Mesh mesh;
  mesh.file = mesh.uri = "arm.dae";
  EXPECT_EQ(compiled(arm_with_shape(mesh), findings)->ngeom, 0);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message,
            "collision 'shape' of link 'arm::upper' is left out: mesh 'arm.dae' is neither STL nor OBJ");
  mesh.file = mesh.uri = "arm.stl";
  mesh.submesh = "hand";
  EXPECT_EQ(compiled(arm_with_shape(mesh), findings)->ngeom, 0);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_NE(findings[1].message.find("'arm.stl' is wanted in part"), std::string::npos);
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
  std::vector<Diagnostic> findings;
  const Model made = compiled(world, findings);
  ASSERT_EQ(made->neq, 1);
  EXPECT_EQ(made->eq_obj1id[0], 1);
  EXPECT_EQ(made->eq_obj2id[0], 0);
  EXPECT_EQ(made->eq_data[0], 0.25);
  EXPECT_EQ(made->eq_data[1], -2.0);
}

}  // namespace
}  // namespace lockstep::hosts::mujoco
