// SPDX-License-Identifier: Apache-2.0
#include "lockstep/exporter/dual.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace lockstep::exporter {
namespace {

struct Case {
  const char* name;
  std::function<Dual(Dual)> dual;
  std::function<double(double)> plain;
  double at;
};

// Every function gives the value of its double twin and a slope equal to the central difference (step 1e-6,
// so the difference is right to about 1e-9).
TEST(Dual, functions_carry_their_derivative) {
  const Case cases[] = {
      {"sin", [](Dual x) { return sin(x); }, [](double x) { return std::sin(x); }, 0.7},
      {"cos", [](Dual x) { return cos(x); }, [](double x) { return std::cos(x); }, 0.7},
      {"tan", [](Dual x) { return tan(x); }, [](double x) { return std::tan(x); }, 0.7},
      {"asin", [](Dual x) { return asin(x); }, [](double x) { return std::asin(x); }, 0.3},
      {"acos", [](Dual x) { return acos(x); }, [](double x) { return std::acos(x); }, 0.3},
      {"atan", [](Dual x) { return atan(x); }, [](double x) { return std::atan(x); }, 2.0},
      {"sinh", [](Dual x) { return sinh(x); }, [](double x) { return std::sinh(x); }, 0.7},
      {"cosh", [](Dual x) { return cosh(x); }, [](double x) { return std::cosh(x); }, 0.7},
      {"tanh", [](Dual x) { return tanh(x); }, [](double x) { return std::tanh(x); }, 0.7},
      {"exp", [](Dual x) { return exp(x); }, [](double x) { return std::exp(x); }, 0.7},
      {"log", [](Dual x) { return log(x); }, [](double x) { return std::log(x); }, 0.7},
      {"log1p", [](Dual x) { return log1p(x); }, [](double x) { return std::log1p(x); }, 0.7},
      {"sqrt", [](Dual x) { return sqrt(x); }, [](double x) { return std::sqrt(x); }, 2.0},
      {"cbrt", [](Dual x) { return cbrt(x); }, [](double x) { return std::cbrt(x); }, 2.0},
      {"abs", [](Dual x) { return abs(x); }, [](double x) { return std::abs(x); }, -2.0},
      {"floor", [](Dual x) { return floor(x); }, [](double x) { return std::floor(x); }, 2.5},
      {"ceil", [](Dual x) { return ceil(x); }, [](double x) { return std::ceil(x); }, 2.5},
      {"asinh", [](Dual x) { return asinh(x); }, [](double x) { return std::asinh(x); }, 0.7},
      {"acosh", [](Dual x) { return acosh(x); }, [](double x) { return std::acosh(x); }, 1.7},
      {"atanh", [](Dual x) { return atanh(x); }, [](double x) { return std::atanh(x); }, 0.3},
      {"exp2", [](Dual x) { return exp2(x); }, [](double x) { return std::exp2(x); }, 0.7},
      {"expm1", [](Dual x) { return expm1(x); }, [](double x) { return std::expm1(x); }, 0.7},
      {"erf", [](Dual x) { return erf(x); }, [](double x) { return std::erf(x); }, 0.7},
      {"log2", [](Dual x) { return log2(x); }, [](double x) { return std::log2(x); }, 0.7},
      {"log10", [](Dual x) { return log10(x); }, [](double x) { return std::log10(x); }, 0.7},
      {"fabs", [](Dual x) { return fabs(x); }, [](double x) { return std::fabs(x); }, -2.0},
      {"trunc", [](Dual x) { return trunc(x); }, [](double x) { return std::trunc(x); }, -2.4},
      {"round", [](Dual x) { return round(x); }, [](double x) { return std::round(x); }, -2.4},
      {"fmod", [](Dual x) { return fmod(x, 0.6); }, [](double x) { return std::fmod(x, 0.6); }, 2.0},
      {"fmod divisor", [](Dual x) { return fmod(5.0, x); }, [](double x) { return std::fmod(5.0, x); }, 2.1},
      {"pow base", [](Dual x) { return pow(x, 2.5); }, [](double x) { return std::pow(x, 2.5); }, 1.5},
      {"pow exponent", [](Dual x) { return pow(2.5, x); }, [](double x) { return std::pow(2.5, x); }, 1.5},
      {"atan2 y", [](Dual x) { return atan2(x, 2.0); }, [](double x) { return std::atan2(x, 2.0); }, -1.0},
      {"atan2 x", [](Dual x) { return atan2(2.0, x); }, [](double x) { return std::atan2(2.0, x); }, -1.0},
      {"hypot", [](Dual x) { return hypot(x, 2.0); }, [](double x) { return std::hypot(x, 2.0); }, -1.0},
      {"copysign", [](Dual x) { return copysign(x, -1.0); }, [](double x) { return std::copysign(x, -1.0); },
       2.0},
      {"min", [](Dual x) { return min(x, 3.0); }, [](double x) { return std::min(x, 3.0); }, 2.0},
      {"max", [](Dual x) { return max(x, 3.0); }, [](double x) { return std::max(x, 3.0); }, 2.0},
      {"min with an integer", [](Dual x) { return min(x, 1); }, [](double x) { return min(x, 1); }, 2.0},
      {"max with an integer", [](Dual x) { return max(0, x); }, [](double x) { return max(0, x); }, 2.0},
      {"clamp", [](Dual x) { return clamp(x, -1.0, 1.0); }, [](double x) { return clamp(x, -1.0, 1.0); },
       0.5},
      {"quotient", [](Dual x) { return (1.0 - x) / (2.0 + x * x); },
       [](double x) { return (1.0 - x) / (2.0 + x * x); }, 0.5},
  };
  const double h = 1e-6;
  for (const Case& c : cases) {
    const Dual result = c.dual(Dual(c.at, 1.0));
    EXPECT_EQ(result.value, c.plain(c.at)) << c.name;
    EXPECT_NEAR(result.slope, (c.plain(c.at + h) - c.plain(c.at - h)) / (2.0 * h), 1e-8) << c.name;
  }
}

// What a model asks about a number is answered from its value.
TEST(Dual, questions_look_at_the_value) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(isfinite(Dual(1.0, infinite)));
  EXPECT_TRUE(isinf(Dual(-infinite)));
  EXPECT_TRUE(isnan(Dual(std::nan(""))));
  EXPECT_FALSE(isnan(Dual(1.0, std::nan(""))));
  EXPECT_TRUE(signbit(Dual(-0.0, 1.0)));
}

// Where a formula divides by zero, a constant argument still has slope 0 and not NaN.
TEST(Dual, a_constant_zero_has_no_slope) {
  EXPECT_EQ(sqrt(Dual(0.0)).slope, 0.0);
  EXPECT_EQ(cbrt(Dual(0.0)).slope, 0.0);
  EXPECT_EQ(hypot(Dual(0.0, 1.0), Dual(0.0)).slope, 0.0);
  EXPECT_EQ(pow(Dual(0.0), Dual(2.0)).slope, 0.0);
}

// Comparisons see the value alone.
TEST(Dual, comparisons_ignore_the_slope) {
  EXPECT_EQ(Dual(1.0, 5.0), Dual(1.0, -5.0));
  EXPECT_LT(Dual(1.0, 9.0), Dual(2.0, 0.0));
  EXPECT_GE(Dual(2.0), Dual(2.0, 1.0));
  EXPECT_EQ(value_of(Dual(3.0, 4.0)), 3.0);
}

}  // namespace
}  // namespace lockstep::exporter
