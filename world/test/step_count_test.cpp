// SPDX-License-Identifier: Apache-2.0
#include "step_count.hpp"

#include <gtest/gtest.h>

namespace lockstep::world {
namespace {

// Whole numbers of steps are exact although 10 / 0.001 is not as a double; a part of a step is one.
TEST(StepCount, CountsWholeStepsAndParts) {
  const core::Rational ms{1, 1000};
  EXPECT_EQ(steps_in(10.0, ms), 10'000);
  EXPECT_EQ(steps_in(0.0011, ms), 2);
  EXPECT_EQ(steps_in(1e-12, ms), 1);
  EXPECT_EQ(steps_in(0.0, ms), 0);
  EXPECT_EQ(steps_in(1.0, {1, 3}), 3);
  EXPECT_EQ(steps_in(7.0, {2, 1}), 4);
  for (std::int64_t k = 1; k < 2000; ++k)
    ASSERT_EQ(steps_in(static_cast<double>(k) * 0.001, ms), k) << k;
}

// A millionth of a step above a whole number is a step more, a billionth of the time is rounding.
TEST(StepCount, RoundingIsNoStep) {
  const core::Rational ms{1, 1000};
  EXPECT_EQ(steps_in(1.0 + 1e-12, ms), 1000);
  EXPECT_EQ(steps_in(1.0 + 1e-8, ms), 1001);
}

TEST(StepCount, HasAnEnd) {
  EXPECT_EQ(steps_in(1e300, {1, 1000}), 9'000'000'000'000'000);
}

}  // namespace
}  // namespace lockstep::world
