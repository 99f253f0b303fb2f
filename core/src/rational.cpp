// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/rational.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "lockstep/core/error.hpp"
#include "wide_integer.hpp"

namespace lockstep::core {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostDigits = 1'000'000'000'000'000;  // decimals of 15 digits survive in a double
constexpr std::int64_t kSmallProduct = std::int64_t{1} << 40;
constexpr int kMostTwos = 62;  // of a denominator in 64 bits
constexpr std::int32_t kMostHalvings = 64;

/// numerator / (odd * 2^twos), reduced as to twos; empty when there is no room.
std::optional<Rational> make(std::int64_t numerator, std::int64_t odd, int twos) noexcept {
  for (; twos > 0 && numerator % 2 == 0; --twos)
    numerator /= 2;
  std::int64_t denominator = odd;
  for (; twos > 0 && denominator <= kLargest / 2; --twos)
    denominator *= 2;
  if (twos > kMostHalvings) return std::nullopt;
  return Rational{numerator, denominator, twos};
}

int trailing_zeros(std::int64_t value) noexcept {
  return __builtin_ctzll(static_cast<std::uint64_t>(value));
}

/// The shortest decimal that reads back as `value` > 0, if somebody may have written it.
std::optional<Rational> as_decimal(double value) noexcept {
  std::array<char, 64> text{};  // a double has 24 characters at most
  fmt::format_to_n(text.data(), text.size() - 1, "{}", value);
  std::int64_t digits = 0;
  int scale = 0;  // digits * 10^scale
  bool after_point = false;
  const char* character = text.data();
  for (; *character != '\0' && *character != 'e'; ++character) {
    if (*character == '.') {
      after_point = true;
      continue;
    }
    if (digits > (kLargest - 9) / 10) return std::nullopt;
    digits = digits * 10 + (*character - '0');
    if (after_point) --scale;
  }
  if (*character == 'e') scale += static_cast<int>(std::strtol(character + 1, nullptr, 10));
  for (; digits % 10 == 0; ++scale)
    digits /= 10;
  if (digits >= kMostDigits) return std::nullopt;
  std::int64_t power = 1;
  for (int n = std::abs(scale); n > 0; --n) {
    if (power > kLargest / 10) return std::nullopt;
    power *= 10;
  }
  if (scale < 0) return Rational::reduced(digits, power);
  if (digits > kLargest / power) return std::nullopt;
  return Rational{digits * power, 1};
}

/// The fraction of small numbers that is nearest to mantissa / 2^twos and rounds to `value`. Whatever does is
/// a convergent of the continued fraction: it is closer than 1 / (2 * denominator^2).
std::optional<Rational> as_small_fraction(double value, std::int64_t mantissa, int twos) noexcept {
  UInt128 a = static_cast<UInt128>(mantissa);
  UInt128 b = UInt128{1} << twos;
  UInt128 p = 1, q = 0, previous_p = 0, previous_q = 1;
  while (b != 0) {
    const UInt128 whole = a / b;
    const UInt128 rest = a % b;
    if (whole > kSmallProduct) return std::nullopt;
    const UInt128 next_p = whole * p + previous_p;
    const UInt128 next_q = whole * q + previous_q;
    if (next_p * next_q > kSmallProduct) return std::nullopt;
    if (static_cast<double>(static_cast<std::int64_t>(next_p)) /
            static_cast<double>(static_cast<std::int64_t>(next_q)) ==
        value)
      return Rational{static_cast<std::int64_t>(next_p), static_cast<std::int64_t>(next_q)};
    previous_p = p;
    previous_q = q;
    p = next_p;
    q = next_q;
    a = b;
    b = rest;
  }
  return std::nullopt;
}

std::optional<Rational> of_positive(double value) noexcept {
  if (const std::optional<Rational> decimal = as_decimal(value)) return decimal;
  constexpr int kMantissaBits = 53;
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), kMantissaBits));
  int twos = kMantissaBits - exponent;  // value = mantissa / 2^twos
  if (twos <= 0) {
    if (exponent > 63) return std::nullopt;
    return Rational{mantissa << -twos, 1};
  }
  if (twos > kMostTwos + kMostHalvings + trailing_zeros(mantissa)) return std::nullopt;
  const int excess = std::min(twos, trailing_zeros(mantissa));
  mantissa >>= excess;
  twos -= excess;
  if (const std::optional<Rational> fraction = as_small_fraction(value, mantissa, twos)) return fraction;
  return make(mantissa, 1, twos);
}

}  // namespace

