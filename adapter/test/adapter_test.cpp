// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/adapter.hpp"

#include <vector>

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

constexpr double kDelay = 2.0;   // [s] of TransportDelay
constexpr double kClose = 2e-3;  // the delay line interpolates between samples 1 ms apart, slope at most 2/s
const SimTime kT0 = seconds(17.0);

class Delay {
 public:
  explicit Delay(bool interpolate = true) : adapter{fmu_path("TransportDelay"), options(interpolate)} {
    adapter.set_initial(adapter.variable("x"), std::vector<double>{2.0});
    adapter.exit_initialization(kT0);
  }
  void add(double after_s, double value) {
    EXPECT_EQ(adapter.add_number(adapter.variable("x"), kT0 + seconds(after_s), value), PointResult::kAdded);
  }
  double y_at(double after_s) {
    EXPECT_EQ(adapter.step_until(kT0 + seconds(after_s)).outcome, Advance::kDone);
    return adapter.output_number(adapter.variable("y"));
  }
  static AdapterOptions options(bool interpolate) {
    AdapterOptions options;
    options.step = milliseconds(1);
    options.interpolate = interpolate;
    return options;
  }
  Adapter adapter;
};

// A trajectory given in advance comes out of the delay as the straight lines between its points.
TEST(Adapter, FollowsLines) {
  Delay delay;
  delay.add(4.0, 2.0);
  delay.add(7.0, 3.0);
  delay.add(9.0, -1.0);
  EXPECT_NEAR(delay.y_at(kDelay + 0.5), 2.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 4.5), 2.0 + 0.5 / 3.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 7.0), 3.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 8.5), 0.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 9.5), -1.0, kClose);
}

// Without interpolation the same points make steps.
TEST(Adapter, HoldsSteps) {
  Delay delay{false};
  delay.add(4.0, 2.0);
  delay.add(7.0, 3.0);
  delay.add(9.0, -1.0);
  EXPECT_NEAR(delay.y_at(kDelay + 4.5), 2.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 7.1), 3.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 8.5), 3.0, kClose);
  EXPECT_NEAR(delay.y_at(kDelay + 9.5), -1.0, kClose);
}

// A point added after the input was held jumps onto the line from the old point: 2 - 3.5/4 = 1.125.
TEST(Adapter, JumpsAfterExtrapolation) {
  Delay delay;
  EXPECT_NEAR(delay.y_at(3.0), 2.0, kClose);
  delay.add(4.0, 1.0);
  EXPECT_NEAR(delay.y_at(4.9), 2.0, kClose);
  EXPECT_NEAR(delay.y_at(5.5), 1.125, kClose);
}

// The FMU has the input's value at T0 already while it initialises; the start value counts where there is no
// point.
TEST(Adapter, InputsAreThereAtInitialisation) {
  Adapter adapter{fmu_path("Feedthrough")};
  const core::Variable& input = adapter.variable("Float64_continuous_input");
  static_cast<void>(adapter.add_number(input, kT0 - seconds(1.0), 5.0));
  adapter.exit_initialization(kT0);
  EXPECT_EQ(adapter.output_number(adapter.variable("Float64_continuous_output")), 5.0);
}

// Introspection by causality is in the order of the file.
TEST(Adapter, ListsVariables) {
  Adapter adapter{fmu_path("DampedPendulum")};
  const auto names = [&](core::Causality causality) {
    std::vector<std::string> result;
    for (const core::Variable* variable : adapter.variables_of(causality))
      result.emplace_back(variable->name);
    return result;
  };
  EXPECT_EQ(names(core::Causality::kParameter), (std::vector<std::string>{"l", "d", "g"}));
  EXPECT_EQ(names(core::Causality::kOutput), (std::vector<std::string>{"a"}));
  EXPECT_TRUE(names(core::Causality::kInput).empty());
  EXPECT_TRUE(adapter.can_handle_variable_step());
  EXPECT_EQ(adapter.default_step_s(), 0.002);
  EXPECT_EQ(adapter.kind(), core::InterfaceKind::kCoSimulation);
}

