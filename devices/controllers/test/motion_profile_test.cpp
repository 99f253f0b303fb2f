// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/motion_profile.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::devices::controllers {
namespace {

// From rest over d with acceleration a: 2 sqrt(d / a); 0.1 m at 0.1 m/s2 take 2 s.
TEST(TrapezoidProfile, TriangleTakesTwoRootsOfDistanceOverAcceleration) {
  TrapezoidProfile profile{0.5, 0.1};
  profile.start(0.3);
  profile.plan(0.4, 1.0);
  EXPECT_NEAR(profile.duration_s(), 2.000, 1e-12);
  EXPECT_NEAR(profile.at(2.0).position, 0.35, 1e-12);
  EXPECT_NEAR(profile.at(2.0).velocity, 0.1, 1e-12);
  EXPECT_NEAR(profile.at(3.0).position, 0.4, 1e-15);
  EXPECT_EQ(profile.at(3.1).position, 0.4);
  EXPECT_EQ(profile.at(9.0).velocity, 0.0);
}

// A long way has a part with constant speed: d / v + v / a.
TEST(TrapezoidProfile, LongWayCruises) {
  TrapezoidProfile profile{0.5, 0.1};
  profile.start(0.0);
  profile.plan(-5.0, 0.0);
  EXPECT_NEAR(profile.duration_s(), 5.0 / 0.5 + 0.5 / 0.1, 1e-12);
  EXPECT_NEAR(profile.at(7.5).position, -2.5, 1e-12);
  EXPECT_NEAR(profile.at(7.5).velocity, -0.5, 1e-12);
}

// Re-planned in motion, also backwards: no jump of position or velocity, within the limits, at the target in
// the end.
TEST(TrapezoidProfile, IsReplannedInMotion) {
  TrapezoidProfile profile{0.5, 2.0};
  profile.start(0.0);
  const double targets[] = {1.0, 1.2, -0.4, 0.01, 0.02};
  double position = 0.0, velocity = 0.0;
  const double h = 1e-3;
  for (int k = 0; k <= 8000; ++k) {
    const double t = h * k;
    if (k % 300 == 0 && k < 1500) profile.plan(targets[k / 300], t);
    const TrapezoidProfile::Point now = profile.at(t);
    EXPECT_LE(std::abs(now.velocity), 0.5 + 1e-12);
    if (k > 0) {
      EXPECT_NEAR(now.position - position, 0.5 * h * (velocity + now.velocity), 2.0 * h * h) << t;
      EXPECT_LE(std::abs(now.velocity - velocity), 2.0 * h + 1e-12) << t;
    }
    position = now.position;
    velocity = now.velocity;
  }
  EXPECT_EQ(position, 0.02);
}

// When it moves too fast to stop before the target, it passes it and comes back: v^2/(2a) beyond, then a
// triangle.
TEST(TrapezoidProfile, OverrunsATargetItCannotStopAt) {
  TrapezoidProfile profile{1.0, 1.0};
  profile.start(0.0);
  profile.plan(10.0, 0.0);
  profile.plan(0.5, 1.0);  // at 0.5 m with 1 m/s
  EXPECT_NEAR(profile.duration_s(), 1.0 + 2.0 * std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(profile.at(2.0).position, 1.0, 1e-12);
}

// The jerk of a filtered profile is at most 2 a / window, its acceleration within a, its end exact and one
// window later.
TEST(JerkFilter, LimitsTheJerk) {
  const double h = 1e-3, a = 0.1;
  const std::size_t samples = 200;
  TrapezoidProfile profile{0.5, a};
  JerkFilter filter{samples};
  profile.start(0.0);
  filter.start(0.0);
  profile.plan(0.1, 0.0);
  double x[4] = {0.0, 0.0, 0.0, 0.0};
  for (int k = 1; k <= 2200; ++k) {
    const double next = filter.update(profile.at(h * k).position);
    for (int i = 0; i < 3; ++i)
      x[i] = x[i + 1];
    x[3] = next;
    if (k < 4) continue;
    EXPECT_LE(std::abs((x[3] - 2.0 * x[2] + x[1]) / (h * h)), a + 1e-6);
    EXPECT_LE(std::abs((x[3] - 3.0 * x[2] + 3.0 * x[1] - x[0]) / (h * h * h)), 2.0 * a / (samples * h) + 1e-4)
        << k;
  }
  EXPECT_NEAR(x[3], 0.1, 1e-15);
}

}  // namespace
}  // namespace lockstep::devices::controllers
