// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace lockstep::exporter {

/// A number that remembers which variables it was computed from. The build runs a model once with these in
/// place of doubles, to write the dependencies of outputs and derivatives into the model description; never
/// part of an FMU.
struct Trace {
  double value{0.0};
  std::vector<int> sources;  ///< ids, ascending

  Trace() = default;
  Trace(double v) : value(v) {}  // NOLINT: constants come from nowhere, without a cast
  Trace(double v, std::vector<int> s) : value(v), sources(std::move(s)) {}

  /// Set by every comparison: another branch may depend on other variables, so nothing can be said.
  static bool& has_branched() {
    static thread_local bool flag = false;
    return flag;
  }
  static Trace of(double v, const Trace& a, const Trace& b) {
    Trace result(v);
    std::set_union(a.sources.begin(), a.sources.end(), b.sources.begin(), b.sources.end(),
                   std::back_inserter(result.sources));
    return result;
  }

  Trace& operator+=(const Trace& b) { return *this = of(value + b.value, *this, b); }
  Trace& operator-=(const Trace& b) { return *this = of(value - b.value, *this, b); }
  Trace& operator*=(const Trace& b) { return *this = of(value * b.value, *this, b); }
  Trace& operator/=(const Trace& b) { return *this = of(value / b.value, *this, b); }

  friend Trace operator+(const Trace& a) { return a; }
  friend Trace operator-(const Trace& a) { return {-a.value, a.sources}; }
  friend Trace operator+(const Trace& a, const Trace& b) { return of(a.value + b.value, a, b); }
  friend Trace operator-(const Trace& a, const Trace& b) { return of(a.value - b.value, a, b); }
  friend Trace operator*(const Trace& a, const Trace& b) { return of(a.value * b.value, a, b); }
  friend Trace operator/(const Trace& a, const Trace& b) { return of(a.value / b.value, a, b); }
  friend bool operator==(const Trace& a, const Trace& b) { return branch(a, b, a.value == b.value); }
  friend bool operator!=(const Trace& a, const Trace& b) { return branch(a, b, a.value != b.value); }
  friend bool operator<(const Trace& a, const Trace& b) { return branch(a, b, a.value < b.value); }
  friend bool operator>(const Trace& a, const Trace& b) { return branch(a, b, a.value > b.value); }
  friend bool operator<=(const Trace& a, const Trace& b) { return branch(a, b, a.value <= b.value); }
  friend bool operator>=(const Trace& a, const Trace& b) { return branch(a, b, a.value >= b.value); }

 private:
  static bool branch(const Trace& a, const Trace& b, bool result) {
    if (!a.sources.empty() || !b.sources.empty()) has_branched() = true;
    return result;
  }
};

#define LOCKSTEP_TRACE_UNARY(name)          \
  inline Trace name(const Trace& x) {       \
    return {std::name(x.value), x.sources}; \
  }
#define LOCKSTEP_TRACE_BINARY(name)                      \
  inline Trace name(const Trace& x, const Trace& y) {    \
    return Trace::of(std::name(x.value, y.value), x, y); \
  }
LOCKSTEP_TRACE_UNARY(sin)
LOCKSTEP_TRACE_UNARY(cos)
LOCKSTEP_TRACE_UNARY(tan)
LOCKSTEP_TRACE_UNARY(asin)
LOCKSTEP_TRACE_UNARY(acos)
LOCKSTEP_TRACE_UNARY(atan)
LOCKSTEP_TRACE_UNARY(sinh)
LOCKSTEP_TRACE_UNARY(cosh)
LOCKSTEP_TRACE_UNARY(tanh)
LOCKSTEP_TRACE_UNARY(asinh)
LOCKSTEP_TRACE_UNARY(acosh)
LOCKSTEP_TRACE_UNARY(atanh)
LOCKSTEP_TRACE_UNARY(erf)
LOCKSTEP_TRACE_UNARY(exp)
LOCKSTEP_TRACE_UNARY(exp2)
LOCKSTEP_TRACE_UNARY(expm1)
LOCKSTEP_TRACE_UNARY(log)
LOCKSTEP_TRACE_UNARY(log10)
LOCKSTEP_TRACE_UNARY(log1p)
LOCKSTEP_TRACE_UNARY(log2)
LOCKSTEP_TRACE_UNARY(sqrt)
LOCKSTEP_TRACE_UNARY(cbrt)
LOCKSTEP_TRACE_UNARY(abs)
LOCKSTEP_TRACE_UNARY(fabs)
LOCKSTEP_TRACE_UNARY(floor)
LOCKSTEP_TRACE_UNARY(ceil)
LOCKSTEP_TRACE_UNARY(round)
LOCKSTEP_TRACE_UNARY(trunc)
LOCKSTEP_TRACE_BINARY(atan2)
LOCKSTEP_TRACE_BINARY(hypot)
LOCKSTEP_TRACE_BINARY(pow)
LOCKSTEP_TRACE_BINARY(copysign)
LOCKSTEP_TRACE_BINARY(fmod)
LOCKSTEP_TRACE_BINARY(min)
LOCKSTEP_TRACE_BINARY(max)
#undef LOCKSTEP_TRACE_UNARY
#undef LOCKSTEP_TRACE_BINARY

inline Trace clamp(const Trace& x, const Trace& low, const Trace& high) {
  return max(low, min(x, high));
}
/// A plain number forgets where it came from: what is decided with it counts as a branch.
inline double value_of(const Trace& x) {
  if (!x.sources.empty()) Trace::has_branched() = true;
  return x.value;
}

inline bool isfinite(const Trace& x) {
  return std::isfinite(value_of(x));
}
inline bool isinf(const Trace& x) {
  return std::isinf(value_of(x));
}
inline bool isnan(const Trace& x) {
  return std::isnan(value_of(x));
}
inline bool signbit(const Trace& x) {
  return std::signbit(value_of(x));
}

}  // namespace lockstep::exporter