Rational Rational::reduced(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0)
    throw Error{ErrorCode::kBadUsage, "a time step with denominator 0; expected a positive one"};
  const std::int64_t divisor = std::gcd(numerator, denominator);
  const std::int64_t sign = denominator < 0 ? -1 : 1;
  return {sign * numerator / divisor, sign * denominator / divisor};
}

Rational Rational::from_nanoseconds(std::int64_t nanoseconds) {
  return reduced(nanoseconds, 1'000'000'000);
}

Rational Rational::from_seconds(double seconds) {
  if (const std::optional<Rational> exact = try_from_seconds(seconds)) return *exact;
  throw Error{ErrorCode::kBadUsage, fmt::format("time {} s cannot be used on a time grid; expected 0, or a "
                                                "number of seconds between 1e-22 and 9e18 in size",
                                                seconds)};
}

std::optional<Rational> Rational::try_from_seconds(double seconds) noexcept {
  if (!std::isfinite(seconds)) return std::nullopt;
  if (seconds == 0.0) return Rational{0, 1};
  std::optional<Rational> result = of_positive(std::fabs(seconds));
  if (result && seconds < 0.0) result->numerator = -result->numerator;
  return result;
}

std::optional<Rational> Rational::scaled(std::int64_t factor, std::int64_t divisor) const noexcept {
  const std::int64_t common = std::gcd(factor, divisor);
  factor /= common;
  divisor /= common;
  const std::int64_t above = std::gcd(numerator, divisor);
  const std::int64_t below = std::gcd(factor, denominator);
  factor /= below;
  divisor /= above;
  // Powers of two apart: there is room for more of them.
  const std::int64_t rest = denominator / below;
  int twos = halvings + trailing_zeros(rest) + trailing_zeros(divisor);
  for (; twos > 0 && factor % 2 == 0; --twos)
    factor /= 2;
  std::int64_t top = 0;
  std::int64_t odd = 0;
  if (__builtin_mul_overflow(numerator / above, factor, &top) ||
      __builtin_mul_overflow(rest >> trailing_zeros(rest), divisor >> trailing_zeros(divisor), &odd))
    return std::nullopt;
  return make(top, odd, twos);
}

double Rational::seconds() const noexcept {
  const double size = nearest_double(WideInteger{magnitude(numerator)},
                                     WideInteger{magnitude(denominator)}.shifted_left(halvings));
  return numerator < 0 ? -size : size;
}

Quotient divide(std::int64_t count, const Rational& length, const Rational& unit) noexcept {
  const bool negative = (count < 0) != (length.numerator < 0);
  const WideInteger top = WideInteger{magnitude(count)}
                              .times(magnitude(length.numerator))
                              .times(magnitude(unit.denominator))
                              .shifted_left(unit.halvings);
  const WideInteger bottom = WideInteger{magnitude(length.denominator)}
                                 .times(magnitude(unit.numerator))
                                 .shifted_left(length.halvings);
  const Quotient saturated{negative ? std::numeric_limits<std::int64_t>::min() : kLargest, 0.0};
  if (top.bits() - bottom.bits() > 63) return saturated;
  WideQuotient quotient = divide(top, bottom);
  if (quotient.whole > magnitude(kLargest)) return saturated;
  auto whole = static_cast<std::int64_t>(quotient.whole);
  if (quotient.rest.is_zero()) return {negative ? -whole : whole, 0.0};
  if (negative) {  // rounded down, too
    whole = -whole - 1;
    quotient.rest = bottom.minus(quotient.rest);
  }
  const std::uint64_t bits = divide(quotient.rest.shifted_left(53), bottom).whole;
  return {whole, bits == 0 ? 0x1p-54 : std::ldexp(static_cast<double>(bits), -53)};
}

}  // namespace lockstep::core
