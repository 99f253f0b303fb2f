// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/parameters.hpp"

#include "fake_middleware.hpp"
#include "lockstep/core/fmu.hpp"

namespace lockstep::middlewares::test {
namespace {

using core::Value;

const core::ModelDescription& feedthrough() {
  static const auto fmu = core::Fmu::open(fmu_path("Feedthrough", "3.0"));
  return fmu->description();
}

Value value(const char* name, const ParameterValue& given, std::size_t count = 1) {
  return to_value(feedthrough(), *feedthrough().find(name), count, given);
}

// Each type takes what fits it; whole numbers are fine for reals.
TEST(Parameters, Convert) {
  EXPECT_EQ(value("Float64_fixed_parameter", std::int64_t{3}), Value(std::vector<double>{3.0}));
  EXPECT_EQ(value("Float64_fixed_parameter", 2.5), Value(std::vector<double>{2.5}));
  EXPECT_EQ(value("Int8_input", std::int64_t{-3}), Value(std::vector<std::int64_t>{-3}));
  EXPECT_EQ(value("UInt8_input", std::int64_t{200}), Value(std::vector<std::uint64_t>{200}));
  EXPECT_EQ(value("Boolean_input", true), Value(std::vector<bool>{true}));
  EXPECT_EQ(value("Boolean_input", std::int64_t{0}), Value(std::vector<bool>{false}));
  EXPECT_EQ(value("String_input", std::string{"a"}), Value(std::vector<std::string>{"a"}));
  EXPECT_EQ(value("Enumeration_input", std::int64_t{2}), Value(std::vector<std::int64_t>{2}));
  EXPECT_EQ(value("Enumeration_input", std::string{"Option 2"}), Value(std::vector<std::int64_t>{2}));
  EXPECT_EQ(value("Float64_fixed_parameter", std::vector<double>{1.0, 2.0}, 2),
            Value(std::vector<double>{1.0, 2.0}));
}

// What does not fit is refused with name, value and expectation.
TEST(Parameters, Refuse) {
  const auto refusal = [](const char* name, const ParameterValue& given) {
    return error_of([&] { value(name, given); });
  };
  EXPECT_EQ(refusal("Float64_fixed_parameter", std::string{"4O.0"}),
            "parameter 'Float64_fixed_parameter' is 4O.0, expected a finite number");
  EXPECT_EQ(refusal("Int8_input", 1.5), "parameter 'Int8_input' is 1.5, expected a whole number");
  EXPECT_EQ(refusal("Int8_input", std::int64_t{300}),
            "parameter 'Int8_input' is 300, expected a whole number from -128 to 127");
  EXPECT_EQ(refusal("Boolean_input", std::int64_t{2}),
            "parameter 'Boolean_input' is 2, expected true or false");
  EXPECT_EQ(refusal("Enumeration_input", std::string{"Option 3"}),
            "parameter 'Enumeration_input' is Option 3, expected one of Option 1 (1), Option 2 (2)");
  EXPECT_EQ(refusal("String_input", std::int64_t{2}),
            "parameter 'String_input' is 2, expected a text (type=\"str\" in a launch file)");
  EXPECT_EQ(refusal("Float64_fixed_parameter", std::vector<double>{1.0, 2.0}),
            "parameter 'Float64_fixed_parameter' has 2 element(s), expected 1");
  const auto pendulum = core::Fmu::open(fmu_path("DampedPendulum"));
  EXPECT_EQ(error_of([&] { to_value(pendulum->description(), *pendulum->description().find("l"), 1, -1.0); }),
            "parameter 'l' is -1, expected at least 1e-06");
}

// Texts of a mapping file are read strictly and checked alike.
TEST(Parameters, FromText) {
  const auto from = [](const char* name, const char* text) {
    return to_value(feedthrough(), *feedthrough().find(name), 1, std::vector<std::string>{text});
  };
  EXPECT_EQ(from("Float64_fixed_parameter", "2.5"), Value(std::vector<double>{2.5}));
  EXPECT_EQ(from("UInt8_input", "7"), Value(std::vector<std::uint64_t>{7}));
  EXPECT_EQ(from("String_input", "7"), Value(std::vector<std::string>{"7"}));
  EXPECT_EQ(from("Boolean_input", "true"), Value(std::vector<bool>{true}));
  EXPECT_NE(error_of([&] { from("Float64_fixed_parameter", "4O.0"); }), "no error");
}

// Parameters find their variables by plain name; unknown ones are errors with the closest names.
TEST(Parameters, Assign) {
  const auto pendulum = core::Fmu::open(fmu_path("DampedPendulum"));
  const std::vector<std::string_view> reserved{"fmu_path"};
  const auto assigned =
      assign_parameters(pendulum->description(),
                        {{"fmu_path", std::string{"x"}}, {"l", 2.0}, {"der_a_", 0.1}}, reserved, false);
  ASSERT_EQ(assigned.size(), 2U);
  EXPECT_EQ(assigned[0].variable->name, "l");
  EXPECT_EQ(assigned[1].variable->name, "der(a)");
  const std::string message = error_of([&] {
    assign_parameters(pendulum->description(), {{"ll", 2.0}}, reserved, false);
  });
  EXPECT_TRUE(contains(message, "the FMU has no variable for parameter 'll'")) << message;
  EXPECT_TRUE(contains(message, "did you mean 'l'")) << message;
  EXPECT_TRUE(assign_parameters(pendulum->description(), {{"ll", 2.0}}, reserved, true).empty());
}

}  // namespace
}  // namespace lockstep::middlewares::test
