// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace lockstep::exporter {

/// A number and its derivative along one direction: x + x' eps with eps^2 = 0.
///
/// A model written as `template <class Real> struct Model` is compiled twice: with double it runs, with Dual
/// every operation carries its derivative along, so directional derivatives and Jacobians are exact to
/// rounding and the author writes nothing. Comparisons look at the value alone: a derivative is that of the
/// branch taken.
struct Dual {
  double value{0.0};
  double slope{0.0};  ///< derivative of value along the seeded direction

  constexpr Dual() = default;
  constexpr Dual(double v) : value(v) {}  // NOLINT: constants are duals with slope 0, without a cast
  constexpr Dual(double v, double s) : value(v), slope(s) {}

  constexpr Dual& operator+=(Dual b) { return *this = Dual(value + b.value, slope + b.slope); }
  constexpr Dual& operator-=(Dual b) { return *this = Dual(value - b.value, slope - b.slope); }
  constexpr Dual& operator*=(Dual b) {
    return *this = Dual(value * b.value, slope * b.value + value * b.slope);
  }
  constexpr Dual& operator/=(Dual b) {
    const double q = value / b.value;
    return *this = Dual(q, (slope - q * b.slope) / b.value);
  }

  friend constexpr Dual operator+(Dual a) { return a; }
  friend constexpr Dual operator-(Dual a) { return {-a.value, -a.slope}; }
  friend constexpr Dual operator+(Dual a, Dual b) { return a += b; }
  friend constexpr Dual operator-(Dual a, Dual b) { return a -= b; }
  friend constexpr Dual operator*(Dual a, Dual b) { return a *= b; }
  friend constexpr Dual operator/(Dual a, Dual b) { return a /= b; }
  friend constexpr bool operator==(Dual a, Dual b) { return a.value == b.value; }
  friend constexpr bool operator!=(Dual a, Dual b) { return a.value != b.value; }
  friend constexpr bool operator<(Dual a, Dual b) { return a.value < b.value; }
  friend constexpr bool operator>(Dual a, Dual b) { return a.value > b.value; }
  friend constexpr bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
  friend constexpr bool operator>=(Dual a, Dual b) { return a.value >= b.value; }
};

// Mathematics for models: `using namespace lockstep::exporter` brings the same names for double and Dual.
// Call them without std::, which knows nothing of Dual.
using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt;
using std::ceil, std::copysign, std::cos, std::cosh, std::erf, std::exp, std::exp2, std::expm1, std::fabs;
using std::floor, std::fmod, std::hypot, std::isfinite, std::isinf, std::isnan, std::log, std::log10;
using std::log1p, std::log2, std::max, std::min, std::pow, std::round, std::signbit, std::sin, std::sinh;
using std::sqrt, std::tan, std::tanh, std::trunc;

/// std::max wants two arguments of one type; these also take max(x, 0).
constexpr double min(double a, double b) {
  return b < a ? b : a;
}
constexpr double max(double a, double b) {
  return a < b ? b : a;
}

