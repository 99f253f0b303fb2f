// SPDX-License-Identifier: Apache-2.0
#include "value_elements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lockstep/runtime/signal_buffer.hpp"

namespace lockstep::runtime {
namespace {

using core::Value;
using core::VariableType;

Value reals(std::vector<double> values) {
  return values;
}
Value integers(std::vector<std::int64_t> values) {
  return values;
}

// Values that fit have no reason against them; others say what is wrong.
TEST(ValueElements, SayWhatDoesNotFit) {
  EXPECT_EQ(why_unfit(reals({1.5}), VariableType::kFloat64, 1, 0), "");
  EXPECT_EQ(why_unfit(integers({2}), VariableType::kFloat64, 1, 0), "");
  EXPECT_EQ(why_unfit(reals({1.0, 2.0}), VariableType::kFloat64, 1, 0), "it has 2 elements, expected 1");
  EXPECT_EQ(why_unfit(reals({std::nan("")}), VariableType::kFloat64, 1, 0), "it is not finite");
  EXPECT_EQ(why_unfit(reals({1e300}), VariableType::kFloat32, 1, 0), "it is beyond the range of the type");
  EXPECT_EQ(why_unfit(reals({1.0}), VariableType::kInt32, 1, 0), "it is of another kind than Int32");
  EXPECT_EQ(why_unfit(integers({1}), VariableType::kBoolean, 1, 0), "it is of another kind than Boolean");
  EXPECT_EQ(why_unfit(Value{std::vector<bool>{true}}, VariableType::kBoolean, 1, 0), "");
  EXPECT_EQ(why_unfit(Value{std::vector<std::string>{"abc"}}, VariableType::kString, 1, 2),
            "it has 3 bytes, at most 2 are possible");
  EXPECT_EQ(why_unfit(Value{std::vector<std::string>{"ab"}}, VariableType::kString, 1, 2), "");
}

// The ends of the ranges of integers belong to them, and nothing beyond.
TEST(ValueElements, KnowTheRangesOfIntegers) {
  EXPECT_EQ(why_unfit(integers({-128, 127}), VariableType::kInt8, 2, 0), "");
  EXPECT_NE(why_unfit(integers({128}), VariableType::kInt8, 1, 0), "");
  EXPECT_NE(why_unfit(integers({-129}), VariableType::kInt8, 1, 0), "");
  EXPECT_NE(why_unfit(integers({-1}), VariableType::kUInt64, 1, 0), "");
  EXPECT_EQ(why_unfit(integers({255}), VariableType::kUInt8, 1, 0), "");
  const Value large = std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(why_unfit(large, VariableType::kUInt64, 1, 0), "");
  EXPECT_NE(why_unfit(large, VariableType::kInt64, 1, 0), "");
}

// What was stored is loaded again, in the alternative that carries the type.
TEST(ValueElements, StoreAndLoad) {
  SignalBuffer numbers{VariableType::kUInt16, 2};
  store_value(integers({1, 65535}), VariableType::kUInt16, numbers.data());
  EXPECT_EQ(load_value(VariableType::kUInt16, 2, numbers.data()),
            Value{(std::vector<std::uint64_t>{1, 65535})});
  SignalBuffer text{VariableType::kString, 1};
  store_value(Value{std::vector<std::string>{"go"}}, VariableType::kString, text.data());
  EXPECT_EQ(load_value(VariableType::kString, 1, text.data()), Value{std::vector<std::string>{"go"}});
  EXPECT_TRUE(is_empty(Value{}));
  EXPECT_FALSE(is_empty(zero_value(VariableType::kBoolean, 1)));
}

}  // namespace
}  // namespace lockstep::runtime
