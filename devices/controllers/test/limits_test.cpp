// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/limits.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/scenario/yaml_tree.hpp"
#include "test_robots.hpp"

namespace lockstep::devices::controllers {
namespace {

const std::vector<std::string> kJoints{"shoulder", "elbow"};

JointLimits limits_of(const std::string& yaml) {
  const core::ConfigNode node = scenario::read_yaml("limits: " + yaml, "robot.yaml");
  return JointLimits{node.find("limits"), *test::two_links(), kJoints};
}

std::string error_of(const std::string& yaml) {
  try {
    limits_of(yaml);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Values come from the description unless given; only the effort saturates by default.
TEST(JointLimits, Defaults) {
  const JointLimits limits = limits_of("{velocity: abort}");
  EXPECT_EQ(limits.policy(Limited::kEffort), LimitPolicy::kSaturate);
  EXPECT_EQ(limits.policy(Limited::kPosition), LimitPolicy::kOff);
  EXPECT_EQ(limits.clamped(Limited::kEffort, 0, -70.0), -50.0);
  EXPECT_EQ(limits.upper(Limited::kVelocity, 1), 4.0);
  JointLimits::Crossing crossing;
  EXPECT_FALSE(limits.allows(Limited::kVelocity, Eigen::VectorXd{Eigen::Vector2d{3.0, -4.5}}, crossing));
  EXPECT_EQ(to_string(crossing, kJoints[crossing.joint]),
            "joint 'elbow' reached velocity -4.5 rad/s; its limit is -4");
  EXPECT_TRUE(limits.allows(Limited::kPosition, Eigen::VectorXd{Eigen::Vector2d{9.0, 9.0}}, crossing));
}

// Own values, one for all or one per joint; what is wrong has its file and line.
TEST(JointLimits, ReadsValues) {
  const JointLimits limits = limits_of(
      "{rotatum: {policy: saturate, value: [1000, 500]}, position: {policy: abort, lower: -1, upper: [1, "
      "0.5]}}");
  EXPECT_EQ(limits.upper(Limited::kRotatum, 1), 500.0);
  EXPECT_EQ(limits.lower(Limited::kRotatum, 1), -500.0);
  EXPECT_EQ(limits.upper(Limited::kPosition, 1), 0.5);
  EXPECT_EQ(limits.lower(Limited::kPosition, 1), -1.0);
  EXPECT_NE(error_of("{jerk: saturate}").find("needs a value"), std::string::npos)
      << error_of("{jerk: saturate}");
  EXPECT_NE(error_of("{effort: sturate}").find("off, saturate or abort"), std::string::npos);
  EXPECT_NE(error_of("{effort: {policy: abort, value: [1, 2, 3]}}")
                .find("has 3 numbers, but the controller has 2 joints"),
            std::string::npos);
  EXPECT_NE(error_of("{efort: off}").find("efort"), std::string::npos);
  EXPECT_NE(error_of("{efort: off}").find("robot.yaml:1"), std::string::npos) << error_of("{efort: off}");
}

// joint_limits of ros_control saturate, unless the own fields say otherwise.
TEST(JointLimits, ReadsLimitsOfRosControl) {
  const core::ConfigNode own = scenario::read_yaml("effort: abort", "own.yaml");
  const core::ConfigNode ros = scenario::read_yaml(
      "elbow: {has_velocity_limits: true, max_velocity: 1.5, has_effort_limits: true, max_effort: 20, "
      "has_acceleration_limits: false, max_acceleration: 3, has_position_limits: true, min_position: -0.1, "
      "max_position: 0.2}",
      "joint_limits.yaml");
  JointLimits limits{&own, *test::two_links(), kJoints};
  limits.read_ros_limits(ros, &own, kJoints);
  EXPECT_EQ(limits.policy(Limited::kVelocity), LimitPolicy::kSaturate);
  EXPECT_EQ(limits.policy(Limited::kEffort), LimitPolicy::kAbort);
  EXPECT_EQ(limits.policy(Limited::kAcceleration), LimitPolicy::kOff);
  EXPECT_EQ(limits.upper(Limited::kVelocity, 1), 1.5);
  EXPECT_EQ(limits.upper(Limited::kVelocity, 0), 4.0);
  EXPECT_EQ(limits.lower(Limited::kPosition, 1), -0.1);
}

// A set point that jumps becomes a motion within the limits that ends at it: 1 rad with 1 rad/s2 takes 2 s.
TEST(SetPointLimiter, FollowsWithinTheLimits) {
  const JointLimits limits =
      limits_of("{acceleration: {policy: saturate, value: 1}, velocity: saturate, position: saturate}");
  SetPointLimiter limiter{2};
  limiter.start(Eigen::VectorXd{Eigen::Vector2d{0.0, 0.0}});
  const double h = 1e-3;
  double last = 0.0, arrived_s = 0.0;
  for (int k = 1; k <= 3000; ++k) {
    limiter.update(limits, 0, 1.0, h);
    EXPECT_LE(std::abs(limiter.v(0) - last) / h, 1.0 + 1e-9);
    EXPECT_LE(limiter.q(0), 1.0 + 1e-9);
    last = limiter.v(0);
    if (arrived_s == 0.0 && limiter.q(0) > 0.999999) arrived_s = k * h;
  }
  EXPECT_NEAR(limiter.q(0), 1.0, 1e-9);
  EXPECT_NEAR(arrived_s, 2.0, 0.01);
  limiter.update(limits, 1, 3.0, h);
  EXPECT_NE(limiter.acted(1) & (1U << static_cast<unsigned>(Limited::kPosition)), 0U);
}

// Without limits that saturate, set points pass as they are.
TEST(SetPointLimiter, PassesSetPointsWithoutLimits) {
  SetPointLimiter limiter{2};
  limiter.start(Eigen::VectorXd{Eigen::Vector2d{0.0, 0.0}});
  limiter.update(limits_of("{velocity: off}"), 1, 7.0, 1e-3);
  EXPECT_EQ(limiter.q(1), 7.0);
  EXPECT_EQ(limiter.v(1), 0.0);
}

}  // namespace
}  // namespace lockstep::devices::controllers