inline Dual sin(Dual x) {
  return {std::sin(x.value), std::cos(x.value) * x.slope};
}
inline Dual cos(Dual x) {
  return {std::cos(x.value), -std::sin(x.value) * x.slope};
}
inline Dual tan(Dual x) {
  const double t = std::tan(x.value);
  return {t, (1.0 + t * t) * x.slope};
}
inline Dual asin(Dual x) {
  return {std::asin(x.value), x.slope / std::sqrt(1.0 - x.value * x.value)};
}
inline Dual acos(Dual x) {
  return {std::acos(x.value), -x.slope / std::sqrt(1.0 - x.value * x.value)};
}
inline Dual atan(Dual x) {
  return {std::atan(x.value), x.slope / (1.0 + x.value * x.value)};
}
inline Dual atan2(Dual y, Dual x) {
  const double r2 = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / r2};
}
inline Dual sinh(Dual x) {
  return {std::sinh(x.value), std::cosh(x.value) * x.slope};
}
inline Dual cosh(Dual x) {
  return {std::cosh(x.value), std::sinh(x.value) * x.slope};
}
inline Dual tanh(Dual x) {
  const double t = std::tanh(x.value);
  return {t, (1.0 - t * t) * x.slope};
}
inline Dual asinh(Dual x) {
  return {std::asinh(x.value), x.slope / std::sqrt(x.value * x.value + 1.0)};
}
inline Dual acosh(Dual x) {
  return {std::acosh(x.value), x.slope / std::sqrt(x.value * x.value - 1.0)};
}
inline Dual atanh(Dual x) {
  return {std::atanh(x.value), x.slope / (1.0 - x.value * x.value)};
}
inline Dual exp(Dual x) {
  const double e = std::exp(x.value);
  return {e, e * x.slope};
}
inline Dual exp2(Dual x) {
  const double e = std::exp2(x.value);
  return {e, e * std::log(2.0) * x.slope};
}
inline Dual expm1(Dual x) {
  return {std::expm1(x.value), std::exp(x.value) * x.slope};
}
inline Dual erf(Dual x) {
  return {std::erf(x.value), 2.0 / std::sqrt(std::acos(-1.0)) * std::exp(-x.value * x.value) * x.slope};
}
inline Dual log(Dual x) {
  return {std::log(x.value), x.slope / x.value};
}
inline Dual log2(Dual x) {
  return {std::log2(x.value), x.slope / (x.value * std::log(2.0))};
}
inline Dual log10(Dual x) {
  return {std::log10(x.value), x.slope / (x.value * std::log(10.0))};
}
inline Dual log1p(Dual x) {
  return {std::log1p(x.value), x.slope / (1.0 + x.value)};
}
/// At 0 the slope is 0 when nothing moves, infinite otherwise; never NaN for a constant 0.
inline Dual sqrt(Dual x) {
  const double r = std::sqrt(x.value);
  return {r, x.slope == 0.0 ? 0.0 : x.slope / (2.0 * r)};
}
inline Dual cbrt(Dual x) {
  const double r = std::cbrt(x.value);
  return {r, x.slope == 0.0 ? 0.0 : x.slope / (3.0 * r * r)};
}
inline Dual hypot(Dual x, Dual y) {
  const double r = std::hypot(x.value, y.value);
  return {r, r == 0.0 ? 0.0 : (x.value * x.slope + y.value * y.slope) / r};
}
inline Dual pow(Dual x, Dual p) {
  const double r = std::pow(x.value, p.value);
  const double by_base = x.slope == 0.0 ? 0.0 : p.value * std::pow(x.value, p.value - 1.0) * x.slope;
  const double by_exponent = p.slope == 0.0 ? 0.0 : r * std::log(x.value) * p.slope;
  return {r, by_base + by_exponent};
}
/// Right-hand derivative at 0, as in most tools.
inline Dual abs(Dual x) {
  return x.value < 0.0 ? -x : x;
}
inline Dual fabs(Dual x) {
  return abs(x);
}
inline Dual copysign(Dual x, Dual sign) {
  return std::signbit(x.value) == std::signbit(sign.value) ? x : -x;
}
inline Dual floor(Dual x) {
  return {std::floor(x.value), 0.0};
}
inline Dual ceil(Dual x) {
  return {std::ceil(x.value), 0.0};
}
inline Dual trunc(Dual x) {
  return {std::trunc(x.value), 0.0};
}
inline Dual round(Dual x) {
  return {std::round(x.value), 0.0};
}
inline Dual fmod(Dual x, Dual y) {
  return {std::fmod(x.value, y.value), x.slope - std::trunc(x.value / y.value) * y.slope};
}
inline Dual min(Dual a, Dual b) {
  return b < a ? b : a;
}
inline Dual max(Dual a, Dual b) {
  return a < b ? b : a;
}
inline bool isfinite(Dual x) {
  return std::isfinite(x.value);
}
inline bool isinf(Dual x) {
  return std::isinf(x.value);
}
inline bool isnan(Dual x) {
  return std::isnan(x.value);
}
inline bool signbit(Dual x) {
  return std::signbit(x.value);
}

/// The plain number inside a Real, for decisions, casts and messages.
inline double value_of(double x) {
  return x;
}
inline double value_of(Dual x) {
  return x.value;
}

/// x limited to [low, high]; outside, the derivative is that of the limit.
inline double clamp(double x, double low, double high) {
  return x < low ? low : (high < x ? high : x);
}
inline Dual clamp(Dual x, Dual low, Dual high) {
  return x < low ? low : (high < x ? high : x);
}

}  // namespace lockstep::exporter
