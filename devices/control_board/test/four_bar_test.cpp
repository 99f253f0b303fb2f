// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/devices/control_board/coupling.hpp"

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr FourBar::Geometry kFinger{0.0300, 0.0015, -0.0050, 0.0040, 0.0240, 0.0008, 186.654425, 95.5};

// Values of the linkage that were worked out for the first joint at 10, 40 and 80 degrees.
TEST(FourBar, InvertsTheLinkage) {
  const FourBar bar{kFinger};
  EXPECT_NEAR(bar.first_joint(0.0) / kDegree, 0.0, 1e-3);
  EXPECT_NEAR(bar.first_joint(25.528 * kDegree) / kDegree, 10.0, 2e-3);
  EXPECT_NEAR(bar.first_joint(85.656 * kDegree) / kDegree, 40.0, 2e-3);
  EXPECT_NEAR(bar.first_joint(167.396 * kDegree) / kDegree, 80.0, 2e-3);
}

TEST(FourBar, EndsWhereTheLinkageEnds) {
  const FourBar bar{kFinger};
  EXPECT_EQ(bar.first_joint(-1.0), bar.first_joint(-2.0));
  EXPECT_EQ(bar.slope(-1.0), 0.0);
  EXPECT_NEAR(bar.first_joint(10.0) / kDegree, 95.5, 0.1);
  EXPECT_EQ(bar.slope(10.0), 0.0);
  EXPECT_GT(bar.slope(1.0), 0.3);
}

}  // namespace
}  // namespace lockstep::devices::control_board
