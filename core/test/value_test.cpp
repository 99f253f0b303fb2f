// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/value.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {
namespace {

Variable variable_of(VariableType type) {
  Variable variable;
  variable.name = "v";
  variable.type = type;
  return variable;
}

std::string message_of(const Variable& variable, std::string_view text,
                       Span<const EnumerationItem> items = {}) {
  try {
    static_cast<void>(parse_value(variable, text, items));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// What a person types after --set becomes exactly that value.
TEST(ParseValue, ReadsEveryType) {
  EXPECT_EQ(parse_value(variable_of(VariableType::kFloat64), "1.5e-3"), Value{std::vector<double>{0.0015}});
  EXPECT_EQ(parse_value(variable_of(VariableType::kInt32), "-7"), Value{std::vector<std::int64_t>{-7}});
  EXPECT_EQ(parse_value(variable_of(VariableType::kUInt64), "18446744073709551615"),
            Value{std::vector<std::uint64_t>{~0ULL}});
  EXPECT_EQ(parse_value(variable_of(VariableType::kBoolean), "true"), Value{std::vector<bool>{true}});
  EXPECT_EQ(parse_value(variable_of(VariableType::kString), "two words"),
            Value{std::vector<std::string>{"two words"}});
  EXPECT_EQ(parse_value(variable_of(VariableType::kBinary), "00fF"),
            (Value{std::vector<std::vector<std::uint8_t>>{{0, 255}}}));
}

TEST(ParseValue, ReadsArraysSeparatedByBlanks) {
  Variable variable = variable_of(VariableType::kFloat64);
  const Dimension dimension{3, {}};
  variable.dimensions = {&dimension, 1};
  EXPECT_EQ(parse_value(variable, " 1  2\t3 "), (Value{std::vector<double>{1, 2, 3}}));
}

TEST(ParseValue, FindsEnumerationItemsByNameOrNumber) {
  const EnumerationItem items[] = {{"off", 1, ""}, {"on", 5, ""}};
  const EnumerationItem spoken[] = {{"Option 1", 1, ""}, {"Option 2", 2, ""}};
  const Variable variable = variable_of(VariableType::kEnumeration);
  EXPECT_EQ(parse_value(variable, "on", items), Value{std::vector<std::int64_t>{5}});
  EXPECT_EQ(parse_value(variable, "1", items), Value{std::vector<std::int64_t>{1}});
  EXPECT_EQ(message_of(variable, "maybe", items),
            "'maybe' is no value for variable 'v' of type Enumeration; expected an integer, 'off', 'on'");
  // Names of items may hold blanks, as those of the public Reference FMUs do.
  EXPECT_EQ(parse_value(variable, " Option 2 ", spoken), Value{std::vector<std::int64_t>{2}});
  EXPECT_EQ(message_of(variable, "Option 3", spoken).compare(0, 21, "'Option 3' is no valu"), 0);
}

// "4O.0" is not 4 and "1,5" is not 1: a typing error never becomes a number.
TEST(ParseValue, RefusesWhatIsNotQuiteAValue) {
  EXPECT_EQ(message_of(variable_of(VariableType::kFloat64), "4O.0"),
            "'4O.0' is no value for variable 'v' of type Float64; expected a number such as 1.5e-3");
  EXPECT_NE(message_of(variable_of(VariableType::kFloat64), "1,5"), "accepted");
  EXPECT_NE(message_of(variable_of(VariableType::kFloat64), "1 2"), "accepted");
  EXPECT_NE(message_of(variable_of(VariableType::kFloat64), ""), "accepted");
  EXPECT_NE(message_of(variable_of(VariableType::kUInt8), "-1"), "accepted");
  EXPECT_NE(message_of(variable_of(VariableType::kBinary), "abc"), "accepted");
  EXPECT_NE(message_of(variable_of(VariableType::kBoolean), "yes"), "accepted");
}

TEST(ToText, IsTheInverseOfParseValue) {
  const Variable variable = variable_of(VariableType::kFloat64);
  for (const char* text : {"0.1", "1e-05", "-2.5", "1e+300"})
    EXPECT_EQ(to_text(parse_value(variable, text)), text);
  EXPECT_EQ(to_text(Value{std::vector<bool>{true, false}}), "true false");
  EXPECT_EQ(to_text(Value{std::vector<std::vector<std::uint8_t>>{{10, 255}}}), "0aff");
}

TEST(StartValue, ComesFromTheDescription) {
  Variable variable = variable_of(VariableType::kFloat64);
  EXPECT_EQ(start_value(variable), Value{std::vector<double>{}});
  const double numbers[] = {1.0, 2.0};
  StartValues start;
  start.floats = numbers;
  variable.start = &start;
  EXPECT_EQ(start_value(variable), (Value{std::vector<double>{1.0, 2.0}}));
}

// An integer that does not fit is refused, never cut off.
TEST(StoreValue, RefusesWhatDoesNotFit) {
  const Variable variable = variable_of(VariableType::kInt8);
  std::int8_t element = 0;
  store_value(variable, Value{std::vector<std::int64_t>{-128}}, &element, 1);
  EXPECT_EQ(element, -128);
  const auto refusal = [&](const Value& value) -> std::string {
    try {
      store_value(variable, value, &element, 1);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(Value{std::vector<std::int64_t>{128}}),
            "value 128 does not fit variable 'v' of type Int8 (-128 to 127)");
  EXPECT_EQ(refusal(Value{std::vector<double>{1.0}}),
            "variable 'v' is of type Int8; the value given is of another type");
  EXPECT_EQ(refusal(Value{std::vector<std::int64_t>{1, 2}}),
            "variable 'v' has 1 element; the value given has 2");
}

TEST(LoadValue, IsTheInverseOfStoreValue) {
  const float elements[] = {0.5F, 2.0F};
  EXPECT_EQ(load_value(VariableType::kFloat32, elements, 2), (Value{std::vector<double>{0.5, 2.0}}));
  const std::string texts[] = {"a"};
  EXPECT_EQ(load_value(VariableType::kString, texts, 1), Value{std::vector<std::string>{"a"}});
}

}  // namespace
}  // namespace lockstep::core
