// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "lockstep/adapter/trajectory.hpp"

namespace lockstep::adapter {

/// Whether a type has a finite number: integers whole ones in their range.
template <class T>
bool fits(double value) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(static_cast<T>(value));
  } else {
    // Bounds as doubles; the upper one is exclusive, because 2^63 - 1 is no double.
    const double low = static_cast<double>(std::numeric_limits<T>::min());
    const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
    return value >= low && value < high && std::trunc(value) == value;
  }
}

/// kAdded, or why `element` of a core::Value does not become a T.
template <class T, class Element>
PointResult check_element(const Element& element) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(static_cast<T>(element))) return PointResult::kRefusedNotFinite;
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (element < std::numeric_limits<T>::min() || element > std::numeric_limits<T>::max())
      return PointResult::kRefusedRange;
  }
  return PointResult::kAdded;
}

/// One input of a group: its trajectory, and what is known of the piece in force.
template <class T>
struct TypedInput {
  enum class Form : std::uint8_t { kHeld, kLine, kFarApart };
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t kAlways = std::numeric_limits<std::int64_t>::min();

  TypedInput(std::size_t width, std::size_t max_points, bool is_linear)
      : trajectory{width, max_points}, linear{is_linear} {}

  /// A point of a scalar, if that is all there is to do: it is later than all others, and the piece in force
  /// does not end with it.
  bool append(SimTime at, T value) noexcept {
    if (at.count() <= append_after_ns || !trajectory.append(at.count(), value)) return false;
    append_after_ns = at.count();
    return true;
  }

  Trajectory<T> trajectory;
  std::int64_t append_after_ns{kNever};
  std::int64_t from_ns{kAlways};   ///< the piece in force counts from here
  std::int64_t until_ns{kAlways};  ///< kAlways: not known
  std::size_t offset{0};           ///< in the buffer
  bool linear;
  Form form{Form::kHeld};
  bool scalar_line{false};  ///< the piece in force is known, and one line
};

}  // namespace lockstep::adapter
