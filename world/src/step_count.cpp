// SPDX-License-Identifier: Apache-2.0
#include "step_count.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::world {

std::int64_t steps_in(double seconds, const core::Rational& step) noexcept {
  const double exact = seconds * static_cast<double>(step.denominator) / static_cast<double>(step.numerator);
  const double steps = std::ceil(exact - std::min(1e-6, 1e-9 * exact));
  constexpr double kMost = 9e15;
  return static_cast<std::int64_t>(std::min(steps, kMost));
}

}  // namespace lockstep::world
