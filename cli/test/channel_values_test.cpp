// SPDX-License-Identifier: Apache-2.0
#include "channel_values.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::cli {
namespace {

using core::VariableType;
using Words = std::vector<std::string>;

std::string failure(VariableType type, const Words& words) {
  try {
    parse_elements("inlet 'x'", type, words);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    return error.message();
  }
  return "nothing was thrown";
}

TEST(ChannelValues, AreReadByType) {
  EXPECT_EQ(parse_elements("", VariableType::kFloat32, {"1.5", "-2e3"}),
            (core::Value{std::vector<double>{1.5, -2000}}));
  EXPECT_EQ(parse_elements("", VariableType::kInt8, {"-3"}), core::Value{std::vector<std::int64_t>{-3}});
  EXPECT_EQ(parse_elements("", VariableType::kUInt64, {"18446744073709551615"}),
            core::Value{std::vector<std::uint64_t>{18446744073709551615U}});
  EXPECT_EQ(parse_elements("", VariableType::kBoolean, {"true", "0"}),
            (core::Value{std::vector<bool>{true, false}}));
  EXPECT_EQ(parse_elements("", VariableType::kString, {"a b", ""}), (core::Value{Words{"a b", ""}}));
  EXPECT_EQ(parse_elements("", VariableType::kBinary, {"00fF"}),
            (core::Value{std::vector<std::vector<std::uint8_t>>{{0, 255}}}));
}

TEST(ChannelValues, AreReadStrictly) {
  EXPECT_EQ(failure(VariableType::kFloat64, {"1", "4O"}),
            "inlet 'x': '4O' is not a finite number; write it like 0.25 or 2.5e-1");
  EXPECT_EQ(failure(VariableType::kFloat64, {"NaN"}),
            "inlet 'x': 'NaN' is not a finite number; write it like 0.25 or 2.5e-1");
  EXPECT_EQ(failure(VariableType::kInt64, {"1.0"}), "inlet 'x': '1.0' is not a whole number");
  EXPECT_EQ(failure(VariableType::kUInt8, {"-1"}), "inlet 'x': '-1' is not a whole number not below 0");
  EXPECT_EQ(failure(VariableType::kBoolean, {"yes"}), "inlet 'x': 'yes' is not true, false, 1 or 0");
  EXPECT_EQ(failure(VariableType::kBinary, {"abc"}),
            "inlet 'x': 'abc' is not an even number of hexadecimal digits");
  EXPECT_EQ(failure(VariableType::kBinary, {"0g"}),
            "inlet 'x': '0g' is not an even number of hexadecimal digits");
}

// One word is one argument; arrays are split at blanks, single texts are not.
TEST(ChannelValues, AreArguments) {
  channel::Field field;
  field.count = 0;
  EXPECT_EQ(parse_argument("r", field, "1  2"), (core::Value{std::vector<double>{1, 2}}));
  EXPECT_EQ(parse_argument("r", field, ""), core::Value{std::vector<double>{}});
  field.type = VariableType::kString;
  field.count = 1;
  EXPECT_EQ(parse_argument("r", field, "a b"), core::Value{Words{"a b"}});
}

TEST(ChannelValues, AreShown) {
  EXPECT_EQ(element_texts(std::vector<double>{0.1, -2}), (Words{"0.1", "-2"}));
  EXPECT_EQ(element_texts(std::vector<std::int64_t>{-7}), Words{"-7"});
  EXPECT_EQ(element_texts(std::vector<bool>{true, false}), (Words{"true", "false"}));
  EXPECT_EQ(element_texts(Words{"a"}), Words{"a"});
  EXPECT_EQ(element_texts(std::vector<std::vector<std::uint8_t>>{{0, 255}}), Words{"00ff"});
  EXPECT_EQ(type_text(VariableType::kFloat64, 1), "Float64");
  EXPECT_EQ(type_text(VariableType::kString, 3), "String[3]");
  EXPECT_EQ(type_text(VariableType::kFloat64, 0), "Float64[]");
  EXPECT_EQ(csv_cell("plain text"), "plain text");
  EXPECT_EQ(csv_cell("a,\"b\""), "\"a,\"\"b\"\"\"");
}

}  // namespace
}  // namespace lockstep::cli
