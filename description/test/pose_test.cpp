// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/pose.hpp"

#include <gtest/gtest.h>

namespace lockstep::description {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
constexpr double kRounding = 1e-15;  // a few roundings of numbers near 1

// Fixed axes in the order x, y, z: roll 90 deg takes y to z, then yaw 90 deg leaves z where it is.
TEST(Pose, RollPitchYawAboutFixedAxes) {
  const Quaternion q = from_roll_pitch_yaw(kHalfTurn / 2, 0, kHalfTurn / 2);
  EXPECT_LT((q * Vector3::UnitY() - Vector3::UnitZ()).norm(), kRounding);
  EXPECT_LT((q * Vector3::UnitX() - Vector3::UnitY()).norm(), kRounding);
  EXPECT_LT((q * Vector3::UnitZ() - Vector3::UnitX()).norm(), kRounding);
}

// X_AB * X_BC maps like one after the other, and a pose times its inverse is nothing.
TEST(Pose, ComposesAndInverts) {
  const Pose x_ab{{1, 2, 3}, from_roll_pitch_yaw(0.1, 0.2, 0.3)};
  const Pose x_bc{{-1, 0, 2}, from_roll_pitch_yaw(-0.4, 0, 1)};
  const Vector3 p_cq{0.5, -0.25, 4};
  EXPECT_LT(((x_ab * x_bc) * p_cq - x_ab * (x_bc * p_cq)).norm(), 1e-14);
  const Pose nothing = x_ab * x_ab.inverse();
  EXPECT_LT(nothing.position.norm(), 1e-14);
  EXPECT_LT(nothing.orientation.vec().norm(), kRounding);
}

// The layout does not depend on the instruction set: seven doubles, nothing in between.
TEST(Pose, IsSevenDoubles) {
  EXPECT_EQ(sizeof(Pose), 7 * sizeof(double));
  EXPECT_EQ(alignof(Pose), alignof(double));
}

}  // namespace
}  // namespace lockstep::description
