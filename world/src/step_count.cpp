// SPDX-License-Identifier: Apache-2.0
#include "step_count.hpp"

#include <algorithm>

namespace lockstep::world {

std::int64_t steps_in(double seconds, const core::Rational& step) noexcept {
  const core::TimeGrid grid{core::Rational{}, step};
  constexpr std::int64_t kMost = 9'000'000'000'000'000;
  return std::min(grid.first_at_or_after(seconds - std::min(1e-6 * grid.step_s(), 1e-9 * seconds)), kMost);
}

}  // namespace lockstep::world
