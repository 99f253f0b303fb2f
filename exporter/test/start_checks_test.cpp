// SPDX-License-Identifier: Apache-2.0
#include "start_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

struct WrongStarts {
  double low{0.5}, both{7.0}, nan{std::nan("")};
  std::int32_t count{-1};
  float single{3.0F};
  std::array<double, 3> array{1.0, 2.0, 9.0};
  enum class Mode : std::int8_t { kOff = 1, kOn = 2 } mode{};
  void describe(Description& m) {
    m.enumeration("Mode", {{"off", 1, ""}, {"on", 2, ""}});
    m.parameter("low", low).min(1.0);
    m.output("both", both).exact().range(-1.0, 1.0);
    m.parameter("nan", nan);
    m.input("count", count).min(0);
    m.input("single", single).max(2.5);
    m.parameter("array", array).max(5.0);
    m.input("mode", mode).enumeration("Mode");
  }
  void equations() {}
};

// A start value that importers would complain about is refused, with the value and what was expected.
TEST(StartChecks, start_values_fit_their_variables) {
  const std::string text = complaints_about<WrongStarts>();
  for (const char* part :
       {"variable 'low' starts at 0.5, outside of its range (min 1); correct the initial value",
        "variable 'both' starts at 7, outside of its range (min -1, max 1)",
        "variable 'nan' starts at NaN; give its data member a number",
        "variable 'count' starts at -1, outside of its range (min 0)",
        "variable 'single' starts at 3, outside of its range (max 2.5)",
        "variable 'array' (element 3) starts at 9, outside of its range (max 5)",
        "variable 'mode' starts at 0, which is no item of enumeration 'Mode' (off = 1, on = 2)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

template <class Real>
struct RightStarts {
  Real computed{7.0}, unchecked{std::nan("")}, parameter{1.0};
  std::array<Real, 2> array{1.0, 2.0};
  std::string text{"x"};
  void describe(Description& m) {
    m.output("computed", computed).range(-1.0, 1.0);
    m.output("unchecked", unchecked).exact().unchecked();
    m.parameter("parameter", parameter).range(1.0, 1.0);
    m.parameter("array", array).range(1.0, 2.0);
    m.parameter("text", text);
  }
  void equations() {}
};

// What equations() computes has no start value, limits belong to the range, and unchecked() allows NaN; the
// form with derivatives, whose numbers are larger, is read right.
TEST(StartChecks, what_is_right_is_not_refused) {
  EXPECT_NO_THROW(make_prototype<RightStarts>());
}

struct Units {
  double s{}, v{}, angle{}, frequency{}, mm{}, m_per_s{}, degrees{}, kelvin{}, a{}, b{};
  void describe(Description& m) {
    m.output("s", s).unit("m").derivative(v);
    m.output("v", v).unit("kg");
    m.output("angle", angle).unit("rad").derivative(frequency);
    m.output("frequency", frequency).unit("1/s");
    m.output("mm", mm).unit("mm").derivative(m_per_s);
    m.output("m_per_s", m_per_s).unit("m/s");
    m.output("degrees", degrees).unit("degC").derivative(kelvin);
    m.output("kelvin", kelvin).unit("K/s");
    m.output("a", a).derivative(b);
    m.output("b", b).unit("W");
  }
  void equations() {}
};

// The derivative of metres is metres per second, not kilograms, and not millimetres either.
TEST(StartChecks, units_of_derivatives) {
  EXPECT_EQ(
      complaints_about<Units>(),
      "Model: the description is not right:\n  - state 's' has unit 'm', but its derivative 'v' has unit "
      "'kg'; expected 'm/s'\n  - state 'mm' has unit 'mm', but its derivative 'm_per_s' has unit 'm/s'; "
      "expected 'mm/s'");
}

}  // namespace
}  // namespace lockstep::exporter::test
