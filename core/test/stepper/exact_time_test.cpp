// SPDX-License-Identifier: Apache-2.0
#include "stepper/exact_time.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace lockstep::core {
namespace {

// A thousand ticks of 0.1 s end at 100 s exactly; a sum of doubles ends elsewhere.
TEST(ExactTime, SumsDoNotDrift) {
  ExactTime time;
  double sum = 0.0;
  const ExactTime interval = ExactTime::from_seconds(0.1);
  for (int k = 1; k <= 1000; ++k) {
    time = time + interval;
    sum += 0.1;
    ASSERT_EQ(time.seconds(), k / 10.0) << k;
  }
  EXPECT_NE(sum, 100.0);
}

// Fractions with no finite decimal stay exact: three thirds are one, and the value is the nearest double.
TEST(ExactTime, FractionsAreExact) {
  const ExactTime third = ExactTime::fraction(2, 6);
  EXPECT_EQ(third.seconds(), 1.0 / 3.0);
  EXPECT_EQ((third + third + third).seconds(), 1.0);
  EXPECT_EQ((ExactTime::from_seconds(0.5) + third).seconds(), 5.0 / 6.0);
}

// An interval without a decimal form or a small fraction does not drift either: each tick is the nearest
// double to n * interval, here computed by fma (the product of two doubles is exact in two of them).
TEST(ExactTime, SumsOfAnyDoubleDoNotDrift) {
  const double interval_s = 0x1.6a09e667f3bcdp-10;
  const ExactTime interval = ExactTime::from_seconds(interval_s);
  ExactTime time = ExactTime::from_seconds(0.1) + ExactTime::from_seconds(-0.1);
  EXPECT_EQ(time.seconds(), 0.0);
  for (int k = 1; k <= 100'000; ++k) {
    time = time + interval;
    ASSERT_EQ(time.seconds(), k * interval_s) << k;
  }
  const ExactTime late = ExactTime::from_seconds(9.2e9) + ExactTime::from_seconds(0.1) + interval;
  EXPECT_TRUE(late.is_exact());
}

// Beyond 128 bits it becomes a plain double instead of a wrong fraction.
TEST(ExactTime, FallsBackToDoubles) {
  const ExactTime tiny = ExactTime::from_seconds(1e-300);
  EXPECT_FALSE(tiny.is_exact());
  EXPECT_EQ((tiny + ExactTime::from_seconds(1.0)).seconds(), 1.0);
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(ExactTime::fraction(huge, 2).seconds(), 0x1p63);
  EXPECT_FALSE(ExactTime::fraction(2, huge).is_exact());
  EXPECT_DOUBLE_EQ(ExactTime::fraction(2, huge).seconds(), 0x1p-63);
  // Coprime denominators near 2^62 have no common one of 64 bits.
  const ExactTime a = ExactTime::fraction(1, (std::uint64_t{1} << 62) - 1);
  const ExactTime b = ExactTime::fraction(1, (std::uint64_t{1} << 62) - 3);
  EXPECT_FALSE((a + b).is_exact());
  EXPECT_DOUBLE_EQ((a + b).seconds(), 0x1p-61);
}

}  // namespace
}  // namespace lockstep::core
