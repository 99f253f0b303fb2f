// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/port.hpp"

#include <gtest/gtest.h>

namespace lockstep::middlewares::test {
namespace {

// Handles are places in the table, names are found, and what is like a misspelt name is suggested.
TEST(PortTable, FindsByName) {
  Port first, second;
  first.name = "a";
  second.name = "b";
  const PortTable table{
      {"the model", "port", "an inlet", "a signal"}, {first, second}, [](std::string_view name) {
        return name == "c" ? std::vector<std::string>{"b", "a"} : std::vector<std::string>{};
      }};
  ASSERT_NE(table.find("b"), nullptr);
  EXPECT_EQ(table.find("b"), &table.ports()[1]);
  EXPECT_EQ(table.find("a")->handle, 0U);
  EXPECT_EQ(table.find("b")->handle, 1U);
  EXPECT_EQ(table.find("c"), nullptr);
  EXPECT_EQ(table.suggest("c"), "did you mean 'b', 'a'");
  EXPECT_EQ(table.suggest("d"), "");
}

TEST(Port, DirectionsAndSizes) {
  EXPECT_TRUE(takes_values(Direction::kIn) && takes_values(Direction::kBoth));
  EXPECT_FALSE(takes_values(Direction::kOut) || takes_values(Direction::kNone));
  EXPECT_TRUE(gives_values(Direction::kOut) && gives_values(Direction::kBoth));
  EXPECT_FALSE(gives_values(Direction::kIn) || gives_values(Direction::kNone));
  Port port;
  EXPECT_FALSE(port.is_many());
  port.type = core::VariableType::kBinary;
  EXPECT_TRUE(port.is_many());
  port.type = core::VariableType::kFloat64;
  port.is_array = true;
  EXPECT_TRUE(port.is_many());
}

}  // namespace
}  // namespace lockstep::middlewares::test
