// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/fake/fake_host.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::fake {
namespace {

FakeJoint joint_named(const std::string& name) {
  FakeJoint joint;
  joint.name = name;
  return joint;
}

// A constant effort on an inertia gives q = a t^2 / 2, exactly up to rounding.
TEST(FakeHost, AcceleratesAnInertia) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  world.joints[0].inertia = 2.0;
  FakeHost host{world};
  host.state().applied[0] = 4.0;
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_NEAR(host.state().velocity[0], 2.0, 1e-12);
  EXPECT_NEAR(host.state().position[0], 1.0, 1e-12);
}

// Damping gives the exponential of the closed form.
TEST(FakeHost, DampsExactly) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  world.joints[0].damping = 3.0;
  world.joints[0].velocity = 1.0;
  FakeHost host{world};
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_NEAR(host.state().velocity[0], std::exp(-3.0), 1e-14);
  EXPECT_NEAR(host.state().position[0], (1.0 - std::exp(-3.0)) / 3.0, 1e-13);
}

// A body falls as in the closed form; its origin goes round its centre of mass.
TEST(FakeHost, BodyFallsAndTurnsAboutItsCenterOfMass) {
  FakeWorld world;
  FakeLink link;
  link.name = "m/l";
  link.p_BoBcm_B = {1.0, 0.0, 0.0};
  link.w_WB = {0.0, 0.0, 2.0};
  world.links.push_back(link);
  FakeHost host{world};
  // The origin starts at rest, so the centre of mass moves along y with 2 m/s.
  for (int k = 0; k < 500; ++k)
    ASSERT_EQ(host.step(), core::Status::kOk);
  const double t = 0.5;
  EXPECT_NEAR(host.state().p_WB[0].z(), -4.9 * t * t, 1e-12);
  EXPECT_NEAR(host.state().p_WB[0].x(), 1.0 - std::cos(2.0 * t), 1e-12);
  EXPECT_NEAR(host.state().p_WB[0].y(), 2.0 * t - std::sin(2.0 * t), 1e-12);
}

// Restoring gives the same bits as going on.
TEST(FakeHost, RestoresItself) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  FakeHost host{world};
  host.state().applied[0] = 1.0;
  ASSERT_EQ(host.step(), core::Status::kOk);
  const auto snapshot = host.save();
  ASSERT_EQ(host.step(), core::Status::kOk);
  const double straight = host.state().position[0];
  host.restore(*snapshot);
  ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_EQ(host.state().position[0], straight);
}

// A host may deny capabilities; one without reset refuses it by name.
TEST(FakeHost, DeniesCapabilities) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  world.without = {Capability::kReset, Capability::kSave};
  FakeHost host{world};
  EXPECT_FALSE(host.has(Capability::kReset));
  EXPECT_FALSE(host.has(Capability::kSave));
  EXPECT_FALSE(host.has(Capability::kContacts));
  EXPECT_FALSE(host.has(Capability::kMeasuredAcceleration));
  EXPECT_TRUE(host.has(Capability::kEffortCommand));
  host.state().applied[0] = 1.0;
  ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_THROW(host.reset(), Error);
  EXPECT_GT(host.state().velocity[0], 0.0);
}

// Measured accelerations are those of the instant: (effort - d v) / J, force / mass + gravity, moment /
// inertia.
TEST(FakeHost, MeasuresAccelerations) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  world.joints[0].inertia = 2.0;
  world.joints[0].damping = 1.0;
  world.links.emplace_back();
  world.links[0].name = "m/l";
  world.links[0].mass_kg = 4.0;
  world.links[0].inertia_kg_m2 = 0.5;
  world.measures_acceleration = true;
  FakeHost host{world};
  EXPECT_TRUE(host.has(Capability::kMeasuredAcceleration));
  host.state().applied[0] = 6.0;
  host.state().force_W[0] = {8.0, 0.0, 0.0};
  host.state().torque_W[0] = {0.0, 0.0, 1.0};
  ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_DOUBLE_EQ(host.state().acceleration[0], (6.0 - host.state().velocity[0]) / 2.0);
  EXPECT_EQ(host.state().a_WB[0], Eigen::Vector3d(2.0, 0.0, -9.8));
  EXPECT_EQ(host.state().alpha_WB[0], Eigen::Vector3d(0.0, 0.0, 2.0));
  host.reset();
  EXPECT_EQ(host.state().acceleration[0], 0.0);
  EXPECT_EQ(host.state().a_WB[0], Eigen::Vector3d(0.0, 0.0, -9.8));
}

// Position and velocity commands move the joint without physics.
TEST(FakeHost, FollowsPositionAndVelocityCommands) {
  FakeWorld world;
  world.joints.push_back(joint_named("m/j"));
  FakeHost host{world};
  host.state().mode[0] = CommandMode::kPosition;
  host.state().applied[0] = 0.5;
  ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_EQ(host.state().position[0], 0.5);
  EXPECT_DOUBLE_EQ(host.state().velocity[0], 500.0);
  host.state().mode[0] = CommandMode::kVelocity;
  host.state().applied[0] = 2.0;
  ASSERT_EQ(host.step(), core::Status::kOk);
  EXPECT_DOUBLE_EQ(host.state().position[0], 0.502);
}

}  // namespace
}  // namespace lockstep::hosts::fake
