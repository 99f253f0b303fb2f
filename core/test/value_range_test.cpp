// SPDX-License-Identifier: Apache-2.0
#include "value_range.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

Variable variable_of(VariableType type, const NumericAttributes& numeric) {
  Variable variable;
  variable.name = "v";
  variable.type = type;
  variable.numeric = &numeric;
  return variable;
}

// Limits themselves are inside; the first element outside is the one that is told.
TEST(ValueRange, FindsTheFirstElementOutside) {
  NumericAttributes numeric;
  numeric.min = 0.0;
  numeric.max = 1.5;
  const Variable real = variable_of(VariableType::kFloat64, numeric);
  EXPECT_EQ(range_text(real), "0 to 1.5");
  EXPECT_EQ(outside_range(real, std::vector<double>{0.0, 1.5}), "");
  EXPECT_EQ(outside_range(real, std::vector<double>{1.0, -0.25, 2.0}), "-0.25");
}

// A range may be open on one side, and a variable need not have one.
TEST(ValueRange, MayBeOpen) {
  NumericAttributes numeric;
  numeric.min_integer = -3;
  const Variable integer = variable_of(VariableType::kInt16, numeric);
  EXPECT_EQ(range_text(integer), "at least -3");
  EXPECT_EQ(outside_range(integer, std::vector<std::int64_t>{-4}), "-4");
  const Variable small = variable_of(VariableType::kUInt8, numeric);
  EXPECT_EQ(outside_range(small, std::vector<std::uint64_t>{0}), "");
  NumericAttributes none;
  EXPECT_EQ(range_text(variable_of(VariableType::kFloat64, none)), "");
  EXPECT_EQ(outside_range(Variable{}, std::vector<double>{1e300}), "");
}

// UInt64 has limits of its own, beyond what Int64 can hold; texts have none.
TEST(ValueRange, KnowsUnsignedLimits) {
  NumericAttributes numeric;
  numeric.max_unsigned = ~0ULL - 1;
  const Variable large = variable_of(VariableType::kUInt64, numeric);
  EXPECT_EQ(range_text(large), "at most 18446744073709551614");
  EXPECT_EQ(outside_range(large, std::vector<std::uint64_t>{~0ULL}), "18446744073709551615");
  EXPECT_EQ(outside_range(variable_of(VariableType::kString, numeric), std::vector<std::string>{"9"}), "");
}

}  // namespace
}  // namespace lockstep::core
