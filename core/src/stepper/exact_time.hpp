// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "wide_integer.hpp"

namespace lockstep::core {

/// numerator / (odd * 2^twos), reduced. Sums have one denominator and growing numerators, hence 128 bits.
struct ExactFraction {
  Int128 numerator{0};
  std::int64_t odd{1};
  int twos{0};
};

/// An instant or an interval as an exact fraction of seconds wherever there is room for it, else as a double.
/// Ticks of a clock are sums of these: on exact fractions the thousandth tick of a 0.1 s clock is at 100 s,
/// the same double as the communication point there. There is room for any interval from 1 ns on and times
/// up to kLatestTime_s.
class ExactTime {
 public:
  ExactTime() noexcept = default;
  /// The number that Rational::from_seconds reads in `seconds`.
  static ExactTime from_seconds(double seconds) noexcept;
  /// counter / resolution seconds, as FMI 3 clocks give them. Resolution > 0.
  static ExactTime fraction(std::uint64_t counter, std::uint64_t resolution) noexcept;

  /// Rounded once.
  double seconds() const noexcept { return seconds_; }
  bool is_exact() const noexcept { return exact_.has_value(); }

  friend ExactTime operator+(const ExactTime& a, const ExactTime& b) noexcept;

 private:
  std::optional<ExactFraction> exact_{ExactFraction{}};
  double seconds_{0.0};
};

}  // namespace lockstep::core
