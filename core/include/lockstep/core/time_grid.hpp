// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// Simulation time of hosts, devices and middlewares: integer nanoseconds from the start of the run.
using SimTime = std::chrono::duration<std::int64_t, std::nano>;

/// An exact fraction of seconds, always reduced, denominator > 0.
struct Rational {
  std::int64_t numerator{0};
  std::int64_t denominator{1};

  /// The fraction a person meant by a double: the shortest decimal that reads back as `seconds` (0.1 is 1/10,
  /// not 3602879701896397/36028797018963968). Throws Error{kBadUsage} when not finite or beyond 64-bit
  /// fractions.
  LOCKSTEP_CORE_EXPORT static Rational from_seconds(double seconds);
  /// The same without exceptions or allocations, for step code; empty where from_seconds throws.
  LOCKSTEP_CORE_EXPORT static std::optional<Rational> try_from_seconds(double seconds) noexcept;
  LOCKSTEP_CORE_EXPORT static Rational from_nanoseconds(std::int64_t nanoseconds);
  /// Reduced numerator/denominator; throws Error{kBadUsage} when the denominator is 0.
  LOCKSTEP_CORE_EXPORT static Rational reduced(std::int64_t numerator, std::int64_t denominator);
  /// The nearest double.
  LOCKSTEP_CORE_EXPORT double seconds() const noexcept;

  friend bool operator==(const Rational& a, const Rational& b) noexcept {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }
};

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

/// Communication points start + k * step, computed from exact fractions and rounded once: no drift at any
/// index.
class LOCKSTEP_CORE_EXPORT TimeGrid {
 public:
  /// Throws Error{kBadUsage} unless step > 0 and both are representable.
  TimeGrid(double start_s, Rational step);

  /// The k-th point, the double nearest to the exact value. k may be negative.
  double at(std::int64_t k) const noexcept {
    // Integers up to 2^53 are exact doubles and IEEE division rounds once; a step loop never leaves this way.
    if (k >= -fast_limit_ && k <= fast_limit_) {
      return static_cast<double>(common_start_ + k * common_step_) / fast_denominator_;
    }
    return far_at(k);
  }
  /// The k-th step, from at(k) to at(k + 1).
  StepInterval interval(std::int64_t k) const noexcept { return {at(k), at(k + 1), step_s_}; }
  /// The first k with at(k) >= time_s.
  std::int64_t first_at_or_after(double time_s) const noexcept;

  double start_s() const noexcept { return start_s_; }
  double step_s() const noexcept { return step_s_; }
  Rational step() const noexcept { return step_; }

 private:
  double far_at(std::int64_t k) const noexcept;

  double start_s_;
  double step_s_;
  Rational step_;
  std::int64_t common_start_;  // start * common_denominator_
  std::int64_t common_step_;   // step * common_denominator_
  std::int64_t common_denominator_;
  std::int64_t fast_limit_{-1};  // indices within +-this have exact numerators; -1: none has
  double fast_denominator_{1.0};
};

}  // namespace lockstep::core
