// SPDX-License-Identifier: Apache-2.0
#include "body_inertia.hpp"

#include <gtest/gtest.h>

namespace lockstep::dynamics {
namespace {

using description::Matrix3;
using description::Vector3;

TEST(BodyInertia, TwoMassesMakeADumbbell) {
  BodyInertia both;
  description::Inertial ball;
  ball.inertia_kg_m2 = 0.01 * Matrix3::Identity();
  ball.mass_kg = 1.0;
  both.add(ball, {{0.0, 0.0, 0.0}, description::Quaternion::Identity()});
  ball.mass_kg = 3.0;
  both.add(ball, {{0.4, 0.0, 0.0}, description::Quaternion::Identity()});
  EXPECT_DOUBLE_EQ(both.mass(), 4.0);
  EXPECT_LT((both.centre() - Vector3{0.3, 0.0, 0.0}).norm(), 1e-15);
  const double reduced = 0.75 * 0.4 * 0.4;  // m1 m2 / (m1 + m2) d^2
  EXPECT_LT((both.about_centre() - Vector3{0.02, 0.02 + reduced, 0.02 + reduced}.asDiagonal().toDenseMatrix())
                .norm(),
            1e-15);
}

TEST(BodyInertia, TurnsWithItsFrames) {
  BodyInertia turned;
  description::Inertial rod;
  rod.mass_kg = 2.0;
  rod.inertia_kg_m2 = Vector3{0.1, 0.2, 0.3}.asDiagonal();
  rod.pose.orientation = description::from_roll_pitch_yaw(0.0, 0.0, M_PI / 2);
  turned.add(rod, {{0.0, 0.0, 1.0}, description::from_roll_pitch_yaw(M_PI / 2, 0.0, 0.0)});
  // x of the rod is y of the link, which is z of the body.
  EXPECT_LT((turned.about_centre() - Vector3{0.2, 0.3, 0.1}.asDiagonal().toDenseMatrix()).norm(), 1e-15);
}

TEST(BodyInertia, OfNothingIsNothing) {
  EXPECT_EQ(BodyInertia{}.centre(), Vector3::Zero());
  EXPECT_EQ(BodyInertia{}.about_centre(), Matrix3::Zero());
}

}  // namespace
}  // namespace lockstep::dynamics
