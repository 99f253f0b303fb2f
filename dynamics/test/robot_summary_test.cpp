// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/robot_summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_state.hpp"

namespace lockstep::dynamics {
namespace {

TEST(RobotSummary, OfAFixedArm) {
  const RobotSummary panda = summarise(*robot("panda.urdf"));
  EXPECT_NEAR(panda.mass_kg, 4.970684 + 0.646926 + 3.228604 + 3.587895 + 1.225946 + 1.666555 + 0.735522,
              1e-12);
  EXPECT_EQ(panda.axes, 7U);
  EXPECT_FALSE(panda.floating);
  EXPECT_EQ(panda.followers, 0U);
  EXPECT_EQ(panda.reach_link, "flange");
  EXPECT_NEAR(panda.reach_m, 0.316 + 0.0825 + std::hypot(0.0825, 0.384) + 0.088 + 0.107, 1e-12);
}

TEST(RobotSummary, OfAFloatingRobotAndItsFollowers) {
  EXPECT_TRUE(summarise(*robot("biped.urdf")).floating);
  EXPECT_EQ(summarise(*robot("biped.urdf")).axes, 11U);
  EXPECT_EQ(summarise(*robot("torso.urdf")).followers, 2U);
  EXPECT_EQ(summarise(*robot("tree.sdf")).axes, 8U);  // slide, thread, fork (2), socket (3), bend
}

TEST(RobotSummary, CountsTheTravelOfSlidingJoints) {
  const RobotSummary scara = summarise(*robot("scara.urdf"));
  EXPECT_NEAR(scara.reach_m, std::hypot(0.33, 0.03) + 0.27 + 3.0 + 0.05, 1e-12);
  EXPECT_EQ(scara.reach_link, "tool");
}

TEST(RobotSummary, IsNeverOutreached) {
  for (const char* file : {"panda.urdf", "scara.urdf", "torso.urdf"}) {
    const auto mechanism = robot(file);
    const RobotSummary summary = summarise(*mechanism);
    Dynamics dynamics{mechanism};
    RandomState random{*mechanism};
    const std::size_t link = mechanism->link(summary.reach_link);
    const Vector3 first = mechanism->bodies()[0].p_PB;
    for (int trial = 0; trial < 100; ++trial) {
      dynamics.set_position(random.position());
      EXPECT_LE((dynamics.link_pose(link).position - first).norm(), summary.reach_m);
    }
  }
}

TEST(RobotSummary, ShiftsInertiaAsPublished) {
  // Link 1 of the Panda: published tensor, and what the shift makes of it (numbers of the original, six
  // digits).
  Matrix3 given;
  given << 0.70337, -0.000139, 0.006772, -0.000139, 0.70661, 0.019169, 0.006772, 0.019169, 0.009117;
  const Matrix3 shifted = inertia_about_centre(given, 4.970684, {3.875e-3, 2.081e-3, -0.1750});
  EXPECT_NEAR(shifted(0, 0), 0.551121, 1e-6);
  EXPECT_NEAR(shifted(1, 1), 0.554308, 1e-6);
  EXPECT_NEAR(shifted(2, 2), 0.009021, 1e-6);
  EXPECT_NEAR(shifted(0, 1), -9.8917e-05, 1e-8);
  EXPECT_NEAR(shifted(1, 2), 0.0173588, 1e-7);
}

}  // namespace
}  // namespace lockstep::dynamics
