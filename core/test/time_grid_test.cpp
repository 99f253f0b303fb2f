// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/time_grid.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "fraction.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using test::Fraction;
using test::is_nearest;

/// Whether a decimal of 15 digits is read as this double: then that decimal is meant.
bool is_decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return std::strtod(text.data(), nullptr) == value;
}

/// A double between 10^-9 and 10^9 that is no decimal.
double any_double(std::mt19937_64& random) {
  for (;;) {
    const double value = std::pow(10.0, std::uniform_real_distribution<double>{-9.0, 9.0}(random));
    if (!is_decimal(value)) return value;
  }
}

/// The largest k that keeps start + k * step below the latest time and its points apart.
std::int64_t any_index(std::mt19937_64& random, double start_s, double step_s) {
  const double end_s = std::min(kLatestTime_s, step_s * 0x1p52) - start_s;
  return static_cast<std::int64_t>(std::uniform_real_distribution<double>{0.0, end_s / step_s}(random));
}

std::string refusal(double start_s, double step_s, double end_s) {
  try {
    TimeGrid{start_s, Rational::from_seconds(step_s)}.require_usable(end_s, "step size");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    return error.message();
  }
  return "accepted";
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

// Any step from any start: t_k is the double nearest to start + k * step, for steps that are no decimals and
// no small fractions and for starts of both kinds.
TEST(TimeGrid, PointsOfAnyDoublesAreTheNearest) {
  std::mt19937_64 random{4};
  for (int i = 0; i < 3000; ++i) {
    const double step_s = any_double(random);
    const bool decimal = i % 2 == 0;
    const std::uint64_t tenths = random() % 1'000'000'000;
    const double start_s = decimal ? static_cast<double>(tenths) / 10'000.0 : any_double(random);
    if (start_s > step_s * 0x1p51) continue;
    const TimeGrid grid{start_s, Rational::from_seconds(step_s)};
    const Fraction start = decimal ? Fraction{tenths, 10'000} : Fraction::of(start_s);
    for (const std::int64_t k : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3},
                                 any_index(random, start_s, step_s)}) {
      const Fraction exact = start + Fraction{static_cast<std::uint64_t>(k), 1} * Fraction::of(step_s);
      if (grid.at(k) == 0.0) continue;
      ASSERT_TRUE(is_nearest(grid.at(k), exact))
          << start_s << " + " << k << " * " << step_s << " is " << grid.at(k);
    }
    ASSERT_EQ(grid.at(0), start_s);
  }
}

// The same for decimals and small fractions, which do not mean the double they are written as.
TEST(TimeGrid, PointsOfDecimalsAndFractionsAreTheNearest) {
  std::mt19937_64 random{5};
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t p = 1 + random() % 1000;
    const std::uint64_t q = 1 + random() % 100'000;
    const std::uint64_t tenths = random() % 10'000'000'000;
    const double start_s = static_cast<double>(tenths) / 1000.0;
    const double step_s = static_cast<double>(p) / static_cast<double>(q);
    if (is_decimal(step_s)) continue;
    const TimeGrid grid{start_s, Rational::from_seconds(step_s)};
    const std::int64_t k = 1 + any_index(random, start_s, step_s);
    const Fraction exact =
        Fraction{tenths, 1000} + Fraction{p, q} * Fraction{static_cast<std::uint64_t>(k), 1};
    ASSERT_TRUE(is_nearest(grid.at(k), exact)) << start_s << " + " << k << " * " << p << "/" << q;
    // Stamps are nanoseconds from the start: |stamp - k * step| <= 1/2 ns.
    const auto stamp = static_cast<std::uint64_t>(grid.elapsed(k).count());
    const Fraction way = Fraction{static_cast<std::uint64_t>(k) * p, q} * Fraction{2'000'000'000, 1};
    ASSERT_FALSE(way < (Fraction{2 * stamp - 1, 1})) << stamp << " for " << k << " * " << p << "/" << q;
    ASSERT_FALSE((Fraction{2 * stamp + 1, 1}) < way);
  }
}

// Starts and steps that had no common fraction of 64 bits.
TEST(TimeGrid, AwkwardStartsAndStepsGoTogether) {
  const TimeGrid gazebo{9.2, Rational::from_seconds(1.0 / 240.0)};
  EXPECT_EQ(gazebo.at(240), 10.2);
  const TimeGrid late{1e6, Rational::from_seconds(1.0 / 240.0)};
  EXPECT_EQ(late.at(240 * 3600 + 120), 1'003'600.5);
  const TimeGrid vendor{0.0, Rational::from_seconds(0.0013940520446096654)};
  EXPECT_EQ(vendor.at(1076), 1.5);
  const TimeGrid binary{1234.5678, Rational::from_seconds(0x1.6a09e667f3bcdp-30)};
  EXPECT_EQ(binary.at(0), 1234.5678);
  const TimeGrid before{-1.0, Rational::from_seconds(0x1.6a09e667f3bcdp-1)};
  EXPECT_EQ(before.at(1), 0x1.6a09e667f3bcdp-1 - 1.0);
  EXPECT_EQ(before.at(2), 0x1.6a09e667f3bcdp-0 - 1.0);
  EXPECT_EQ(before.at(-1), -1.0 - 0x1.6a09e667f3bcdp-1);
}

