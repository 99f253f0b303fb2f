// SPDX-License-Identifier: Apache-2.0
#include "stepper/exact_time.hpp"

#include <limits>
#include <numeric>

namespace lockstep::core {
namespace {

std::optional<Rational> sum(const Rational& a, const Rational& b) noexcept {
  const std::int64_t divisor = std::gcd(a.denominator, b.denominator);
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
  const bool overflow = __builtin_mul_overflow(a.numerator, b.denominator / divisor, &left) ||
                        __builtin_mul_overflow(b.numerator, a.denominator / divisor, &right) ||
                        __builtin_add_overflow(left, right, &numerator) ||
                        __builtin_mul_overflow(a.denominator, b.denominator / divisor, &denominator);
  if (overflow) return std::nullopt;
  const std::int64_t common = std::gcd(numerator, denominator);
  return Rational{numerator / common, denominator / common};
}

}  // namespace

ExactTime ExactTime::from_seconds(double seconds) noexcept {
  ExactTime result;
  result.exact_ = Rational::try_from_seconds(seconds);
  result.seconds_ = seconds;
  return result;
}

ExactTime ExactTime::fraction(std::uint64_t counter, std::uint64_t resolution) noexcept {
  ExactTime result;
  const std::uint64_t divisor = std::gcd(counter, resolution);
  counter /= divisor;
  resolution /= divisor;
  constexpr auto kLimit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (counter <= kLimit && resolution <= kLimit) {
    result.exact_ = Rational{static_cast<std::int64_t>(counter), static_cast<std::int64_t>(resolution)};
    result.seconds_ = result.exact_->seconds();
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
  result.seconds_ = result.exact_ ? result.exact_->seconds() : a.seconds_ + b.seconds_;
  return result;
}

}  // namespace lockstep::core
