// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lockstep/core/time_grid.hpp"

namespace lockstep::world {

/// Steps until a time is reached: 10 s of 1 ms are 10,000 steps, whatever the last bit of 10 / 0.001 is; a
/// part of a step is one. At most 9e15, which is exact as a double and beyond what anybody waits for.
std::int64_t steps_in(double seconds, const core::Rational& step) noexcept;

}  // namespace lockstep::world
