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

// Beyond 64 bits it becomes a plain double instead of a wrong fraction.
TEST(ExactTime, FallsBackToDoubles) {
  const ExactTime tiny = ExactTime::from_seconds(1e-300);
  EXPECT_FALSE(tiny.is_exact());
  EXPECT_EQ((tiny + ExactTime::from_seconds(1.0)).seconds(), 1.0);
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_FALSE(ExactTime::fraction(huge, 2).is_exact());
  EXPECT_DOUBLE_EQ(ExactTime::fraction(huge, 2).seconds(), 0x1p63);
  // Coprime denominators near 2^62 have no common one of 64 bits.
  const ExactTime a = ExactTime::fraction(1, (std::uint64_t{1} << 62) - 1);
  const ExactTime b = ExactTime::fraction(1, (std::uint64_t{1} << 62) - 3);
  EXPECT_FALSE((a + b).is_exact());
  EXPECT_DOUBLE_EQ((a + b).seconds(), 0x1p-61);
}

}  // namespace
}  // namespace lockstep::core
