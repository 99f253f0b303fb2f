// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

namespace lockstep::record {

/// The smallest and the largest of some values and the order in which they came. NaN is passed over.
class Extremes {
 public:
  void add(double value) noexcept {
    if (value < low_) {
      low_ = value;
      low_is_later_ = true;
    }
    if (value > high_) {
      high_ = value;
      low_is_later_ = false;
    }
  }
  void add(const Extremes& later) noexcept {
    if (later.empty()) return;
    add(later.first());
    add(later.second());
  }

  bool empty() const noexcept { return low_ > high_; }
  /// All of these are NaN when empty().
  double low() const noexcept { return empty() ? kNaN : low_; }
  double high() const noexcept { return empty() ? kNaN : high_; }
  double first() const noexcept { return low_is_later_ ? high() : low(); }
  double second() const noexcept { return low_is_later_ ? low() : high(); }

 private:
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  double low_{std::numeric_limits<double>::infinity()};
  double high_{-std::numeric_limits<double>::infinity()};
  bool low_is_later_{false};
};

/// Halves a curve without losing its peaks: of every four points the two extremes stay, in their order. What
/// does not fill a group of four stays as it is. Apply halve_times to the times of the points; a point then
/// stands at its own time to within its group.
void halve_points(std::vector<double>& points) noexcept;
void halve_times(std::vector<double>& time_s) noexcept;

}  // namespace lockstep::record
