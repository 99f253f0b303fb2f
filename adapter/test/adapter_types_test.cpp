// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs of every type, in every FMI version and kind that has them.
#include <vector>

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

const SimTime kT0 = seconds(3.0);

// What is put into an input as a Value comes out of its output.
TEST(AdapterTypes, PassThrough) {
  const std::vector<std::pair<std::string, core::Value>> values{
      {"Float32_continuous", std::vector<double>{0.25}},
      {"Float64_discrete", std::vector<double>{-2.5}},
      {"Int8", std::vector<std::int64_t>{-128}},
      {"UInt8", std::vector<std::uint64_t>{255}},
      {"Int16", std::vector<std::int64_t>{-32768}},
      {"UInt16", std::vector<std::uint64_t>{65535}},
      {"Int32", std::vector<std::int64_t>{-2147483648LL}},
      {"UInt32", std::vector<std::uint64_t>{4294967295ULL}},
      {"Int64", std::vector<std::int64_t>{-9007199254740993LL}},
      {"UInt64", std::vector<std::uint64_t>{18446744073709551615ULL}},
      {"Boolean", std::vector<bool>{true}},
      {"String", std::vector<std::string>{"hello"}},
      {"Binary", std::vector<std::vector<std::uint8_t>>{{1, 2, 0, 255}}},
      {"Enumeration", std::vector<std::int64_t>{2}},
  };
  Adapter adapter{fmu_path("Feedthrough", "3.0")};
  adapter.exit_initialization(kT0);
  for (const auto& [name, value] : values)
    EXPECT_EQ(adapter.add_value(adapter.variable(name + "_input"), kT0, value),
              PointResult::kIgnoredDuplicate)
        << "the start value is there already";
  for (const auto& [name, value] : values)
    EXPECT_EQ(adapter.add_value(adapter.variable(name + "_input"), kT0 + SimTime{1}, value),
              PointResult::kAdded);
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  for (const auto& [name, value] : values) {
    core::Value read;
    adapter.read_output(adapter.variable(name + "_output"), read);
    EXPECT_EQ(read, value) << name;
    EXPECT_EQ(adapter.value(adapter.variable(name + "_output")), value) << name;
  }
}

// A plain number goes into every numeric type it fits into, and nowhere else.
TEST(AdapterTypes, Numbers) {
  Adapter adapter{fmu_path("Feedthrough", "3.0")};
  adapter.exit_initialization(kT0);
  const auto add = [&](const char* name, double value) {
    return adapter.add_number(adapter.variable(name), kT0 + SimTime{1}, value);
  };
  EXPECT_EQ(add("Int8_input", 128.0), PointResult::kRefusedRange);
  EXPECT_EQ(add("Int8_input", 1.5), PointResult::kRefusedRange);
  EXPECT_EQ(add("Int8_input", -128.0), PointResult::kAdded);
  EXPECT_EQ(add("UInt64_input", -1.0), PointResult::kRefusedRange);
  EXPECT_EQ(add("UInt64_input", 18446744073709551616.0), PointResult::kRefusedRange);
  EXPECT_EQ(add("Boolean_input", 3.0), PointResult::kAdded);
  EXPECT_EQ(add("Float32_continuous_input", 1e300), PointResult::kRefusedRange);
  EXPECT_EQ(adapter.counters().points_out_of_range, 5U);
  EXPECT_EQ(error_of([&] { static_cast<void>(add("String_input", 1.0)); }),
            "variable 'String_input' is of type String, expected a number; give it a value of its type");
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  EXPECT_EQ(adapter.output_number(adapter.variable("Int8_output")), -128.0);
  EXPECT_EQ(adapter.output_number(adapter.variable("Boolean_output")), 1.0);
}

// Values of the wrong type or size are refused with both.
TEST(AdapterTypes, WrongValues) {
  Adapter adapter{fmu_path("Feedthrough", "3.0")};
  EXPECT_EQ(
      error_of([&] {
        static_cast<void>(adapter.add_value(adapter.variable("Int8_input"), kT0, std::vector<double>{1.0}));
      }),
      "variable 'Int8_input' is given 1 element(s) '1', expected 1 of type Int8");
  EXPECT_EQ(error_of([&] {
              static_cast<void>(
                  adapter.add_value(adapter.variable("Int8_input"), kT0, std::vector<std::int64_t>{1, 2}));
            }),
            "variable 'Int8_input' is given 2 element(s) '1 2', expected 1 of type Int8");
  EXPECT_EQ(adapter.add_value(adapter.variable("Int8_input"), kT0, std::vector<std::int64_t>{200}),
            PointResult::kRefusedRange);
}

