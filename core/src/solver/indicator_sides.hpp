// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// On which side of zero each event indicator is, and when it has changed.
///
/// FMI defines a state event as a change between z > 0 and z <= 0. Root finders look for sign changes instead
/// and lose the event of an indicator that starts at exactly zero; rounding noise around zero, on the other
/// hand, makes events without end. Therefore solvers look at the shifted indicator
///
///     g = z + kHysteresis on the side z > 0,    g = z - kHysteresis on the side z <= 0,
///
/// whose zeros are the events: it is never zero at a restart, and an indicator changes sides only after
/// having passed zero by kHysteresis. The standard wants indicators scaled to the order of 1, so that the
/// shift moves an event by about kHysteresis / |dz/dt|, far below any tolerance.
class IndicatorSides {
 public:
  static constexpr double kHysteresis = 1e-13;

  explicit IndicatorSides(std::size_t count) : positive_(count, 0) {}

  /// Takes the sides from the indicators at a restart of the integration.
  void restart(Span<const double> indicators) noexcept;
  /// z -> g, in place.
  void shift(Span<double> indicators) const noexcept;
  /// Whether indicator `index` with the shifted value `g` has changed its side.
  bool changed(std::size_t index, double g) const noexcept {
    return positive_[index] != 0 ? g <= 0.0 : g > 0.0;
  }
  bool any_changed(Span<const double> shifted) const noexcept;
  std::size_t size() const noexcept { return positive_.size(); }

 private:
  std::vector<char> positive_;
};

}  // namespace lockstep::core
