// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/time_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lockstep/core/error.hpp"
#include "wide_integer.hpp"

namespace lockstep::core {
namespace {

constexpr std::int64_t kExactDouble = std::int64_t{1} << 53;  // every integer up to here is a double
constexpr Rational kNanosecond{1, 1'000'000'000};

/// Distance of the doubles just below a time >= 0.
double spacing_below(double time_s) noexcept {
  return time_s - std::nextafter(time_s, 0.0);
}

}  // namespace

TimeGrid::TimeGrid(double start_s, const Rational& step) : TimeGrid{Rational::from_seconds(start_s), step} {}

TimeGrid::TimeGrid(const Rational& start, const Rational& step)
    : start_{start}, step_{step}, start_s_{start.seconds()}, step_s_{step.seconds()} {
  if (step.numerator <= 0 || step.denominator <= 0) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("step size {} s; expected a positive number of seconds", step_s_)};
  }
  const Quotient nanoseconds = divide(1, step, kNanosecond);
  if (nanoseconds.rest == 0.0 && nanoseconds.whole < std::numeric_limits<std::int64_t>::max())
    step_ns_ = nanoseconds.whole;
  find_fast_path();
}

void TimeGrid::find_fast_path() noexcept {
  if (start_.halvings != 0 || step_.halvings != 0) return;
  const std::int64_t divisor = std::gcd(start_.denominator, step_.denominator);
  const Int128 common = Int128{start_.denominator / divisor} * step_.denominator;
  const Int128 start = Int128{start_.numerator} * (step_.denominator / divisor);
  const Int128 step = Int128{step_.numerator} * (start_.denominator / divisor);
  if (common > kExactDouble || step > kExactDouble || start > kExactDouble || start < -kExactDouble) return;
  fast_start_ = static_cast<std::int64_t>(start);
  fast_step_ = static_cast<std::int64_t>(step);
  fast_denominator_ = static_cast<double>(static_cast<std::int64_t>(common));
  fast_limit_ = (kExactDouble - std::abs(fast_start_)) / fast_step_;
}

double TimeGrid::far_at(std::int64_t k) const noexcept {
  // Both terms over the product of the denominators.
  const int halvings = std::max(start_.halvings, step_.halvings);
  const WideInteger start = WideInteger{magnitude(start_.numerator)}
                                .times(magnitude(step_.denominator))
                                .shifted_left(halvings - start_.halvings);
  const WideInteger way = WideInteger{magnitude(k)}
                              .times(magnitude(step_.numerator))
                              .times(magnitude(start_.denominator))
                              .shifted_left(halvings - step_.halvings);
  const WideInteger denominator =
      WideInteger{magnitude(start_.denominator)}.times(magnitude(step_.denominator)).shifted_left(halvings);
  const bool start_negative = start_.numerator < 0;
  const bool same_direction = start_negative == (k < 0);
  const bool start_larger = way < start;
  const WideInteger size = same_direction ? start.plus(way)
                           : start_larger ? start.minus(way)
                                          : way.minus(start);
  const double seconds = nearest_double(size, denominator);
  const bool negative = same_direction || start_larger ? start_negative : k < 0;
  return negative ? -seconds : seconds;
}

SimTime TimeGrid::far_elapsed(std::int64_t k) const noexcept {
  const Quotient nanoseconds = divide(k, step_, kNanosecond);
  return SimTime{nanoseconds.whole + (nanoseconds.rest >= 0.5 ? 1 : 0)};
}

std::int64_t TimeGrid::first_at_or_after(double time_s) const noexcept {
  constexpr double kMost = 0x1p62;
  const double rough = std::floor((time_s - start_s_) / step_s_);
  if (!(std::fabs(rough) < kMost)) return static_cast<std::int64_t>(rough < 0.0 ? -kMost : kMost);
  auto k = static_cast<std::int64_t>(rough);
  while (at(k) < time_s)
    ++k;
  while (at(k - 1) >= time_s)
    --k;
  return k;
}

std::optional<std::int64_t> TimeGrid::index_of(double time_s) const noexcept {
  const std::int64_t k = first_at_or_after(time_s);
  return at(k) == time_s ? std::optional{k} : std::nullopt;
}

bool TimeGrid::resolves(double end_s) const noexcept {
  const double spacing_s = spacing_below(std::max(std::fabs(start_s_), std::fabs(end_s)));
  if (step_s_ != spacing_s) return step_s_ > spacing_s;
  // All points are doubles themselves, unless the start lies between two of the doubles there.
  return std::fmod(start_s_, spacing_s) == 0.0;
}

void TimeGrid::require_usable(double end_s, std::string_view what) const {
  if (!(std::fabs(start_s_) <= kLatestTime_s && std::fabs(end_s) <= kLatestTime_s)) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("a run from {} s to {} s; times end at {} s (291 years), choose earlier ones",
                            start_s_, end_s, kLatestTime_s)};
  }
  if (resolves(end_s)) return;
  const double latest_s = std::max(std::fabs(start_s_), std::fabs(end_s));
  throw Error{
      ErrorCode::kBadUsage,
      fmt::format("{} {} s is lost in rounding at t = {} s, where neighbouring numbers are {} s apart; "
                  "choose a larger one, or times closer to 0",
                  what, step_s_, latest_s, spacing_below(latest_s))};
}

}  // namespace lockstep::core
