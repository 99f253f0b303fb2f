// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/core/time_grid.hpp"

namespace lockstep::core {

/// An instant or an interval as an exact fraction of seconds wherever 64 bits allow it, else as a double.
/// Ticks of a clock are sums of these: on exact fractions the thousandth tick of a 0.1 s clock is at 100 s,
/// the same double as the communication point there.
class ExactTime {
 public:
  ExactTime() noexcept : exact_{Rational{}} {}
  /// The decimal number a person would write for `seconds`; the double itself when that has too many digits.
  static ExactTime from_seconds(double seconds) noexcept;
  /// counter / resolution seconds, as FMI 3 clocks give them. Resolution > 0.
  static ExactTime fraction(std::uint64_t counter, std::uint64_t resolution) noexcept;

  /// Rounded once.
  double seconds() const noexcept { return seconds_; }
  bool is_exact() const noexcept { return exact_.has_value(); }

  friend ExactTime operator+(const ExactTime& a, const ExactTime& b) noexcept;

 private:
  std::optional<Rational> exact_;
  double seconds_{0.0};
};

}  // namespace lockstep::core
