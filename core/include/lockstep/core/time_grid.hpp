// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/core/export.hpp"
#include "lockstep/core/rational.hpp"

namespace lockstep::core {

/// Simulation time of hosts, devices and middlewares: integer nanoseconds from the start of the run.
using SimTime = std::chrono::duration<std::int64_t, std::nano>;

/// One communication step [from, to] as the FMU sees it. `size_s` is what goes into doStep: on a grid it is
/// the same double for every step, because fixed-step FMUs refuse steps that differ in the last bit (to_s -
/// from_s would).
struct StepInterval {
  double from_s{0.0};
  double to_s{0.0};
  double size_s{0.0};

  /// A step off the grid.
  static StepInterval between(double from_s, double to_s) noexcept { return {from_s, to_s, to_s - from_s}; }
};

/// The latest time [s] of a run: SimTime ends at 9.22e9 s.
inline constexpr double kLatestTime_s = 9.2e9;

/// Communication points start + k * step, computed exactly from k and rounded once: no drift at any index. A
/// double means what Rational::from_seconds reads in it.
class LOCKSTEP_CORE_EXPORT TimeGrid {
 public:
  /// Throws Error{kBadUsage} unless step > 0 and, for a double, unless it is a Rational.
  TimeGrid(const Rational& start, const Rational& step);
  TimeGrid(double start_s, const Rational& step);

  /// The k-th point, the double nearest to the exact value. k may be negative.
  double at(std::int64_t k) const noexcept {
    // Integers up to 2^53 are exact doubles and IEEE division rounds once; a step loop rarely leaves this
    // way.
    if (k >= -fast_limit_ && k <= fast_limit_) {
      return static_cast<double>(fast_start_ + k * fast_step_) / fast_denominator_;
    }
    return far_at(k);
  }
  /// The k-th step, from at(k) to at(k + 1).
  StepInterval interval(std::int64_t k) const noexcept { return {at(k), at(k + 1), step_s_}; }
  /// k * step rounded to the nearest nanosecond: the stamp of the k-th point, counted from the start.
  SimTime elapsed(std::int64_t k) const noexcept {
    return step_ns_ != 0 ? SimTime{k * step_ns_} : far_elapsed(k);
  }
  /// The first k with at(k) >= time_s.
  std::int64_t first_at_or_after(double time_s) const noexcept;
  /// The k with at(k) == time_s, if there is one.
  std::optional<std::int64_t> index_of(double time_s) const noexcept;
  /// Throws Error{kBadUsage} that names `what` ("step size") unless all points from the start to `end_s`
  /// differ (late enough, a small step no longer moves a double) and none is beyond kLatestTime_s.
  void require_usable(double end_s, std::string_view what) const;

  double start_s() const noexcept { return start_s_; }
  double step_s() const noexcept { return step_s_; }
  const Rational& start() const noexcept { return start_; }
  const Rational& step() const noexcept { return step_; }

 private:
  void find_fast_path() noexcept;
  bool resolves(double end_s) const noexcept;
  double far_at(std::int64_t k) const noexcept;
  SimTime far_elapsed(std::int64_t k) const noexcept;

  Rational start_;
  Rational step_;
  double start_s_;
  double step_s_;
  std::int64_t step_ns_{0};  // the step where it is a whole number of nanoseconds, else 0
  // at(k) = (fast_start_ + k * fast_step_) / fast_denominator_ for all k within +-fast_limit_; -1: for none
  std::int64_t fast_limit_{-1};
  std::int64_t fast_start_{0};
  std::int64_t fast_step_{0};
  double fast_denominator_{1.0};
};

}  // namespace lockstep::core
