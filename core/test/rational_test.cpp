// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/rational.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

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
  EXPECT_EQ(Rational::from_seconds(1e18), (Rational{1'000'000'000'000'000'000, 1}));
  EXPECT_EQ(Rational::from_seconds(0.0), (Rational{0, 1}));
  EXPECT_EQ(Rational::from_seconds(0.123456789012345),
            Rational::reduced(123'456'789'012'345, 1'000'000'000'000'000));
  EXPECT_EQ(Rational::from_nanoseconds(1'000'000), (Rational{1, 1000}));
}

// What a script computes as a quotient is the fraction of small numbers: 1.5 / 1076 is 3 / 2152.
TEST(Rational, ReadsSmallFractions) {
  EXPECT_EQ(Rational::from_seconds(1.0 / 3000.0), (Rational{1, 3000}));
  EXPECT_EQ(Rational::from_seconds(1.0 / 300.0), (Rational{1, 300}));
  EXPECT_EQ(Rational::from_seconds(1.0 / 600.0), (Rational{1, 600}));
  EXPECT_EQ(Rational::from_seconds(-1.0 / 240.0), (Rational{-1, 240}));
  EXPECT_EQ(Rational::from_seconds(0.0013940520446096654), (Rational{3, 2152}));
  EXPECT_EQ(Rational::from_seconds(1e9 / 7.0), (Rational{1'000'000'000, 7}));
  EXPECT_EQ(Rational::from_seconds(1.0 / 999'983.0), (Rational{1, 999'983}));
  // Products of numerator and denominator up to 2^40 count as small.
  EXPECT_EQ(Rational::from_seconds(1'048'571.0 / 1'048'573.0), (Rational{1'048'571, 1'048'573}));
  EXPECT_FALSE(Rational::from_seconds(1048583.0 / 1048573.0) == (Rational{1048583, 1048573}));
}

// Anything else is the double itself, to the last bit: numerator / 2^n.
TEST(Rational, ReadsOtherDoublesBitByBit) {
  EXPECT_EQ(Rational::from_seconds(0x1.921fb54442d18p+1),
            (Rational{0x1921fb54442d18 >> 3, std::int64_t{1} << 48}));
  EXPECT_EQ(Rational::from_seconds(0x1.6a09e667f3bcdp-10),
            (Rational{0x16a09e667f3bcd, std::int64_t{1} << 62}));
  EXPECT_EQ(Rational::from_seconds(0x1.6a09e667f3bcdp-11),
            (Rational{0x16a09e667f3bcd, std::int64_t{1} << 62, 1}));
  EXPECT_EQ(Rational::from_seconds(-0x1.6a09e667f3bcdp-30),
            (Rational{-0x16a09e667f3bcd, std::int64_t{1} << 62, 20}));
  EXPECT_EQ(Rational::from_seconds(0x1.6a09e667f3bcdp+62), (Rational{0x16a09e667f3bcd << 10, 1}));
}

// Every double from 1 ns to 1e9 s has a Rational, and it is that double again.
TEST(Rational, GivesBackEveryDouble) {
  std::mt19937_64 random{3};
  std::uniform_real_distribution<double> digits{-9.0, 9.0};
  for (int i = 0; i < 100'000; ++i) {
    const double seconds = std::pow(10.0, digits(random));
    ASSERT_EQ(Rational::from_seconds(seconds).seconds(), seconds);
    ASSERT_EQ(Rational::from_seconds(-seconds).seconds(), -seconds);
  }
}

TEST(Rational, RefusesWhatIsOutOfRange) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {std::nan(""), infinity, -infinity, 1e-300, 5e-324, 1.2345678901234567e-25, 1e19, 1e300}) {
    EXPECT_EQ(Rational::try_from_seconds(bad), std::nullopt) << bad;
    EXPECT_THROW(static_cast<void>(Rational::from_seconds(bad)), Error) << bad;
  }
  EXPECT_EQ(Rational::from_seconds(1.2345678901234567e-22).seconds(), 1.2345678901234567e-22);
  EXPECT_EQ(Rational::from_seconds(9.2e18).seconds(), 9.2e18);
  try {
    static_cast<void>(Rational::from_seconds(1e-300));
  } catch (const Error& error) {
    EXPECT_EQ(
        error.message(),
        "time 1e-300 s cannot be used on a time grid; expected 0, or a number of seconds between 1e-22 and "
        "9e18 in size");
  }
  EXPECT_THROW(static_cast<void>(Rational::reduced(1, 0)), Error);
}

// A fraction as seconds is the nearest double, and the way without exceptions says the same as the other.
TEST(Rational, GivesTheNearestDouble) {
  EXPECT_EQ((Rational{1, 3}.seconds()), 1.0 / 3.0);
  EXPECT_EQ((Rational{-7, 10}.seconds()), -0.7);
  EXPECT_EQ((Rational{0, 1}.seconds()), 0.0);
  EXPECT_EQ((Rational{1, 3, 60}.seconds()), 0x1p-60 / 3.0);
  EXPECT_EQ((Rational::reduced(6, -4)), (Rational{-3, 2}));
  EXPECT_EQ(Rational::try_from_seconds(-2.5), (Rational{-5, 2}));
  EXPECT_EQ(Rational::try_from_seconds(0.1234567890123456), Rational::from_seconds(0.1234567890123456));
}

// Multiples and parts are exact and reduced; powers of two find room where other factors do not.
TEST(Rational, IsScaledExactly) {
  EXPECT_EQ((Rational{1, 1000}.scaled(10, 1)), (Rational{1, 100}));
  EXPECT_EQ((Rational{3, 2152}.scaled(1, 6)), (Rational{1, 4304}));
  EXPECT_EQ((Rational{3, 2152}.scaled(4, 6)), (Rational{1, 1076}));
  EXPECT_EQ((Rational{-5, 2}.scaled(1, 1)), (Rational{-5, 2}));
  EXPECT_EQ((Rational{5, std::int64_t{1} << 62}.scaled(1, 6)), (Rational{5, 3 * (std::int64_t{1} << 61), 2}));
  EXPECT_EQ((Rational{5, 3 * (std::int64_t{1} << 61), 2}.scaled(6, 1)), (Rational{5, std::int64_t{1} << 62}));
  EXPECT_EQ((Rational{5, std::int64_t{1} << 62, 7}.scaled(256, 1)), (Rational{5, std::int64_t{1} << 61}));
  EXPECT_EQ((Rational{7, 1'000'000'000'000'000'000}.scaled(1, 1'000'000'007)), std::nullopt);
  EXPECT_EQ((Rational{1'000'000'000'000'000'000, 1}.scaled(11, 1)), std::nullopt);
  EXPECT_EQ((Rational{1, std::int64_t{1} << 62, 64}.scaled(1, 2)), std::nullopt);
}

// How many nanoseconds, or how many steps: whole numbers and what is left over, rounded down on both sides of
// 0.
TEST(Rational, DividesExactly) {
  const Rational nanosecond{1, 1'000'000'000};
  const auto expect = [&](std::int64_t count, Rational length, std::int64_t whole, double rest) {
    const Quotient quotient = divide(count, length, nanosecond);
    EXPECT_EQ(quotient.whole, whole);
    EXPECT_DOUBLE_EQ(quotient.rest, rest);
  };
  expect(1000, {1, 1000}, 1'000'000'000, 0.0);
  expect(1, {1, 3000}, 333'333, 1.0 / 3.0);
  expect(-1, {1, 3000}, -333'334, 2.0 / 3.0);
  expect(-1, {-1, 3000}, 333'333, 1.0 / 3.0);
  expect(-3, {1, 3}, -1'000'000'000, 0.0);
  expect(0, {1, 3}, 0, 0.0);
  EXPECT_EQ(divide(3, {1, 3}, {1, 7}).whole, 7);
  EXPECT_EQ(divide(3, {1, 3}, {1, 7}).rest, 0.0);
  EXPECT_EQ(divide(7, {3, 1, 5}, {1, 1, 3}).whole, 5);  // 21/32 * 8 = 5.25
  EXPECT_EQ(divide(7, {3, 1, 5}, {1, 1, 3}).rest, 0.25);
  // Less than a double could tell from 0 is not 0, and just short of a half is below it.
  EXPECT_GT(divide(1, {1, std::int64_t{1} << 62}, {1, 1}).rest, 0.0);
  EXPECT_LT(divide(1, {(std::int64_t{1} << 61) - 1, std::int64_t{1} << 62}, {1, 1}).rest, 0.5);
  // The last number of 64 bits, and what is beyond it.
  const std::int64_t last = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(divide(last, {1, 1}, {1, 1}).whole, last);
  EXPECT_EQ(divide(last, {2, 1}, {1, 1}).whole, last);
  EXPECT_EQ(divide(-last, {2, 1}, {1, 1}).whole, std::numeric_limits<std::int64_t>::min());
}

}  // namespace
}  // namespace lockstep::core
