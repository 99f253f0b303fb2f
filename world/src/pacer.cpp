// SPDX-License-Identifier: Apache-2.0
#include "pacer.hpp"

#include <algorithm>

namespace lockstep::world {

Pacer::Clock::time_point Pacer::due(double time_s) const noexcept {
  constexpr double kCenturyS = 3e9;
  const std::chrono::duration<double> wall{std::min(wall_s(time_s), kCenturyS)};
  return start_ + std::chrono::duration_cast<Clock::duration>(wall);
}

}  // namespace lockstep::world
