// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/time_grid.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

constexpr std::int64_t kExactDouble = std::int64_t{1} << 53;  // every integer up to here is a double

// numerator / denominator as the nearest double. Integers up to 2^53 are exact, and IEEE division rounds
// once.
double nearest_double(Int128 numerator, std::int64_t denominator) noexcept {
  if (numerator <= kExactDouble && numerator >= -kExactDouble && denominator <= kExactDouble) {
    return static_cast<double>(static_cast<std::int64_t>(numerator)) / static_cast<double>(denominator);
  }
  if (numerator == 0) return 0.0;  // the division below would look for its first bit for ever
  const bool negative = numerator < 0;
  UInt128 rest = negative ? UInt128(0) - UInt128(numerator) : UInt128(numerator);
  const UInt128 divisor = UInt128(denominator);
  // Long division until the quotient has 55 significant bits, plus a sticky bit: enough to round correctly
  // once.
  UInt128 quotient = rest / divisor;
  rest %= divisor;
  int exponent = 0;
  while (quotient < (UInt128(1) << 55)) {
    rest <<= 1;
    quotient = (quotient << 1) | UInt128(rest >= divisor ? 1 : 0);
    if (rest >= divisor) rest -= divisor;
    --exponent;
  }
  bool sticky = rest != 0;
  while (quotient >= (UInt128(1) << 62)) {
    sticky = sticky || (quotient & 1) != 0;
    quotient >>= 1;
    ++exponent;
  }
  const auto bits = static_cast<std::uint64_t>(quotient) | (sticky ? 1U : 0U);
  const double magnitude = std::ldexp(static_cast<double>(bits), exponent);
  return negative ? -magnitude : magnitude;
}

[[noreturn]] void not_representable(double seconds) {
  throw Error{
      ErrorCode::kBadUsage,
      fmt::format("time {} s cannot be used on a time grid; expected a finite number of seconds with at most "
                  "18 digits, such as 0.001",
                  seconds)};
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
  not_representable(seconds);
}

std::optional<Rational> Rational::try_from_seconds(double seconds) noexcept {
  if (!std::isfinite(seconds)) return std::nullopt;
  // fmt prints the shortest decimal that reads back; its digits and exponent are the exact fraction meant.
  std::array<char, 64> text{};
  const auto printed = fmt::format_to_n(text.data(), text.size() - 1, "{}", std::fabs(seconds));
  if (printed.size >= text.size()) return std::nullopt;
  std::int64_t digits = 0;
  int scale = 0;  // digits * 10^scale
  bool after_point = false;
  const char* character = text.data();
  for (; *character != '\0' && *character != 'e'; ++character) {
    if (*character == '.') {
      after_point = true;
      continue;
    }
    if (digits > (std::numeric_limits<std::int64_t>::max() - 9) / 10) return std::nullopt;
    digits = digits * 10 + (*character - '0');
    if (after_point) --scale;
  }
  if (*character == 'e') scale += static_cast<int>(std::strtol(character + 1, nullptr, 10));
  if (digits == 0) return Rational{0, 1};
  while (scale < 0 && digits % 10 == 0) {
    digits /= 10;
    ++scale;
  }
  std::int64_t power = 1;
  for (int n = std::abs(scale); n > 0; --n) {
    if (power > std::numeric_limits<std::int64_t>::max() / 10) return std::nullopt;
    power *= 10;
  }
  if (scale > 0 && digits > std::numeric_limits<std::int64_t>::max() / power) return std::nullopt;
  if (seconds < 0.0) digits = -digits;
  return scale >= 0 ? Rational{digits * power, 1} : reduced(digits, power);
}

double Rational::seconds() const noexcept {
  return nearest_double(numerator, denominator);
}

TimeGrid::TimeGrid(double start_s, Rational step)
    : start_s_{start_s}, step_s_{nearest_double(step.numerator, step.denominator)}, step_{step} {
  if (step.numerator <= 0 || step.denominator <= 0) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("step size {} s; expected a positive number of seconds", step_s_)};
  }
  const Rational start = Rational::from_seconds(start_s);
  const std::int64_t divisor = std::gcd(start.denominator, step.denominator);
  const Int128 common = Int128(start.denominator / divisor) * step.denominator;
  const Int128 common_start = Int128(start.numerator) * (step.denominator / divisor);
  const Int128 common_step = Int128(step.numerator) * (start.denominator / divisor);
  constexpr Int128 kLimit = std::numeric_limits<std::int64_t>::max();
  if (common > kLimit || common_step > kLimit || common_start > kLimit || common_start < -kLimit) {
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("start time {} s and step size {} s have no common fraction of 64 bits; give both with "
                    "fewer digits",
                    start_s, step_s_)};
  }
  common_denominator_ = static_cast<std::int64_t>(common);
  common_start_ = static_cast<std::int64_t>(common_start);
  common_step_ = static_cast<std::int64_t>(common_step);
  const std::int64_t room = kExactDouble - std::abs(common_start_);
  if (common_denominator_ <= kExactDouble && room >= 0) fast_limit_ = room / common_step_;
  fast_denominator_ = static_cast<double>(common_denominator_);
}

double TimeGrid::far_at(std::int64_t k) const noexcept {
  return nearest_double(Int128(common_start_) + Int128(k) * common_step_, common_denominator_);
}

std::int64_t TimeGrid::first_at_or_after(double time_s) const noexcept {
  auto k = static_cast<std::int64_t>(std::floor((time_s - start_s_) / step_s_));
  while (at(k) < time_s)
    ++k;
  while (at(k - 1) >= time_s)
    --k;
  return k;
}

}  // namespace lockstep::core
