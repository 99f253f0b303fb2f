// SPDX-License-Identifier: Apache-2.0
#include "wide_integer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace lockstep::core {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

bool equal(const WideInteger& a, const WideInteger& b) {
  return !(a < b) && !(b < a);
}

// Bits are counted from 1, over all limbs.
TEST(WideInteger, CountsBits) {
  EXPECT_EQ(WideInteger{}.bits(), 0);
  EXPECT_TRUE(WideInteger{}.is_zero());
  EXPECT_EQ(WideInteger{std::uint64_t{1}}.bits(), 1);
  EXPECT_EQ(WideInteger{kMax}.bits(), 64);
  for (int shift = 0; shift < 320; ++shift)
    EXPECT_EQ(WideInteger{std::uint64_t{1}}.shifted_left(shift).bits(), shift + 1);
}

// Products, sums, differences and shifts carry from limb to limb: (2^64 - 1)^2 = 2^128 - 2^65 + 1.
TEST(WideInteger, CarriesAcrossLimbs) {
  const WideInteger one{std::uint64_t{1}};
  const WideInteger square = WideInteger{kMax}.times(kMax);
  EXPECT_TRUE(equal(square, one.shifted_left(128).minus(one.shifted_left(65)).plus(one)));
  EXPECT_EQ(square.limb(0), 1U);
  EXPECT_EQ(square.limb(1), kMax - 1);
  EXPECT_TRUE(equal(one.shifted_left(192).minus(one).plus(one), one.shifted_left(192)));
  EXPECT_EQ(one.shifted_left(192).minus(one).bits(), 192);
  EXPECT_TRUE(equal(WideInteger{UInt128{kMax} * 7}, WideInteger{kMax}.times(7)));
  EXPECT_TRUE(
      equal(WideInteger{std::uint64_t{5}}.shifted_left(67), one.shifted_left(69).plus(one.shifted_left(67))));
}

// A quotient and its rest give back the numerator, for divisors of every size, also where the first guess of
// a digit is too large.
TEST(WideInteger, DividesToAQuotientAndARest) {
  std::mt19937_64 random{1};
  for (int round = 0; round < 20'000; ++round) {
    const int limbs = 1 + round % 3;
    WideInteger divisor{random() >> (random() % 64)};
    for (int i = 1; i < limbs; ++i)
      divisor = divisor.shifted_left(64).plus(WideInteger{round % 5 == 0 ? kMax : random()});
    if (divisor.is_zero()) continue;
    const std::uint64_t whole = round % 7 == 0 ? kMax : random() >> (random() % 64);
    // The largest rest there is, none, or one in between.
    WideInteger rest = divisor.minus(WideInteger{std::uint64_t{1}});
    if (round % 3 == 1) rest = WideInteger{};
    if (round % 3 == 2)
      rest = divide(divisor.times(random()), WideInteger{random() | (kMax << 63)}.times(kMax)).rest;
    if (!(rest < divisor)) continue;
    const WideQuotient quotient = divide(divisor.times(whole).plus(rest), divisor);
    ASSERT_EQ(quotient.whole, whole) << round;
    ASSERT_TRUE(equal(quotient.rest, rest)) << round;
  }
}

// The nearest double, ties to even: what the compiler rounds for integers and for quotients of doubles.
TEST(WideInteger, RoundsOnceToTheNearestDouble) {
  const WideInteger one{std::uint64_t{1}};
  EXPECT_EQ(nearest_double(WideInteger{}, one), 0.0);
  EXPECT_EQ(nearest_double(one, WideInteger{std::uint64_t{3}}), 1.0 / 3.0);
  EXPECT_EQ(nearest_double(one, one.shifted_left(190)), 0x1p-190);
  EXPECT_EQ(nearest_double(one.shifted_left(250), one), 0x1p250);
  const std::uint64_t tie = (std::uint64_t{1} << 53) + 1;
  EXPECT_EQ(nearest_double(WideInteger{tie}, one), 0x1p53);
  EXPECT_EQ(nearest_double(WideInteger{tie + 2}, one), 0x1p53 + 4.0);
  // A hair above the tie, far below the 64th bit: up.
  EXPECT_EQ(nearest_double(WideInteger{tie}.shifted_left(190).plus(one), one.shifted_left(190)),
            0x1p53 + 2.0);
  std::mt19937_64 random{2};
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t a = (random() >> 11) >> (random() % 53);
    const std::uint64_t b = ((random() >> 11) >> (random() % 53)) | 1;
    ASSERT_EQ(nearest_double(WideInteger{a}, WideInteger{b}),
              static_cast<double>(a) / static_cast<double>(b));
    ASSERT_EQ(nearest_double(WideInteger{a}.times(kMax), WideInteger{b}.times(kMax)),
              static_cast<double>(a) / static_cast<double>(b));
  }
}

}  // namespace
}  // namespace lockstep::core
