// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lockstep::test {}

namespace lockstep::core::test {

using namespace lockstep::test;

/// A natural number of any size, by school arithmetic on digits of 32 bits: slow, and right for being simple.
class Natural {
 public:
  Natural(std::uint64_t value = 0)  // NOLINT(google-explicit-constructor): numbers are meant to mix
      : digits_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
    trim();
  }

  static Natural power_of_two(int exponent) {
    Natural result{1};
    for (int i = 0; i < exponent; ++i)
      result = result + result;
    return result;
  }

  friend Natural operator+(const Natural& a, const Natural& b) {
    Natural sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(a.digits_.size(), b.digits_.size()) || carry != 0; ++i) {
      carry += std::uint64_t{a.digit(i)} + b.digit(i);
      sum.digits_.push_back(static_cast<std::uint32_t>(carry));
      carry >>= 32;
    }
    return sum;
  }
  /// a - b for a >= b.
  friend Natural operator-(const Natural& a, const Natural& b) {
    Natural difference;
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
      const std::int64_t digit = std::int64_t{a.digit(i)} - b.digit(i) - borrow;
      borrow = digit < 0 ? 1 : 0;
      difference.digits_.push_back(static_cast<std::uint32_t>(digit));
    }
    difference.trim();
    return difference;
  }
  friend Natural operator*(const Natural& a, const Natural& b) {
    Natural product;
    product.digits_.assign(a.digits_.size() + b.digits_.size() + 1, 0);
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
        carry += std::uint64_t{a.digits_[i]} * b.digit(j) + product.digits_[i + j];
        product.digits_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    product.trim();
    return product;
  }
  friend bool operator<(const Natural& a, const Natural& b) {
    if (a.digits_.size() != b.digits_.size()) return a.digits_.size() < b.digits_.size();
    return std::lexicographical_compare(a.digits_.rbegin(), a.digits_.rend(), b.digits_.rbegin(),
                                        b.digits_.rend());
  }
  friend bool operator==(const Natural& a, const Natural& b) { return a.digits_ == b.digits_; }

 private:
  std::uint32_t digit(std::size_t i) const { return i < digits_.size() ? digits_[i] : 0; }
  void trim() {
    while (!digits_.empty() && digits_.back() == 0)
      digits_.pop_back();
  }

  std::vector<std::uint32_t> digits_;  // the lowest first; none for 0
};

/// A fraction >= 0 that nobody rounds: the oracle of time grids.
struct Fraction {
  Natural numerator, denominator{1};

  /// A double >= 0, to the last bit.
  static Fraction of(double value) {
    int exponent = 0;
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    exponent -= 53;
    if (exponent >= 0) return {Natural{mantissa} * Natural::power_of_two(exponent), 1};
    return {mantissa, Natural::power_of_two(-exponent)};
  }
  friend Fraction operator+(const Fraction& a, const Fraction& b) {
    return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
  }
  friend Fraction operator*(const Fraction& a, const Fraction& b) {
    return {a.numerator * b.numerator, a.denominator * b.denominator};
  }
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

/// Whether no double is nearer to `exact` than `value` > 0, and of two equally near ones it is the even one.
inline bool is_nearest(double value, const Fraction& exact) {
  const Fraction here = Fraction::of(value);
  const Fraction two{2, 1};
  // Twice the midpoints to both neighbours, against twice the value.
  const Fraction below = here + Fraction::of(std::nextafter(value, 0.0));
  const Fraction above = here + Fraction::of(std::nextafter(value, 2.0 * value));
  const Fraction twice = two * exact;
  int exponent = 0;
  const bool even = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53)) % 2 == 0;
  if (even) return !(twice < below) && !(above < twice);
  return below < twice && twice < above;
}

}  // namespace lockstep::core::test
