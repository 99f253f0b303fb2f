// SPDX-License-Identifier: Apache-2.0
#include "line_table.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lockstep::adapter {
namespace {

// Lines that start at different times and values that are held, written in one go or one by one.
TEST(LineTable, WritesLinesAndHeldValues) {
  LineTable<double> table{3};
  EXPECT_DOUBLE_EQ(table.set(0, 1.0, 3.0, 100.0, 200.0, 150.0, 0.0), 1.5);
  table.hold(1, -7.25);
  EXPECT_DOUBLE_EQ(table.set(2, 4.0, 0.0, 140.0, 40.0, 150.0, 0.5), 4.0 - 1.05);
  std::array<double, 3> values{};
  table.write(170.0, 0.0, values);
  EXPECT_DOUBLE_EQ(values[0], 1.7);
  EXPECT_EQ(values[1], -7.25);
  EXPECT_DOUBLE_EQ(values[2], 1.0);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(table.value(i, 170.0, 0.0), values[i]);
}

// A slope that is no number is refused, and what was there stays. Single precision has no such slope.
TEST(LineTable, RefusesValuesFarApart) {
  LineTable<double> table{1};
  table.hold(0, 2.0);
  EXPECT_TRUE(std::isnan(table.set(0, -1.5e308, 1.5e308, 0.0, 100.0, 0.0, 0.0)));
  EXPECT_EQ(table.value(0, 50.0, 0.0), 2.0);
  LineTable<float> single{1};
  EXPECT_NEAR(single.set(0, -3e38F, 3e38F, 0.0, 100.0, 50.0, 0.0), 0.0, 1e-15 * 3e38);
}

}  // namespace
}  // namespace lockstep::adapter
