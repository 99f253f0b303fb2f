// SPDX-License-Identifier: Apache-2.0
#include "wide_integer.hpp"

#include <cmath>
#include <limits>

namespace lockstep::core {

int WideInteger::bits() const noexcept {
  for (std::size_t i = kLimbs; i-- > 0;) {
    if (limbs_[i] != 0) return static_cast<int>(64 * i) + 64 - __builtin_clzll(limbs_[i]);
  }
  return 0;
}

WideInteger WideInteger::times(std::uint64_t factor) const noexcept {
  WideInteger product;
  UInt128 carry = 0;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    carry += UInt128{limbs_[i]} * factor;
    product.limbs_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return product;
}

WideInteger WideInteger::shifted_left(int count) const noexcept {
  WideInteger result;
  const auto limbs = static_cast<std::size_t>(count / 64);
  const int rest = count % 64;
  for (std::size_t i = limbs; i < kLimbs; ++i) {
    result.limbs_[i] = limbs_[i - limbs] << rest;
    if (rest != 0 && i > limbs) result.limbs_[i] |= limbs_[i - limbs - 1] >> (64 - rest);
  }
  return result;
}

WideInteger WideInteger::plus(const WideInteger& other) const noexcept {
  WideInteger sum;
  UInt128 carry = 0;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    carry += UInt128{limbs_[i]} + other.limbs_[i];
    sum.limbs_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return sum;
}

WideInteger WideInteger::minus(const WideInteger& other) const noexcept {
  WideInteger difference;
  bool borrow = false;
  for (std::size_t i = 0; i < kLimbs; ++i) {
    const UInt128 taken = UInt128{other.limbs_[i]} + (borrow ? 1 : 0);
    borrow = limbs_[i] < taken;
    difference.limbs_[i] = limbs_[i] - static_cast<std::uint64_t>(taken);
  }
  return difference;
}

bool operator<(const WideInteger& a, const WideInteger& b) noexcept {
  for (std::size_t i = WideInteger::kLimbs; i-- > 0;) {
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i];
  }
  return false;
}

WideQuotient divide(const WideInteger& numerator, const WideInteger& divisor) noexcept {
  // One digit of long division in base 2^64. With the divisor's top limb full, the quotient of the leading
  // limbs is right or at most 2 too large.
  const int bits = divisor.bits();
  const int shift = (64 - bits % 64) % 64;
  const WideInteger high = numerator.shifted_left(shift);
  const auto top = static_cast<std::size_t>((bits + shift) / 64 - 1);
  const std::uint64_t leading = divisor.shifted_left(shift).limb(top);
  const UInt128 two_limbs = (UInt128{high.limb(top + 1)} << 64) | high.limb(top);
  std::uint64_t whole = high.limb(top + 1) >= leading ? std::numeric_limits<std::uint64_t>::max()
                                                      : static_cast<std::uint64_t>(two_limbs / leading);
  WideInteger product = divisor.times(whole);
  while (numerator < product) {
    --whole;
    product = product.minus(divisor);
  }
  return {whole, numerator.minus(product)};
}

double nearest_double(WideInteger numerator, WideInteger denominator) noexcept {
  if (numerator.is_zero()) return 0.0;
  // Scaled so that the quotient has 63 or 64 bits. The bits after the 53rd decide how it is rounded; the
  // last of them stands for everything below.
  const int shift = 63 - (numerator.bits() - denominator.bits());
  if (shift >= 0)
    numerator = numerator.shifted_left(shift);
  else
    denominator = denominator.shifted_left(-shift);
  const WideQuotient quotient = divide(numerator, denominator);
  const std::uint64_t bits = quotient.whole | (quotient.rest.is_zero() ? 0U : 1U);
  return std::ldexp(static_cast<double>(bits), -shift);
}

}  // namespace lockstep::core
