// SPDX-License-Identifier: Apache-2.0
#include "constants.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

using core::Value;
using core::VariableType;

// Each type reads its texts; bytes have none.
TEST(Constants, ValuesOfTypes) {
  EXPECT_EQ(value_of(VariableType::kFloat64, {"1.5", "-2"}), Value(std::vector<double>{1.5, -2.0}));
  EXPECT_EQ(value_of(VariableType::kInt64, {"-3"}), Value(std::vector<std::int64_t>{-3}));
  EXPECT_EQ(value_of(VariableType::kUInt8, {"3"}), Value(std::vector<std::uint64_t>{3}));
  EXPECT_EQ(value_of(VariableType::kBoolean, {"true", "false"}), Value(std::vector<bool>{true, false}));
  EXPECT_EQ(value_of(VariableType::kString, {"a b"}), Value(std::vector<std::string>{"a b"}));
  EXPECT_TRUE(contains(error_of([] { value_of(VariableType::kFloat64, {"fast"}); }), "fast"));
  EXPECT_EQ(error_of([] { value_of(VariableType::kBinary, {"00"}); }),
            "bytes cannot be fixed in a mapping file; bind a field of bytes");
}

// A field of few bits holds what fits.
TEST(Constants, FieldsOfFewBits) {
  const MessageField byte{"byte", FieldKind::kUnsigned, false, 8};
  EXPECT_EQ(constant_of(byte, {"255"}), Value(std::vector<std::uint64_t>{255}));
  EXPECT_EQ(error_of([&] { constant_of(byte, {"256"}); }), "256 does not fit 8 bits");
  EXPECT_EQ(constant_of({"f", FieldKind::kSigned, false, 16}, {"-32768"}),
            Value(std::vector<std::int64_t>{-32768}));
  EXPECT_EQ(constant_of({"f", FieldKind::kFlag, false}, {"1"}), Value(std::vector<bool>{true}));
  EXPECT_EQ(constant_of({"f", FieldKind::kReal, true}, {"1", "2"}), Value(std::vector<double>{1, 2}));
  EXPECT_EQ(constant_of({"f", FieldKind::kText, false}, {"x"}), Value(std::vector<std::string>{"x"}));
}

}  // namespace
}  // namespace lockstep::middlewares::test