// Everything a running FMU refuses is refused with the reason.
TEST(Adapter, KnowsItsModes) {
  Adapter adapter{fmu_path("TransportDelay")};
  const core::Variable &x = adapter.variable("x"), &y = adapter.variable("y"), &d = adapter.variable("d");
  EXPECT_TRUE(adapter.in_initialization_mode());
  EXPECT_EQ(adapter.step().outcome, Advance::kInitializing);
  EXPECT_EQ(adapter.step_until(kT0).outcome, Advance::kInitializing);
  EXPECT_EQ(error_of([&] { static_cast<void>(adapter.time()); }),
            "the FMU is still in initialisation mode and has no time; leave it first");
  adapter.exit_initialization(kT0);
  EXPECT_EQ(adapter.time(), kT0);
  EXPECT_EQ(error_of([&] { adapter.exit_initialization(kT0); }),
            "the FMU is no longer in initialisation mode; reset it first");
  EXPECT_EQ(error_of([&] { adapter.set_initial(d, std::vector<double>{1.0}); }),
            "the initial value of 'd' is set after initialisation mode; set it before, or reset");
  EXPECT_EQ(error_of([&] { static_cast<void>(adapter.add_number(y, kT0, 1.0)); }),
            "variable 'y' has causality output, expected input");
  EXPECT_EQ(error_of([&] { static_cast<void>(adapter.output_number(x)); }),
            "variable 'x' has causality input and type Float64, expected a scalar output");
  EXPECT_EQ(error_of([&] { static_cast<void>(adapter.variable("xx")); }),
            "the FMU has no variable 'xx'; similar: 'x', 'y', 'd'");
  EXPECT_NE(error_of([&] { adapter.set_tunable(d, std::vector<double>{1.0}); }).find("fixed parameter"),
            std::string::npos);
}

// NaN and infinity never become a point; they are counted.
TEST(Adapter, RefusesNaN) {
  Delay delay;
  const core::Variable& x = delay.adapter.variable("x");
  EXPECT_EQ(delay.adapter.add_number(x, kT0, NAN), PointResult::kRefusedNotFinite);
  EXPECT_EQ(delay.adapter.add_value(x, kT0, std::vector<double>{INFINITY}), PointResult::kRefusedNotFinite);
  EXPECT_EQ(delay.adapter.counters().points_not_finite, 2U);
}

// The number of waiting points is bounded, and what the bound cost is counted.
TEST(Adapter, BoundsItsQueues) {
  AdapterOptions options;
  options.max_points = 3;
  Adapter adapter{fmu_path("TransportDelay"), options};
  const core::Variable& x = adapter.variable("x");
  for (int i = 0; i < 5; ++i)
    static_cast<void>(adapter.add_number(x, seconds(i), i));
  static_cast<void>(adapter.add_number(x, seconds(4), 9.0));
  EXPECT_EQ(adapter.counters().points_dropped, 2U);
  EXPECT_EQ(adapter.counters().points_duplicate, 1U);
}

// After reset() the run is the same again, with the initial values and without the old points.
TEST(Adapter, Resets) {
  Delay delay;
  delay.add(0.5, 7.0);
  const double first = delay.y_at(3.0);
  EXPECT_NEAR(first, 7.0, kClose);
  delay.adapter.reset();
  EXPECT_TRUE(delay.adapter.in_initialization_mode());
  delay.adapter.exit_initialization(kT0);
  EXPECT_NEAR(delay.y_at(3.0), 2.0, kClose);
}

// A tunable parameter changes while the FMU runs.
TEST(Adapter, SetsTunableParameters) {
  Adapter adapter{fmu_path("StateSpace", "3.0")};
  adapter.exit_initialization(kT0);
  ASSERT_EQ(adapter.step().outcome, Advance::kDone);
  const core::Variable& d = adapter.variable("D");
  adapter.set_tunable(d, std::vector<double>(9, 2.0));
  EXPECT_EQ(std::get<std::vector<double>>(adapter.value(d)), std::vector<double>(9, 2.0));
  EXPECT_NE(error_of([&] {
              adapter.set_tunable(adapter.variable("u"), std::vector<double>(3, 0.0));
            }).find("is an input, expected a tunable parameter"),
            std::string::npos);
}

// In initialisation mode a value can be read as it would be after it, and more can be set afterwards.
TEST(Adapter, ReadsDuringInitialisation) {
  Adapter adapter{fmu_path("DampedPendulum")};
  const core::Variable& a = adapter.variable("a");
  adapter.set_initial(a, std::vector<double>{1.3});
  EXPECT_EQ(std::get<std::vector<double>>(adapter.value(a)).front(), 1.3);
  adapter.set_initial(a, std::vector<double>{1.1});
  adapter.exit_initialization(kT0);
  EXPECT_EQ(adapter.output_number(a), 1.1);
}

// A file that is no FMU, and steps that are none.
TEST(Adapter, RefusesNonsense) {
  EXPECT_NE(error_of([] { Adapter{"/nowhere/at/all.fmu"}; }).find("/nowhere/at/all.fmu"), std::string::npos);
  AdapterOptions options;
  options.step = core::Rational{-1, 1000};
  EXPECT_EQ(error_of([&] { Adapter(fmu_path("DampedPendulum"), options); }),
            "the step size is -0.001 s, expected a number above 0");
}

}  // namespace
}  // namespace lockstep::adapter::test
