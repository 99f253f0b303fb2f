// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "lockstep/core/span.hpp"

namespace lockstep::adapter {

/// Straight lines over time, one for each element of a buffer: all of them are evaluated in one loop without
/// branches. A value that is held is a line without slope.
template <class T>
class LineTable {
 public:
  explicit LineTable(std::size_t size = 0) : size_{size}, numbers_{std::make_unique<double[]>(3 * size)} {}

  void hold(std::size_t place, T value) noexcept { put(place, value, 0.0, 0.0); }

  /// A line from `from` at `from_ns` [ns from any origin that all lines share] to `to`, `length_ns` later;
  /// returns its value at `now_ns + fraction_ns`. NaN: the values are so far apart that the slope is no
  /// number, and nothing was done.
  double set(std::size_t place, T from, T to, double from_ns, double length_ns, double now_ns,
             double fraction_ns) noexcept {
    const double slope = (static_cast<double>(to) - static_cast<double>(from)) / length_ns;
    if constexpr (sizeof(T) == sizeof(double)) {
      if (!(std::abs(slope) <= std::numeric_limits<double>::max()))
        return std::numeric_limits<double>::quiet_NaN();
    }
    put(place, from, from_ns, slope);
    return value_at(from, from_ns, slope, now_ns, fraction_ns);
  }

  /// All values at an instant; `out` has as many elements as the table.
  void write(double now_ns, double fraction_ns, Span<T> out) const noexcept {
    T* const __restrict to = out.data();
    const double* const __restrict value = numbers_.get();
    const double* const __restrict start = value + size_;
    const double* const __restrict slope = start + size_;
    for (std::size_t i = 0; i < size_; ++i)
      to[i] = static_cast<T>(value_at(value[i], start[i], slope[i], now_ns, fraction_ns));
  }
  /// One of them.
  T value(std::size_t place, double now_ns, double fraction_ns) const noexcept {
    const double* const numbers = numbers_.get() + place;
    return static_cast<T>(value_at(numbers[0], numbers[size_], numbers[2 * size_], now_ns, fraction_ns));
  }

 private:
  static double value_at(double value, double start_ns, double slope, double now_ns,
                         double fraction_ns) noexcept {
    return value + ((now_ns - start_ns) + fraction_ns) * slope;
  }
  void put(std::size_t place, double value, double start_ns, double slope) noexcept {
    double* const numbers = numbers_.get() + place;
    numbers[0] = value;
    numbers[size_] = start_ns;
    numbers[2 * size_] = slope;
  }

  std::size_t size_;
  std::unique_ptr<double[]> numbers_;  // values, starts, slopes per nanosecond
};

}  // namespace lockstep::adapter
