// SPDX-License-Identifier: Apache-2.0
// Motions against their closed forms. In degrees: any unit will do.
#include "lockstep/devices/control_board/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::devices::control_board {
namespace {

double peak_speed(const Motion& motion) {
  double peak = 0.0;
  for (double t = 0.0; t < motion.duration_s(); t += 1e-4)
    peak = std::max(peak, std::abs(motion.at(t).velocity));
  return peak;
}

/// The velocity is the derivative of the position, and neither jumps.
void expect_smooth(const Motion& motion) {
  constexpr double kStep = 1e-4;
  for (double t = 0.0; t + kStep < motion.duration_s(); t += kStep) {
    const MotionSample a = motion.at(t), b = motion.at(t + kStep);
    ASSERT_NEAR((b.position - a.position) / kStep, 0.5 * (a.velocity + b.velocity), 2e-3) << t;
    ASSERT_FALSE(a.done) << t;
  }
  EXPECT_TRUE(motion.at(motion.duration_s()).done);
  EXPECT_EQ(motion.at(motion.duration_s()).position, motion.target());
}

TEST(Motion, MinimumJerkTakesDistanceOverSpeedAndPeaksAt1875) {
  const Motion motion{Generator::kMinimumJerk, {0.0, 0.0, 90.0, 10.0, 0.0}};
  EXPECT_DOUBLE_EQ(motion.duration_s(), 9.0);
  EXPECT_NEAR(peak_speed(motion), 18.75, 1e-6);
  EXPECT_EQ(motion.at(0.0).position, 0.0);
  EXPECT_NEAR(motion.at(4.5).position, 45.0, 1e-12);
  EXPECT_FALSE(motion.at(8.999999).done);
  EXPECT_TRUE(motion.at(9.0).done);
  expect_smooth(motion);
}

TEST(Motion, MinimumJerkGoesOnWithTheVelocityThereIs) {
  const Motion first{Generator::kMinimumJerk, {0.0, 0.0, 90.0, 10.0, 0.0}};
  const MotionSample now = first.at(3.0);
  const Motion second{Generator::kMinimumJerk, {now.position, now.velocity, -20.0, 10.0, 0.0}};
  EXPECT_EQ(second.at(0.0).position, now.position);
  EXPECT_DOUBLE_EQ(second.at(0.0).velocity, now.velocity);
  EXPECT_DOUBLE_EQ(second.duration_s(), (now.position + 20.0) / 10.0);
  expect_smooth(second);
}

TEST(Motion, TrapezoidReachesItsSpeedWhereTheWayIsLong) {
  const Motion motion{Generator::kTrapezoidalSpeed, {0.0, 0.0, 90.0, 10.0, 10.0}};
  EXPECT_DOUBLE_EQ(motion.duration_s(), 10.0);
  EXPECT_NEAR(peak_speed(motion), 10.0, 1e-12);
  EXPECT_NEAR(motion.at(1.0).position, 5.0, 1e-12);
  EXPECT_NEAR(motion.at(9.0).position, 85.0, 1e-12);
  expect_smooth(motion);
}

TEST(Motion, TrapezoidIsATriangleWhereTheWayIsShort) {
  const Motion motion{Generator::kTrapezoidalSpeed, {0.0, 0.0, -2.0, 10.0, 10.0}};
  EXPECT_NEAR(motion.duration_s(), 2.0 * std::sqrt(0.2), 1e-12);  // 0.894 s
  EXPECT_NEAR(peak_speed(motion), std::sqrt(20.0), 2e-3);         // 4.472
  expect_smooth(motion);
}

TEST(Motion, TrapezoidStartsWithTheVelocityThereIs) {
  for (const double velocity : {-8.0, 3.0, 10.0, 15.0}) {
    const Motion motion{Generator::kTrapezoidalSpeed, {1.0, velocity, 60.0, 10.0, 10.0}};
    EXPECT_DOUBLE_EQ(motion.at(0.0).velocity, velocity);
    EXPECT_EQ(motion.at(0.0).position, 1.0);
    expect_smooth(motion);
  }
}

TEST(Motion, TrapezoidThatCannotStopInTimeComesBack) {
  const Motion motion{Generator::kTrapezoidalSpeed, {0.0, 10.0, 1.0, 10.0, 10.0}};
  EXPECT_NEAR(motion.at(1.0).position, 5.0, 1e-12);  // v0^2 / 2a: where it turns
  expect_smooth(motion);
}

TEST(Motion, ConstantSpeedEndsExactly) {
  const Motion motion{Generator::kConstantSpeed, {0.0, 0.0, 2.0, 10.0, 0.0}};
  EXPECT_DOUBLE_EQ(motion.duration_s(), 0.2);
  EXPECT_FALSE(motion.at(0.199).done);
  EXPECT_NEAR(motion.at(0.1).position, 1.0, 1e-12);
  EXPECT_TRUE(motion.at(0.2).done);
  EXPECT_EQ(motion.at(0.2).position, 2.0);
}

TEST(Motion, WithoutSpeedOrAccelerationItStays) {
  for (const Generator generator :
       {Generator::kMinimumJerk, Generator::kConstantSpeed, Generator::kTrapezoidalSpeed}) {
    const Motion motion{generator, {3.0, 0.0, 5.0, 0.0, 10.0}};
    EXPECT_EQ(motion.at(0.0).position, 3.0);
    EXPECT_EQ(motion.target(), 3.0);
    EXPECT_TRUE(motion.at(0.0).done);
  }
  EXPECT_EQ((Motion{Generator::kTrapezoidalSpeed, {3.0, 0.0, 5.0, 10.0, 0.0}}.at(1.0).position), 3.0);
}

TEST(Motion, GeneratorsHaveWords) {
  EXPECT_EQ(find_generator("trapezoidal_speed"), Generator::kTrapezoidalSpeed);
  EXPECT_EQ(to_string(Generator::kConstantSpeed), "constant_speed");
  EXPECT_FALSE(find_generator("bang_bang"));
}

}  // namespace
}  // namespace lockstep::devices::control_board
