// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/extremes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::record {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The order of the extremes is that of the values, so that a merged curve does not zigzag.
TEST(Extremes, KeepTheOrderOfTheValues) {
  Extremes up;
  for (const double value : {2.0, 1.0, 5.0, 3.0})
    up.add(value);
  EXPECT_EQ(up.low(), 1.0);
  EXPECT_EQ(up.high(), 5.0);
  EXPECT_EQ(up.first(), 1.0);
  EXPECT_EQ(up.second(), 5.0);
  Extremes down;
  for (const double value : {5.0, 3.0, 1.0, 2.0})
    down.add(value);
  EXPECT_EQ(down.first(), 5.0);
  EXPECT_EQ(down.second(), 1.0);
}

TEST(Extremes, PassOverNaNAndKnowInfinity) {
  Extremes extremes;
  extremes.add(std::nan(""));
  EXPECT_TRUE(extremes.empty());
  EXPECT_TRUE(std::isnan(extremes.low()));
  EXPECT_TRUE(std::isnan(extremes.second()));
  extremes.add(kInfinity);
  EXPECT_FALSE(extremes.empty());
  EXPECT_EQ(extremes.low(), kInfinity);
  extremes.add(-kInfinity);
  EXPECT_EQ(extremes.low(), -kInfinity);
  EXPECT_EQ(extremes.high(), kInfinity);
}

// Adding what came later is the same as adding its values one by one.
TEST(Extremes, AddUp) {
  Extremes early;
  early.add(1.0);
  Extremes late;
  late.add(4.0);
  late.add(0.0);
  early.add(late);
  early.add(Extremes{});
  EXPECT_EQ(early.first(), 4.0);
  EXPECT_EQ(early.second(), 0.0);
}

// Four points become the two extremes of them; the rest of the curve stays.
TEST(HalvePoints, KeepsExtremesAndRest) {
  std::vector<double> points = {1, 9, 2, 3, 8, 7, -5, 6, 10, 11};
  std::vector<double> time_s = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  halve_points(points);
  halve_times(time_s);
  EXPECT_EQ(points, (std::vector<double>{1, 9, 8, -5, 10, 11}));
  EXPECT_EQ(time_s, (std::vector<double>{0, 3, 4, 7, 8, 9}));
}

}  // namespace
}  // namespace lockstep::record
