// SPDX-License-Identifier: Apache-2.0
#include "stepper/exact_time.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "lockstep/core/rational.hpp"

namespace lockstep::core {
namespace {

constexpr int kMostTwos = 126;  // 2^126 is the largest power of two in 128 bits with a sign

/// value * odd * 2^twos; true when that does not fit.
bool multiply(Int128 value, std::int64_t odd, int twos, Int128& product) noexcept {
  return twos > kMostTwos || __builtin_mul_overflow(value, Int128{odd}, &product) ||
         __builtin_mul_overflow(product, Int128{1} << twos, &product);
}

ExactFraction reduced(ExactFraction fraction) noexcept {
  for (; fraction.twos > 0 && fraction.numerator % 2 == 0; --fraction.twos)
    fraction.numerator /= 2;
  for (; fraction.odd % 2 == 0; ++fraction.twos)
    fraction.odd /= 2;
  const std::int64_t common =
      std::gcd(static_cast<std::int64_t>(fraction.numerator % fraction.odd), fraction.odd);
  fraction.numerator /= common;
  fraction.odd /= common;
  return fraction;
}

std::optional<ExactFraction> sum(const ExactFraction& a, const ExactFraction& b) noexcept {
  const std::int64_t common = std::gcd(a.odd, b.odd);
  ExactFraction result;
  result.twos = std::max(a.twos, b.twos);
  Int128 left = 0;
  Int128 right = 0;
  const bool overflow = __builtin_mul_overflow(a.odd, b.odd / common, &result.odd) ||
                        multiply(a.numerator, b.odd / common, result.twos - a.twos, left) ||
                        multiply(b.numerator, a.odd / common, result.twos - b.twos, right) ||
                        __builtin_add_overflow(left, right, &result.numerator);
  if (overflow) return std::nullopt;
  return reduced(result);
}

double nearest(const ExactFraction& fraction) noexcept {
  const bool negative = fraction.numerator < 0;
  const auto size = static_cast<UInt128>(negative ? -fraction.numerator : fraction.numerator);
  const double seconds =
      nearest_double(WideInteger{size}, WideInteger{magnitude(fraction.odd)}.shifted_left(fraction.twos));
  return negative ? -seconds : seconds;
}

}  // namespace

ExactTime ExactTime::from_seconds(double seconds) noexcept {
  ExactTime result;
  const std::optional<Rational> exact = Rational::try_from_seconds(seconds);
  if (exact)
    result.exact_ = reduced({exact->numerator, exact->denominator, exact->halvings});
  else
    result.exact_.reset();
  result.seconds_ = seconds;
  return result;
}

ExactTime ExactTime::fraction(std::uint64_t counter, std::uint64_t resolution) noexcept {
  ExactTime result;
  const std::uint64_t common = std::gcd(counter, resolution);
  constexpr auto kLimit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (resolution / common <= kLimit) {
    result.exact_ = reduced({Int128{counter / common}, static_cast<std::int64_t>(resolution / common), 0});
    result.seconds_ = nearest(*result.exact_);
  } else {
    result.exact_.reset();
    result.seconds_ = static_cast<double>(counter) / static_cast<double>(resolution);
  }
  return result;
}

ExactTime operator+(const ExactTime& a, const ExactTime& b) noexcept {
  ExactTime result;
  result.exact_.reset();
  if (a.exact_ && b.exact_) result.exact_ = sum(*a.exact_, *b.exact_);
  result.seconds_ = result.exact_ ? nearest(*result.exact_) : a.seconds_ + b.seconds_;
  return result;
}

}  // namespace lockstep::core
