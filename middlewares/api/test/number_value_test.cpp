// SPDX-License-Identifier: Apache-2.0
#include "number_value.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::middlewares {
namespace {

using core::Value;
using core::Variable;
using core::VariableType;

Variable of_type(VariableType type) {
  Variable variable;
  variable.name = "v";
  variable.type = type;
  return variable;
}

// A number becomes the value of the variable's type, and comes back.
TEST(NumberValue, Converts) {
  EXPECT_EQ(value_of(of_type(VariableType::kFloat32), 1.5), Value(std::vector<double>{1.5}));
  EXPECT_EQ(value_of(of_type(VariableType::kInt16), -3.0), Value(std::vector<std::int64_t>{-3}));
  EXPECT_EQ(value_of(of_type(VariableType::kUInt64), 3.0), Value(std::vector<std::uint64_t>{3}));
  EXPECT_EQ(value_of(of_type(VariableType::kBoolean), 2.0), Value(std::vector<bool>{true}));
  EXPECT_EQ(number_of(std::vector<std::int64_t>{-3}), -3.0);
  EXPECT_EQ(number_of(std::vector<bool>{true}), 1.0);
  EXPECT_EQ(number_of(std::vector<std::string>{"x"}), 0.0);
}

// What does not fit is refused with variable, number and type.
TEST(NumberValue, Refuses) {
  try {
    static_cast<void>(value_of(of_type(VariableType::kInt8), 1.5));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "variable 'v' cannot take 1.500000: it is of type Int8");
  }
  EXPECT_THROW(value_of(of_type(VariableType::kUInt8), -1.0), Error);
  EXPECT_THROW(value_of(of_type(VariableType::kString), 1.0), Error);
}

}  // namespace
}  // namespace lockstep::middlewares
