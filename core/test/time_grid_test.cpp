// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/time_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

// A step written as 0.1 means one tenth, whatever the nearest double is.
TEST(Rational, ReadsTheDecimalAPersonMeant) {
  EXPECT_EQ(Rational::from_seconds(0.1), (Rational{1, 10}));
  EXPECT_EQ(Rational::from_seconds(0.002), (Rational{1, 500}));
  EXPECT_EQ(Rational::from_seconds(-2.5), (Rational{-5, 2}));
  EXPECT_EQ(Rational::from_seconds(1e-9), (Rational{1, 1'000'000'000}));
  EXPECT_EQ(Rational::from_seconds(1e6), (Rational{1'000'000, 1}));
  EXPECT_EQ(Rational::from_seconds(0.0), (Rational{0, 1}));
  EXPECT_EQ(Rational::from_nanoseconds(1'000'000), (Rational{1, 1000}));
}

TEST(Rational, RefusesWhatHasNoFraction) {
  EXPECT_THROW(static_cast<void>(Rational::from_seconds(std::nan(""))), Error);
  EXPECT_THROW(static_cast<void>(Rational::from_seconds(std::numeric_limits<double>::infinity())), Error);
  EXPECT_THROW(static_cast<void>(Rational::from_seconds(1e-300)), Error);
  EXPECT_THROW(static_cast<void>(Rational::reduced(1, 0)), Error);
}

// A fraction as seconds is the nearest double, and the way without exceptions says the same as the other.
TEST(Rational, GivesTheNearestDouble) {
  EXPECT_EQ((Rational{1, 3}.seconds()), 1.0 / 3.0);
  EXPECT_EQ((Rational{-7, 10}.seconds()), -0.7);
  EXPECT_EQ(Rational::try_from_seconds(-2.5), (Rational{-5, 2}));
  EXPECT_EQ(Rational::try_from_seconds(0.1234567890123456), Rational::from_seconds(0.1234567890123456));
  EXPECT_EQ(Rational::try_from_seconds(1e-300), std::nullopt);
  EXPECT_EQ(Rational::try_from_seconds(std::nan("")), std::nullopt);
}

// The first point of a grid with a very fine step is found, not searched for ever.
TEST(TimeGrid, StartsAtZeroWithAVeryFineStep) {
  const TimeGrid grid{0.0, Rational::from_seconds(1e-18)};
  EXPECT_EQ(grid.at(0), 0.0);
  EXPECT_EQ(grid.at(1), 1e-18);
}

// Every point is the double nearest to k/1000: what strtod reads for "0.001 * k" written out. A running sum
// misses thousands of these.
TEST(TimeGrid, PointsAreTheNearestDoubles) {
  const TimeGrid grid{0.0, Rational::from_seconds(0.001)};
  for (std::int64_t k = 0; k < 10'000; ++k) {
    ASSERT_EQ(grid.at(k), static_cast<double>(k) / 1000.0) << k;
  }
  EXPECT_EQ(grid.at(1'000'000'007), 1'000'000.007);
}

// Below and above 2^53, where numerators stop to be exact doubles, points are computed differently and are
// right alike.
TEST(TimeGrid, FarIndicesAreExactToo) {
  const TimeGrid grid{0.0, Rational::from_seconds(0.001)};
  EXPECT_EQ(grid.at(9'007'199'254'740'000), 9'007'199'254'740.0);
  EXPECT_EQ(grid.at(9'007'199'254'741'000), 9'007'199'254'741.0);
  EXPECT_EQ(grid.at(-9'007'199'254'740'000), -9'007'199'254'740.0);
  EXPECT_EQ(grid.at(-9'007'199'254'741'000), -9'007'199'254'741.0);
}

// Index 1e9 of a 0.1 ms grid from an awkward start: exact, no drift.
TEST(TimeGrid, HasNoDriftAtLargeIndex) {
  const TimeGrid grid{17.3, Rational::from_seconds(0.0001)};
  EXPECT_EQ(grid.at(0), 17.3);
  EXPECT_EQ(grid.at(1'000'000'000), 100'017.3);
  EXPECT_EQ(grid.at(1'000'000'001), 100'017.3001);
}

// Numbers beyond 2^53 take the long division; it must round like the quotient of exact integers.
TEST(TimeGrid, RoundsOnceBeyondTheExactIntegers) {
  const TimeGrid grid{0.0, Rational::reduced(1, 3)};
  const std::int64_t k = (std::int64_t{1} << 53) + 1;  // not a double itself
  // (2^53 + 1) / 3 = 3002399751580331 exactly.
  EXPECT_EQ(grid.at(k), 3002399751580331.0);
  EXPECT_EQ(grid.at(-k), -3002399751580331.0);
  const TimeGrid seventh{0.0, Rational::reduced(1, 7)};
  EXPECT_EQ(seventh.at(std::int64_t{1} << 60), 164703072086692425.0);  // 2^60/7 = 164703072086692425.14
}

// Fixed-step FMUs compare the step size bit by bit.
TEST(TimeGrid, GivesTheSameStepSizeEveryTime) {
  const TimeGrid grid{0.0, Rational::from_seconds(0.1)};
  for (std::int64_t k = 0; k < 100; ++k)
    EXPECT_EQ(grid.interval(k).size_s, 0.1);
  EXPECT_NE(grid.interval(2).to_s - grid.interval(2).from_s, 0.1)
      << "the difference is what must not be used";
}

TEST(TimeGrid, FindsTheFirstPointAtOrAfter) {
  const TimeGrid grid{1.0, Rational::from_seconds(0.1)};
  EXPECT_EQ(grid.first_at_or_after(1.0), 0);
  EXPECT_EQ(grid.first_at_or_after(1.3), 3);
  EXPECT_EQ(grid.first_at_or_after(std::nextafter(1.3, 2.0)), 4);
}

TEST(TimeGrid, RefusesAStepThatDoesNotAdvance) {
  EXPECT_THROW((TimeGrid{0.0, Rational{0, 1}}), Error);
  EXPECT_THROW((TimeGrid{0.0, Rational{-1, 10}}), Error);
}

}  // namespace
}  // namespace lockstep::core
