// SPDX-License-Identifier: Apache-2.0
#include "system.hpp"

#include <gtest/gtest.h>

namespace lockstep::hosts::simbody {
namespace {

// Vectors and poses are the same on both sides.
TEST(System, ConvertsPoses) {
  const description::Pose pose{{1.0, 2.0, 3.0}, description::from_roll_pitch_yaw(0.1, -0.2, 0.3)};
  const SimTK::Transform converted = to_simtk(pose);
  const Eigen::Vector3d point{0.4, 0.5, -0.6};
  const Eigen::Vector3d expected = pose.position + pose.orientation * point;
  EXPECT_LT((to_eigen(converted * to_simtk(point)) - expected).norm(), 1e-12);
}

// An empty world is a system without bodies but the ground.
TEST(System, BuildsNothingOfNothing) {
  const description::JointType supported[] = {description::JointType::kRevolute};
  const auto plan = make_plan({}, {}, "simbody", supported);
  const auto built = build_system(*plan, {});
  EXPECT_EQ(built->matter.getNumBodies(), 1);
}

}  // namespace
}  // namespace lockstep::hosts::simbody
