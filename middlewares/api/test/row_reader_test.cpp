// SPDX-License-Identifier: Apache-2.0
#include "row_reader.hpp"

#include "board_world.hpp"
#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

runtime::TapOptions options_for(std::vector<std::string> signals) {
  runtime::TapOptions options;
  options.signals = std::move(signals);
  return options;
}

// Rows come in order, values by the handles of ports; one that is later than asked for waits.
TEST(RowReader, ReadsRows) {
  BoardWorld world;
  RowReader rows{world.runtime.doors().tap(options_for({"arm/board/shown", "arm/board/count"})), {7, 3}};
  world.runtime.doors().inlet("arm/board/target").write(4.5);
  world.runtime.start();
  world.step(2);
  ASSERT_TRUE(rows.next(seconds(0.001)));
  EXPECT_EQ(rows.row().step, 0);
  ASSERT_TRUE(rows.next(seconds(0.001)));
  core::Value value;
  rows.read(7, value);
  EXPECT_EQ(value, core::Value(std::vector<double>{4.5}));
  rows.read(3, value);
  EXPECT_EQ(value, core::Value(std::vector<std::int64_t>{1}));
  EXPECT_FALSE(rows.next(seconds(0.001))) << "the next row is of 0.002 s";
  EXPECT_FALSE(rows.next(seconds(0.0015)));
  ASSERT_TRUE(rows.next(seconds(0.002)));
  rows.read(3, value);
  EXPECT_EQ(value, core::Value(std::vector<std::int64_t>{2}));
  EXPECT_FALSE(rows.next(seconds(1.0)));
  EXPECT_EQ(rows.lost(), 0U);
}

// After time was set back, rows of the time before are dropped, also one that waited.
TEST(RowReader, Restart) {
  BoardWorld world;
  RowReader rows{world.runtime.doors().tap(options_for({"arm/board/count"})), {0}};
  world.runtime.start();
  world.step(5);
  ASSERT_TRUE(rows.next(seconds(0.0)));
  EXPECT_FALSE(rows.next(seconds(0.0)));
  world.runtime.reset();
  world.step();
  rows.restart();
  ASSERT_TRUE(rows.next(seconds(0.0)));
  EXPECT_EQ(rows.row().stamp, seconds(0.0));
  EXPECT_FALSE(rows.next(seconds(0.0)));
  ASSERT_TRUE(rows.next(seconds(0.001)));
  core::Value value;
  rows.read(0, value);
  EXPECT_EQ(value, core::Value(std::vector<std::int64_t>{1}));
}

// The first row of the new time may be there already, or not yet, and may be later than what is asked for.
TEST(RowReader, RestartBeforeItsFirstRow) {
  BoardWorld world;
  RowReader rows{world.runtime.doors().tap(options_for({"arm/board/count"})), {0}};
  world.runtime.start();
  world.step(3);
  rows.restart();
  EXPECT_TRUE(rows.next(seconds(0.0)));
  rows.restart();
  EXPECT_FALSE(rows.next(seconds(0.0))) << "three rows of the old time";
  world.runtime.reset();
  ASSERT_TRUE(rows.next(seconds(0.0)));
  EXPECT_EQ(rows.row().step, 0);
  EXPECT_FALSE(rows.next(seconds(1.0)));
}

}  // namespace
}  // namespace lockstep::middlewares::test