// Arrays are interpolated element by element, and structural parameters change their size. A = -1, B = C = 1:
// with u = (1, 1) from x0 = 0 the state is 1 - e^-t.
TEST(AdapterTypes, Arrays) {
  Adapter adapter{fmu_path("StateSpace", "3.0")};
  for (const char* size : {"m", "n", "r"})
    adapter.set_initial(adapter.variable(size), std::vector<std::uint64_t>{2});
  adapter.set_initial(adapter.variable("A"), std::vector<double>{-1, 0, 0, -1});
  adapter.set_initial(adapter.variable("B"), std::vector<double>{1, 0, 0, 1});
  adapter.set_initial(adapter.variable("C"), std::vector<double>{1, 0, 0, 1});
  adapter.set_initial(adapter.variable("D"), std::vector<double>(4, 0.0));
  adapter.set_initial(adapter.variable("x0"), std::vector<double>(2, 0.0));
  const core::Variable& u = adapter.variable("u");
  EXPECT_EQ(adapter.element_count(u), 2U);
  EXPECT_EQ(adapter.add_value(u, kT0, std::vector<double>{1.0, 2.0}), PointResult::kAdded);
  adapter.exit_initialization(kT0);
  ASSERT_TRUE(succeeded(adapter.step_until(kT0 + seconds(1.0)).outcome));
  core::Value y;
  adapter.read_output(adapter.variable("y"), y);
  // rk4 with steps of 10 ms: error below 1e-10
  EXPECT_NEAR(std::get<std::vector<double>>(y)[0], 1.0 - std::exp(-1.0), 1e-9);
  EXPECT_NEAR(std::get<std::vector<double>>(y)[1], 2.0 - 2.0 * std::exp(-1.0), 1e-9);
  EXPECT_EQ(error_of([&] { static_cast<void>(adapter.add_number(u, kT0, 1.0)); }),
            "variable 'u' is an array of Float64, expected a number; give it a value of its type");
}

// Model Exchange of both versions: discrete inputs hold, continuous ones go along.
TEST(AdapterTypes, ModelExchangeInputs) {
  for (const char* version : {"2.0", "3.0"}) {
    SCOPED_TRACE(version);
    AdapterOptions options;
    options.stepper.kind = core::InterfaceKind::kModelExchange;
    Adapter adapter{fmu_path("Feedthrough", version), options};
    for (const char* name : {"Float64_continuous", "Float64_discrete"}) {
      const core::Variable& input = adapter.variable(std::string{name} + "_input");
      EXPECT_EQ(adapter.add_number(input, kT0, 0.0), PointResult::kAdded);
      EXPECT_EQ(adapter.add_number(input, kT0 + seconds(1.0), 1.0), PointResult::kAdded);
    }
    adapter.exit_initialization(kT0);
    ASSERT_TRUE(succeeded(adapter.step_until(kT0 + seconds(0.6)).outcome));  // last step starts at 0.5
    EXPECT_NEAR(adapter.output_number(adapter.variable("Float64_continuous_output")), 0.5, 1e-12);
    EXPECT_EQ(adapter.output_number(adapter.variable("Float64_discrete_output")), 0.0);
  }
}

// FMI 1.0: inputs on lines and held ones, steps towards an instant, 10 ms where the FMU gives no step.
TEST(AdapterTypes, Fmi1) {
  Adapter adapter{LOCKSTEP_FMI1_PROBE};
  EXPECT_EQ(adapter.kind(), core::InterfaceKind::kCoSimulation);
  EXPECT_EQ(adapter.step_size(), milliseconds(10));
  const core::Variable& u = adapter.variable("u");
  const core::Variable& n = adapter.variable("n");
  for (const auto& [at_s, value] : {std::pair{0.0, 2.0}, {1.0, 4.0}}) {
    EXPECT_EQ(adapter.add_number(u, kT0 + seconds(at_s), value), PointResult::kAdded);
    EXPECT_EQ(adapter.add_number(n, kT0 + seconds(at_s), value), PointResult::kAdded);
  }
  adapter.exit_initialization(kT0);
  const AdvanceResult result = adapter.step_until(kT0 + seconds(0.51));  // the last step starts at 0.5 s
  EXPECT_EQ(result.outcome, Advance::kDone);
  EXPECT_EQ(result.steps, 51U);
  EXPECT_DOUBLE_EQ(adapter.output_number(adapter.variable("y")), 3.0);
  EXPECT_EQ(adapter.output_number(adapter.variable("m")), 2.0);
  EXPECT_DOUBLE_EQ(adapter.output_number(adapter.variable("reached")), 0.51);
}

}  // namespace
}  // namespace lockstep::adapter::test
