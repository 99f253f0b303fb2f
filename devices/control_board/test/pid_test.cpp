// SPDX-License-Identifier: Apache-2.0
#include "pid.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices::control_board {
namespace {

TEST(BoardPid, SumsItsParts) {
  Pid pid;
  const PidGains gains{10.0, 4.0, 0.5, 100.0, 1000.0};
  EXPECT_DOUBLE_EQ(pid.update(gains, 2.0, 0.1), -(20.0 + 4.0 * 0.2));  // no derivative at first
  EXPECT_DOUBLE_EQ(pid.update(gains, 3.0, 0.1), -(30.0 + 4.0 * 0.5 + 0.5 * 10.0));
  pid.reset();
  EXPECT_DOUBLE_EQ(pid.update(gains, 3.0, 0.1), -(30.0 + 4.0 * 0.3));
  pid.reset();
  EXPECT_DOUBLE_EQ(pid.update(gains, 3.0, 0.1, 2.0), -(30.0 + 4.0 * 0.3 + 0.5 * 2.0));
}

// The integral stays at its bound and leaves it at once.
TEST(BoardPid, BoundsIntegralAndOutput) {
  Pid pid;
  const PidGains gains{0.0, 2.0, 0.0, 1.0, 0.6};
  for (int k = 0; k < 100; ++k)
    EXPECT_GE(pid.update(gains, 1.0, 0.1), -0.6);
  EXPECT_DOUBLE_EQ(pid.integral, 0.5);
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 0.1), -0.6);  // 0.8 clamped
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 0.1), -0.6);
  EXPECT_NEAR(pid.update(gains, -1.0, 0.1), -0.4, 1e-12);
}

TEST(BoardPid, WithoutTimeThereIsNoDerivative) {
  Pid pid;
  const PidGains gains{1.0, 0.0, 1.0, 0.0, 1000.0};
  static_cast<void>(pid.update(gains, 0.0, 0.1));
  EXPECT_DOUBLE_EQ(pid.update(gains, 1.0, 0.0), -1.0);
}

}  // namespace
}  // namespace lockstep::devices::control_board
