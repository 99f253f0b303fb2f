// SPDX-License-Identifier: Apache-2.0
#include "solver/indicator_sides.hpp"

namespace lockstep::core {

void IndicatorSides::restart(Span<const double> indicators) noexcept {
  for (std::size_t i = 0; i < positive_.size(); ++i)
    positive_[i] = indicators[i] > 0.0 ? 1 : 0;
}

void IndicatorSides::shift(Span<double> indicators) const noexcept {
  for (std::size_t i = 0; i < positive_.size(); ++i)
    indicators[i] += positive_[i] != 0 ? kHysteresis : -kHysteresis;
}

bool IndicatorSides::any_changed(Span<const double> shifted) const noexcept {
  for (std::size_t i = 0; i < positive_.size(); ++i)
    if (changed(i, shifted[i])) return true;
  return false;
}

}  // namespace lockstep::core
