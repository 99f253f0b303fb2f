// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/element_type.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/value.hpp"

namespace lockstep::core {
namespace {

constexpr VariableType kAllTypes[] = {VariableType::kFloat32, VariableType::kFloat64, VariableType::kInt8,
                                      VariableType::kUInt8,   VariableType::kInt16,   VariableType::kUInt16,
                                      VariableType::kInt32,   VariableType::kUInt32,  VariableType::kInt64,
                                      VariableType::kUInt64,  VariableType::kBoolean, VariableType::kString,
                                      VariableType::kBinary};

// Each variable type has an element type of its own, and from it the way back; enumerations and clocks share
// those of Int64 and Boolean.
TEST(ElementType, GoesForthAndBack) {
  const auto back = [](VariableType type) {
    return with_element_type(type, [](auto tag) { return variable_type_of<typename decltype(tag)::type>(); });
  };
  for (const VariableType type : kAllTypes) {
    EXPECT_EQ(back(type), type);
  }
  EXPECT_EQ(back(VariableType::kEnumeration), VariableType::kInt64);
  EXPECT_EQ(back(VariableType::kClock), VariableType::kBoolean);
}

// The element of every type has an alternative in Value.
TEST(ElementType, HasAnAlternativeOfValue) {
  for (const VariableType type : kAllTypes) {
    const Value value = with_element_type(
        type, [](auto tag) -> Value { return std::vector<ValueElement<typename decltype(tag)::type>>(3); });
    EXPECT_EQ(std::visit([](const auto& elements) { return elements.size(); }, value), 3U);
  }
}

}  // namespace
}  // namespace lockstep::core
