// SPDX-License-Identifier: Apache-2.0
#include "typed_move.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/allocation_count.hpp"

namespace lockstep::network {
namespace {

using core::VariableType;

TEST(TypedMove, NumbersBecomeFloatsWithFactorAndOffset) {
  const std::array<std::int32_t, 3> from{1, -2, 2147483647};
  std::array<double, 3> to{};
  TypedMove{VariableType::kInt32, from.data(), VariableType::kFloat64, to.data(), 3, 0.5, 10.0, false}.run();
  EXPECT_EQ(to, (std::array<double, 3>{10.5, 9.0, 0.5 * 2147483647.0 + 10.0}));
}

TEST(TypedMove, SumsAddToWhatIsThere) {
  const std::array<float, 2> from{1.5F, 2.0F};
  std::array<float, 2> to{100.0F, 200.0F};
  const TypedMove move{
      VariableType::kFloat32, from.data(), VariableType::kFloat32, to.data(), 2, 2.0, 1.0, true};
  move.run();
  EXPECT_EQ(to, (std::array<float, 2>{104.0F, 205.0F}));
  move.run();
  EXPECT_EQ(to, (std::array<float, 2>{108.0F, 210.0F}));
}

// Integers pass unchanged where a double would round them, and ignore factor and offset.
TEST(TypedMove, IntegersStayExact) {
  const std::int64_t from = 9007199254740993;  // 2^53 + 1
  std::int64_t to = 0;
  TypedMove{VariableType::kInt64, &from, VariableType::kInt64, &to, 1, 1.0, 0.0, false}.run();
  EXPECT_EQ(to, from);
  const std::uint8_t small = 255;
  std::int16_t wide = 0;
  TypedMove{VariableType::kUInt8, &small, VariableType::kInt16, &wide, 1, 1.0, 0.0, false}.run();
  EXPECT_EQ(wide, 255);
}

// Texts that fit into what the target holds are assigned without allocation.
TEST(TypedMove, TextsAreAssigned) {
  std::array<std::string, 2> from{std::string(60, 'a'), "b"};
  std::array<std::string, 2> to{std::string(80, 'x'), ""};
  const TypedMove move{
      VariableType::kString, from.data(), VariableType::kString, to.data(), 2, 1.0, 0.0, false};
  const long before = lockstep::test::allocation_count();
  move.run();
  EXPECT_EQ(lockstep::test::allocation_count(), before);
  EXPECT_EQ(to, from);
}

TEST(TypedMove, ElementsAreFoundByTheirSize) {
  std::array<std::int16_t, 4> numbers{};
  EXPECT_EQ(element_at(VariableType::kInt16, numbers.data(), 3), &numbers[3]);
  const std::array<std::string, 4> texts{};
  EXPECT_EQ(element_at(VariableType::kString, static_cast<const void*>(texts.data()), 2), &texts[2]);
}

}  // namespace
}  // namespace lockstep::network
