// SPDX-License-Identifier: Apache-2.0
#include "solver/indicator_sides.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

// An indicator at exactly zero is on the side z <= 0 and its way up is a change, its way down is none.
TEST(IndicatorSides, ZeroBelongsToTheLowerSide) {
  IndicatorSides sides{1};
  double z[] = {0.0};
  sides.restart(z);
  sides.shift(z);
  EXPECT_LT(z[0], 0.0);  // a root finder never starts on a root
  double up[] = {1e-6};
  sides.shift(up);
  EXPECT_TRUE(sides.any_changed(up));
  double down[] = {-1e-6};
  sides.shift(down);
  EXPECT_FALSE(sides.any_changed(down));
}

// Noise smaller than the hysteresis changes no side, in either direction; a passage larger than it does.
TEST(IndicatorSides, NoiseIsNoEvent) {
  for (const double start : {1e-16, -1e-16}) {
    IndicatorSides sides{1};
    double z[] = {start};
    sides.restart(z);
    double noise[] = {-start};
    sides.shift(noise);
    EXPECT_FALSE(sides.any_changed(noise)) << start;
    double passage[] = {start > 0.0 ? -2e-13 : 2e-13};
    sides.shift(passage);
    EXPECT_TRUE(sides.any_changed(passage)) << start;
  }
}

// Several indicators keep their sides apart.
TEST(IndicatorSides, EachIndicatorHasItsOwnSide) {
  IndicatorSides sides{3};
  const double start[] = {1.0, -1.0, 1.0};
  sides.restart(start);
  double z[] = {1.0, -1.0, -1.0};
  sides.shift(z);
  EXPECT_FALSE(sides.changed(0, z[0]));
  EXPECT_FALSE(sides.changed(1, z[1]));
  EXPECT_TRUE(sides.changed(2, z[2]));
  EXPECT_TRUE(sides.any_changed(z));
}

}  // namespace
}  // namespace lockstep::core
