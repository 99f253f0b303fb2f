// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/tap.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/allocation_count.hpp"

namespace lockstep::runtime {
namespace {

using core::SimTime;
using core::VariableType;

constexpr SimTime kMs{1'000'000};

/// Three signals of different types in memory of their own.
struct Signals {
  devices::SignalInfo angle{"arm/angle", VariableType::kFloat64, 2, "rad", ""};
  devices::SignalInfo mode{"arm/mode", VariableType::kString, 1, "", ""};
  devices::SignalInfo count{"arm/count", VariableType::kInt8, 1, "", ""};
  double angles[2] = {0.0, 0.0};
  std::string text;
  std::int8_t number{0};
  SimTime written{0};

  std::vector<SignalView> views() {
    return {{&angle, angles, &written}, {&mode, &text, &written}, {&count, &number, &written}};
  }
};

// A row holds all signals of its instant, also after they have changed.
TEST(Tap, HandsOutWholeRows) {
  Signals signals;
  const auto tap = std::make_shared<Tap>(signals.views(), TapOptions{});
  TapReader reader{tap};
  TapRow row;
  EXPECT_FALSE(reader.read(row));
  signals.angles[1] = 2.5;
  signals.text = "holding";
  signals.number = -3;
  tap->publish(4, 4 * kMs);
  signals.angles[1] = 0.0;
  signals.text = "gone";
  ASSERT_TRUE(reader.read(row));
  EXPECT_EQ(row.stamp, 4 * kMs);
  EXPECT_EQ(row.step, 4);
  const std::vector<TapColumn>& columns = tap->columns();
  EXPECT_EQ(row.number(columns[0], 0), 0.0);
  EXPECT_EQ(row.number(columns[0], 1), 2.5);
  EXPECT_EQ(row.text(columns[1]), "holding");
  EXPECT_EQ(row.number(columns[1]), 0.0);
  EXPECT_EQ(row.number(columns[2]), -3.0);
  EXPECT_EQ(row.text(columns[2]), "");
  EXPECT_FALSE(reader.read(row));
}

// Who shows where a world stopped sees that step, once, whatever the period.
TEST(Tap, AddsTheRowOfAPauseWhereAskedTo) {
  Signals signals;
  TapOptions options;
  options.period = 10 * kMs;
  const auto plain = std::make_shared<Tap>(signals.views(), options);
  options.on_pause = true;
  const auto asked = std::make_shared<Tap>(signals.views(), options);
  TapReader plain_reader{plain}, reader{asked};
  for (Tap* const tap : {plain.get(), asked.get()}) {
    tap->publish(0, 0 * kMs);
    tap->publish_pause(0, 0 * kMs);
    tap->publish(1, 1 * kMs);
    tap->publish_pause(1, 1 * kMs);
    tap->publish_pause(1, 1 * kMs);
    tap->restart();
    tap->publish_pause(1, 1 * kMs);
  }
  const auto steps = [](TapReader& from) {
    std::vector<std::int64_t> all;
    TapRow row;
    while (from.read(row))
      all.push_back(row.step);
    return all;
  };
  EXPECT_EQ(steps(plain_reader), std::vector<std::int64_t>{0});
  EXPECT_EQ(steps(reader), (std::vector<std::int64_t>{0, 1, 1}));
}

// Rows come at the first step at or after each multiple of the period.
TEST(Tap, KeepsToItsPeriod) {
  Signals signals;
  TapOptions options;
  options.period = SimTime{2'500'000};
  const auto tap = std::make_shared<Tap>(signals.views(), options);
  TapReader reader{tap};
  for (std::int64_t k = 0; k <= 10; ++k)
    tap->publish(k, k * kMs);
  std::vector<std::int64_t> steps;
  for (TapRow row; reader.read(row);)
    steps.push_back(row.step);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 3, 5, 8, 10}));
  tap->restart();
  tap->publish(0, 0 * kMs);
  TapRow row;
  EXPECT_TRUE(reader.read(row));
}

// A reader that is too slow gets the newest rows in order and knows how many it lost; others lose nothing.
TEST(Tap, CountsLostRows) {
  Signals signals;
  TapOptions options;
  options.depth = 4;
  const auto tap = std::make_shared<Tap>(signals.views(), options);
  TapReader slow{tap};
  TapReader quick{tap};
  TapRow row;
  for (std::int64_t k = 0; k < 10; ++k) {
    tap->publish(k, k * kMs);
    ASSERT_TRUE(quick.read(row));
    EXPECT_EQ(row.step, k);
  }
  std::vector<std::int64_t> steps;
  while (slow.read(row))
    steps.push_back(row.step);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{7, 8, 9}));  // one place is always for the row to come
  EXPECT_EQ(slow.lost(), 7U);
  EXPECT_EQ(quick.lost(), 0U);
}

// A reader that only wants the present leaves out the rest; that is no loss.
TEST(Tap, SkipsToTheNewestRow) {
  Signals signals;
  const auto tap = std::make_shared<Tap>(signals.views(), TapOptions{});
  TapReader reader{tap};
  for (std::int64_t k = 0; k < 5; ++k)
    tap->publish(k, k * kMs);
  reader.skip_to_newest();
  TapRow row;
  ASSERT_TRUE(reader.read(row));
  EXPECT_EQ(row.step, 4);
  EXPECT_EQ(reader.lost(), 0U);
}

// A text longer than its room is cut off; a reader that comes later starts with the next row.
TEST(Tap, CutsLongTexts) {
  Signals signals;
  signals.text = std::string(100, 'x');
  TapOptions options;
  options.text_room = 16;
  const auto tap = std::make_shared<Tap>(signals.views(), options);
  tap->publish(0, 0 * kMs);
  TapReader reader{tap};
  TapRow row;
  EXPECT_FALSE(reader.read(row));
  tap->publish(1, 1 * kMs);
  ASSERT_TRUE(reader.read(row));
  EXPECT_EQ(row.text(tap->columns()[1]), std::string(16, 'x'));
}

// Waiting ends with a row, with the time limit, or with the end of the tap.
TEST(Tap, EndsWaiting) {
  Signals signals;
  const auto tap = std::make_shared<Tap>(signals.views(), TapOptions{});
  TapReader reader{tap};
  TapRow row;
  EXPECT_FALSE(reader.wait(row, std::chrono::milliseconds{1}));
  tap->publish(0, 0 * kMs);
  EXPECT_TRUE(reader.wait(row));
  tap->publish(1, 1 * kMs);
  tap->end();
  EXPECT_TRUE(reader.wait(row)) << "rows from before the end are still there";
  EXPECT_FALSE(reader.wait(row));
  EXPECT_TRUE(reader.ended());
}

// The step allocates nothing for a row.
TEST(Tap, AllocatesNothingInTheStep) {
  Signals signals;
  signals.text = "text";
  Tap tap{signals.views(), TapOptions{}};
  const long before = test::allocation_count();
  for (std::int64_t k = 0; k < 1000; ++k)
    tap.publish(k, k * kMs);
  EXPECT_EQ(test::allocation_count() - before, 0);
}

}  // namespace
}  // namespace lockstep::runtime