// Stamps of whole nanoseconds, of parts of them, and of ties, which go up.
TEST(TimeGrid, StampsAreRoundedToNanoseconds) {
  EXPECT_EQ(TimeGrid(5.0, Rational{1, 1000}).elapsed(7), SimTime{7'000'000});
  const TimeGrid third{0.0, Rational{1, 3}};
  EXPECT_EQ(third.elapsed(1), SimTime{333'333'333});
  EXPECT_EQ(third.elapsed(2), SimTime{666'666'667});
  EXPECT_EQ(third.elapsed(3'000'000'003), SimTime{1'000'000'001'000'000'000});
  EXPECT_EQ(third.elapsed(-1), SimTime{-333'333'333});
  const TimeGrid half{0.0, Rational{3, 2'000'000'000}};
  EXPECT_EQ(half.elapsed(1), SimTime{2});
  EXPECT_EQ(half.elapsed(-1), SimTime{-1});
}

// A run ends at 9.2e9 s, and its points differ as doubles; what cannot be is refused with the reason.
TEST(TimeGrid, RefusesRunsThatDoublesCannotTell) {
  EXPECT_EQ(refusal(0.0, 1.0, 9.2e9), "accepted");
  EXPECT_EQ(refusal(0.0, 1.0, 9.3e9),
            "a run from 0 s to 9300000000 s; times end at 9200000000 s (291 years), choose earlier ones");
  EXPECT_EQ(refusal(-9.3e9, 1.0, 0.0).compare(0, 12, "a run from -"), 0);
  EXPECT_EQ(refusal(0.0, 1.0, std::nan("")).compare(0, 10, "a run from"), 0);
  EXPECT_EQ(refusal(0.0, 1e-9, 1e6), "accepted");
  EXPECT_EQ(refusal(1e9, 1e-9, 1e9 + 1.0),
            "step size 1e-09 s is lost in rounding at t = 1000000001 s, where neighbouring numbers are "
            "1.1920928955078125e-07 s apart; choose a larger one, or times closer to 0");
  EXPECT_EQ(refusal(-1e9, 1e-9, 0.0).compare(0, 9, "step size"), 0);
  // A step as long as the distance of doubles: just enough, unless the start lies between two of them.
  const double unit = 0x1p-20;
  EXPECT_EQ(refusal(0.0, unit, 0x1p33), "accepted");
  EXPECT_EQ(refusal(unit / 2.0, unit, 0x1p33).compare(0, 9, "step size"), 0);
  EXPECT_EQ(refusal(0.0, unit, 0x1p33 + 1.0).compare(0, 9, "step size"), 0);
  // Also below 1 s, where doubles are 2^-54 apart.
  EXPECT_EQ(refusal(0.0, 0x1p-54, 0.5), "accepted");
  EXPECT_EQ(refusal(0.0, 0x1p-55, 0.5).compare(0, 9, "step size"), 0);
}

TEST(TimeGrid, FindsPointsByTheirTime) {
  const TimeGrid grid{1.0, Rational::from_seconds(0x1.6a09e667f3bcdp-10)};
  for (const std::int64_t k : {std::int64_t{0}, std::int64_t{1}, std::int64_t{999},
                               std::int64_t{123'456'789'012}, std::int64_t{-5}}) {
    EXPECT_EQ(grid.index_of(grid.at(k)), k);
    EXPECT_EQ(grid.first_at_or_after(grid.at(k)), k);
    EXPECT_EQ(grid.index_of(std::nextafter(grid.at(k), 1e300)), std::nullopt);
    EXPECT_EQ(grid.first_at_or_after(std::nextafter(grid.at(k), 1e300)), k + 1);
  }
  EXPECT_EQ(grid.first_at_or_after(std::numeric_limits<double>::infinity()), std::int64_t{1} << 62);
  EXPECT_EQ(grid.first_at_or_after(-1e300), -(std::int64_t{1} << 62));
}

TEST(TimeGrid, RefusesAStepThatDoesNotAdvance) {
  EXPECT_THROW((TimeGrid{0.0, Rational{0, 1}}), Error);
  EXPECT_THROW((TimeGrid{0.0, Rational{-1, 10}}), Error);
}

}  // namespace
}  // namespace lockstep::core
