// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/signal_buffer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/allocation_count.hpp"

namespace lockstep::runtime {
namespace {

using core::VariableType;

// Elements have the size of the C++ type of their variable type.
TEST(SignalBuffer, KnowsTheSizesOfElements) {
  EXPECT_EQ(element_size(VariableType::kFloat64), 8U);
  EXPECT_EQ(element_size(VariableType::kFloat32), 4U);
  EXPECT_EQ(element_size(VariableType::kInt16), 2U);
  EXPECT_EQ(element_size(VariableType::kBoolean), 1U);
  EXPECT_EQ(element_size(VariableType::kEnumeration), 8U);
  EXPECT_EQ(element_size(VariableType::kString), sizeof(std::string));
  EXPECT_TRUE(is_plain(VariableType::kUInt8));
  EXPECT_FALSE(is_plain(VariableType::kString));
  EXPECT_FALSE(is_plain(VariableType::kBinary));
}

// Numbers start at zero and are copied as they are.
TEST(SignalBuffer, HoldsNumbers) {
  SignalBuffer buffer{VariableType::kInt32, 3};
  const auto* const values = static_cast<const std::int32_t*>(buffer.data());
  EXPECT_EQ(values[0] | values[1] | values[2], 0);
  const std::int32_t from[] = {1, -2, 3};
  buffer.assign(from);
  std::int32_t to[3] = {};
  buffer.copy_to(to);
  EXPECT_EQ(to[1], -2);
  EXPECT_EQ(values[2], 3);
}

// A text that fits into the reserved room is assigned without allocation, as a step demands.
TEST(SignalBuffer, AssignsShortTextsWithoutAllocation) {
  if (!test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted in this build";
  SignalBuffer buffer{VariableType::kString, 2};
  const std::string from[] = {std::string(SignalBuffer::kTextRoom, 'a'), "b"};
  const long before = test::allocation_count();
  buffer.assign(from);
  EXPECT_EQ(test::allocation_count() - before, 0);
  EXPECT_EQ(static_cast<const std::string*>(buffer.data())[0], from[0]);
}

// Moving a buffer leaves its memory where it is: devices keep pointers into it.
TEST(SignalBuffer, KeepsItsMemoryWhenMoved) {
  SignalBuffer buffer{VariableType::kBinary, 1};
  void* const data = buffer.data();
  const SignalBuffer moved = std::move(buffer);
  EXPECT_EQ(moved.data(), data);
}

}  // namespace
}  // namespace lockstep::runtime
