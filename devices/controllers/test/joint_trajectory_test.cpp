// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/joint_trajectory.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::devices::controllers {
namespace {

class JointTrajectoryTest : public testing::Test {
 protected:
  void at(double time_s) { trajectory_.at(time_s, q_, v_, a_); }
  const char* set(double begin_s, double now_s, const std::vector<double>& times,
                  const std::vector<double>& q, const std::vector<double>& v = {},
                  const std::vector<double>& a = {}) {
    const char* const wrong = trajectory_.set(begin_s, now_s, times.data(), times.size(), q.data(),
                                              v.empty() ? nullptr : v.data(), a.empty() ? nullptr : a.data());
    if (wrong == nullptr)
      trajectory_.begin_at(now_s, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1),
                           Eigen::VectorXd::Zero(1));
    return wrong;
  }
  JointTrajectory trajectory_{1, 5};
  Eigen::VectorXd q_{Eigen::VectorXd::Zero(1)}, v_{q_}, a_{q_};
};

// Positions alone: lines.
TEST_F(JointTrajectoryTest, PositionsAreJoinedByLines) {
  EXPECT_EQ(set(0.0, 0.0, {1.0, 3.0}, {2.0, -2.0}), nullptr);
  at(0.5);
  EXPECT_DOUBLE_EQ(q_[0], 1.0);
  EXPECT_DOUBLE_EQ(v_[0], 2.0);
  at(2.0);
  EXPECT_DOUBLE_EQ(q_[0], 0.0);
  EXPECT_DOUBLE_EQ(v_[0], -2.0);
  at(9.0);
  EXPECT_DOUBLE_EQ(q_[0], -2.0);
  EXPECT_DOUBLE_EQ(v_[0], 0.0);
}

// With velocities: the cubic 3 s^2 - 2 s^3 between two rests.
TEST_F(JointTrajectoryTest, VelocitiesMakeCubics) {
  EXPECT_EQ(set(0.0, 0.0, {2.0}, {1.0}, {0.0}), nullptr);
  at(0.5);
  EXPECT_NEAR(q_[0], 3.0 / 16.0 - 2.0 / 64.0, 1e-15);
  EXPECT_NEAR(v_[0], (6.0 * 0.25 - 6.0 * 0.0625) / 2.0, 1e-15);
  at(1.0);
  EXPECT_NEAR(a_[0], 0.0, 1e-15);
}

// With accelerations: the quintic 10 s^3 - 15 s^4 + 6 s^5 between two rests.
TEST_F(JointTrajectoryTest, AccelerationsMakeQuintics) {
  EXPECT_EQ(set(0.0, 0.0, {2.0}, {1.0}, {0.0}, {0.0}), nullptr);
  at(0.5);
  const double s = 0.25;
  EXPECT_NEAR(q_[0], s * s * s * (10.0 - 15.0 * s + 6.0 * s * s), 1e-15);
  EXPECT_NEAR(v_[0], 30.0 * s * s * (1.0 - s) * (1.0 - s) / 2.0, 1e-14);
  EXPECT_NEAR(a_[0], 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / 4.0, 1e-14);
}

// A quintic of given ends meets them.
TEST_F(JointTrajectoryTest, QuinticsMeetTheirEnds) {
  EXPECT_EQ(set(0.0, 0.0, {1.0, 2.5}, {1.0, -1.0}, {0.5, 0.3}, {-0.2, 0.7}), nullptr);
  at(1.0);
  EXPECT_NEAR(q_[0], 1.0, 1e-14);
  EXPECT_NEAR(v_[0], 0.5, 1e-14);
  EXPECT_NEAR(a_[0], -0.2, 1e-13);
  at(2.5 - 1e-9);
  EXPECT_NEAR(q_[0], -1.0, 1e-8);
  EXPECT_NEAR(v_[0], 0.3, 1e-8);
  EXPECT_NEAR(a_[0], 0.7, 1e-7);
}

// Points that are past are dropped; the motion leads to the first that is left.
TEST_F(JointTrajectoryTest, PastPointsAreDropped) {
  EXPECT_EQ(set(1.0, 2.5, {1.0, 2.0, 3.0}, {5.0, 1.0, 2.0}), nullptr);
  at(2.75);
  EXPECT_DOUBLE_EQ(q_[0], 0.5);
  at(3.5);
  EXPECT_DOUBLE_EQ(q_[0], 1.5);
}

// What cannot be followed is refused, and what was there stays.
TEST_F(JointTrajectoryTest, RefusesWhatCannotBeFollowed) {
  EXPECT_EQ(set(0.0, 0.0, {1.0}, {2.0}), nullptr);
  EXPECT_STREQ(set(0.0, 5.0, {1.0, 2.0}, {0.0, 0.0}), "all points of the trajectory are in the past");
  EXPECT_STREQ(set(0.0, 0.0, {2.0, 1.0}, {0.0, 0.0}), "the times of the points do not ascend");
  EXPECT_STREQ(set(0.0, 0.0, {}, {}), "the trajectory has no points");
  EXPECT_STREQ(set(0.0, 0.0, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}),
               "the trajectory has more points than 'max_points'");
  at(1.0);
  EXPECT_DOUBLE_EQ(q_[0], 2.0);
}

}  // namespace
}  // namespace lockstep::devices::controllers
