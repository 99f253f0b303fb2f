// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::core {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// |value|, also of the smallest one.
inline std::uint64_t magnitude(std::int64_t value) noexcept {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

/// An unsigned integer of 320 bits, for products that do not fit into 128: t_k = start + k * step over a
/// common denominator has up to 254. Overflow is not checked; callers keep to these bounds.
class WideInteger {
 public:
  explicit WideInteger(std::uint64_t value = 0) noexcept : limbs_{value} {}
  explicit WideInteger(UInt128 value) noexcept
      : limbs_{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)} {}

  /// Place of the highest bit that is set, counted from 1; 0 for the number 0.
  int bits() const noexcept;
  std::uint64_t limb(std::size_t i) const noexcept { return limbs_[i]; }
  bool is_zero() const noexcept { return bits() == 0; }

  WideInteger times(std::uint64_t factor) const noexcept;
  WideInteger shifted_left(int count) const noexcept;
  WideInteger plus(const WideInteger& other) const noexcept;
  /// `other` must not be larger.
  WideInteger minus(const WideInteger& other) const noexcept;

  friend bool operator<(const WideInteger& a, const WideInteger& b) noexcept;

 private:
  static constexpr std::size_t kLimbs = 5;
  std::array<std::uint64_t, kLimbs> limbs_{};  // the lowest 64 bits first
};

struct WideQuotient {
  std::uint64_t whole;
  WideInteger rest;
};

/// numerator / divisor, for quotients below 2^64. divisor > 0 and below 2^256.
WideQuotient divide(const WideInteger& numerator, const WideInteger& divisor) noexcept;

/// The double nearest to numerator / denominator, rounded once. Both below 2^254, and the quotient in the
/// range of normal doubles or 0.
double nearest_double(WideInteger numerator, WideInteger denominator) noexcept;

}  // namespace lockstep::core
