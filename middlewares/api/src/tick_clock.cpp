// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/tick_clock.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"

namespace lockstep::middlewares {
namespace {

core::Rational positive(double period_s) {
  if (period_s > 0.0) return core::Rational::from_seconds(period_s);
  throw Error{ErrorCode::kBadUsage,
              fmt::format("the period of a clock is {} s, expected a number above 0", period_s)};
}

}  // namespace

TickClock::TickClock(double period_s, double real_time_factor)
    : grid_{core::Rational{}, positive(period_s)}, factor_{real_time_factor} {}

std::optional<TickClock::Wall::time_point> TickClock::due() const noexcept {
  if (!(factor_ > 0.0)) return {};
  const double wall_s = (grid_.at(index_) - grid_.at(first_)) / factor_;
  return due_since_ + std::chrono::duration_cast<Wall::duration>(std::chrono::duration<double>(wall_s));
}

}  // namespace lockstep::middlewares
