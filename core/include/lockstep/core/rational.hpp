// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// An exact number of seconds: numerator / (denominator * 2^halvings). Always reduced, denominator > 0.
///
/// Nearly every step is a plain fraction and has no halvings. They make room for the exact value of doubles
/// such as 1.2345678901234567e-09, whose denominator is 2^82.
struct Rational {
  std::int64_t numerator{0};
  std::int64_t denominator{1};
  std::int32_t halvings{0};  ///< above 0 only where 64 bits are too few for the denominator

  /// The number meant by a double:
  /// - a decimal of at most 15 digits and 18 decimal places is that decimal: 0.1 is 1/10;
  /// - else the simplest fraction that rounds to `seconds`, where it is small enough not to be found by
  ///   chance (numerator * denominator <= 2^40): 0.0033333333333333335 is 1/300;
  /// - else the double itself, which is a fraction with a power of two as denominator.
  /// Throws Error{kBadUsage} only when not finite or out of range: 0 and 1e-22 <= |seconds| < 2^63 have a
  /// Rational, whatever their digits.
  LOCKSTEP_CORE_EXPORT static Rational from_seconds(double seconds);
  /// The same without exceptions or allocations, for step code; empty where from_seconds throws.
  LOCKSTEP_CORE_EXPORT static std::optional<Rational> try_from_seconds(double seconds) noexcept;
  LOCKSTEP_CORE_EXPORT static Rational from_nanoseconds(std::int64_t nanoseconds);
  /// Reduced numerator/denominator; throws Error{kBadUsage} when the denominator is 0.
  LOCKSTEP_CORE_EXPORT static Rational reduced(std::int64_t numerator, std::int64_t denominator);

  /// This number * factor / divisor, exactly; empty when that is not a Rational. Both > 0.
  LOCKSTEP_CORE_EXPORT std::optional<Rational> scaled(std::int64_t factor,
                                                      std::int64_t divisor) const noexcept;
  /// The nearest double.
  LOCKSTEP_CORE_EXPORT double seconds() const noexcept;

  friend bool operator==(const Rational& a, const Rational& b) noexcept {
    return a.numerator == b.numerator && a.denominator == b.denominator && a.halvings == b.halvings;
  }
};

/// A number as whole + rest with 0 <= rest < 1.
struct Quotient {
  std::int64_t whole{0};
  double rest{0.0};  ///< rounded down to 53 bits, but 0 only when nothing is left over
};

/// count * length / unit, computed exactly: "how many units are that many lengths". `unit` > 0. Saturates at
/// the ends of 64 bits.
LOCKSTEP_CORE_EXPORT Quotient divide(std::int64_t count, const Rational& length,
                                     const Rational& unit) noexcept;

}  // namespace lockstep::core
