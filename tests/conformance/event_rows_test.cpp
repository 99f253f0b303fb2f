// SPDX-License-Identifier: Apache-2.0
// Rows at events: what simulate() records on both sides of a jump.
#include <algorithm>
#include <cmath>

#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InterfaceKind;

/// Rows that share their time with the row before: the right side of something.
std::vector<std::size_t> second_rows(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 1; i < table.time.size(); ++i)
    if (table.time[i] == table.time[i - 1]) rows.push_back(i);
  return rows;
}

core::SimulationOptions until(double stop_s, double step_s, std::vector<std::string> names) {
  core::SimulationOptions options;
  options.stop_time_s = stop_s;
  options.step_size_s = step_s;
  options.output_variables = std::move(names);
  return options;
}

// A ball dropped from 1 m lands at sqrt(2 / g) with g times that and leaves with 0.7 of it. Both are in the
// rows, at the instant of the landing, between the points of the grid.
TEST(EventRows, ShowBothSidesOfALanding) {
  for (const char* version : {"2.0", "3.0"}) {
    core::StepperOptions solver;
    solver.solver.relative_tolerance = 1e-10;
    const Table table =
        run({version, InterfaceKind::kModelExchange}, "BouncingBall", until(0.6, 0.1, {"h", "v"}), solver);
    const double landing_s = std::sqrt(2.0 / 9.81);
    ASSERT_GE(second_rows(table).size(), 1U);
    const std::size_t right = second_rows(table).front();
    EXPECT_NEAR(table.time[right], landing_s, 1e-6);
    EXPECT_NEAR(table.data.at("h")[right - 1], 0.0, 1e-6);
    EXPECT_NEAR(table.data.at("v")[right - 1], -9.81 * landing_s, 1e-5);
    EXPECT_NEAR(table.data.at("v")[right], 0.7 * 9.81 * landing_s, 1e-5);
  }
}

// Without them the rows are those of the grid, with the same bits: watching changes nothing. Sinks for every
// point see the steps between the rows and the events all the same.
TEST(EventRows, CanBeLeftOut) {
  Table rows, all, points;
  for (const bool with_events : {false, true}) {
    core::SimulationOptions options = until(0.6, 0.1, {"h", "v"});
    options.event_rows = with_events;
    options.output_interval_s = 0.2;
    options.sinks = {with_events ? &all : &rows};
    if (!with_events) options.point_sinks = {&points};
    const auto stepper = make_stepper("2.0", "BouncingBall", InterfaceKind::kModelExchange);
    const core::SimulationResult result = core::simulate(*stepper, options);
    EXPECT_EQ(result.rows, (with_events ? all : rows).time.size());
  }
  EXPECT_EQ(rows.time, (std::vector<double>{0.0, 0.2, 0.4, 0.6}));
  EXPECT_EQ(all.time.size(), rows.time.size() + 2 * second_rows(all).size());
  EXPECT_EQ(all.data.at("v").back(), rows.data.at("v").back());
  EXPECT_EQ(points.time.size(), 7U + 2 * second_rows(points).size());
  EXPECT_GE(second_rows(points).size(), 1U);
  EXPECT_EQ(rows.ended + all.ended + points.ended, 3);
}

// Clocks that tick at 0, 1, 2, ...: Co-Simulation in event mode and Model Exchange show the number of ticks
// before and after, also where the tick falls on a point of the grid, which then has two rows and not three.
TEST(EventRows, ShowTicksOnAndOffTheGrid) {
  for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange}) {
    for (const double step_s : {0.5, 0.4}) {
      SCOPED_TRACE(std::string{to_string(kind)} + " step " + std::to_string(step_s));
      const Table table = run({"3.0", kind}, "Clocks", until(2.0, step_s, {"inClock1Ticks"}));
      const std::vector<double>& ticks = table.data.at("inClock1Ticks");
      for (const double tick_s : {1.0, 2.0}) {
        std::vector<double> seen;
        for (std::size_t i = 0; i < table.time.size(); ++i)
          if (table.time[i] == tick_s) seen.push_back(ticks[i]);
        ASSERT_GE(seen.size(), 2U) << tick_s;
        EXPECT_EQ(seen.front(), tick_s) << "before the tick";
        EXPECT_EQ(seen.back(), tick_s + 1.0) << "after it";
        EXPECT_EQ(std::count(seen.begin(), seen.end(), tick_s), 1);
      }
      EXPECT_TRUE(std::is_sorted(table.time.begin(), table.time.end()));
    }
  }
}

// An input that jumps from 1 to 3 at 0.5 s, written as two rows of the same time: the output that follows it
// has both values there.
TEST(EventRows, ShowTheRightLimitOfAJumpingInput) {
  const auto stepper = make_stepper("2.0", "Feedthrough", InterfaceKind::kModelExchange);
  const core::Variable* const input = stepper->description().find("Float64_continuous_input");
  ASSERT_NE(input, nullptr);
  core::SimulationOptions options = until(1.0, 0.25, {"Float64_continuous_output"});
  options.inputs.time_s = {0.0, 0.5, 0.5, 1.0};
  options.inputs.columns.push_back({input, 1, std::vector<double>{1.0, 1.0, 3.0, 3.0}});
  Table table;
  options.sinks = {&table};
  static_cast<void>(core::simulate(*stepper, options));
  EXPECT_EQ(table.time, (std::vector<double>{0.0, 0.25, 0.5, 0.5, 0.75, 1.0}));
  EXPECT_EQ(table.data.at("Float64_continuous_output"), (std::vector<double>{1.0, 1.0, 1.0, 3.0, 3.0, 3.0}));
}

/// Refuses every row from the second one at the same time on.
class FullDisk final : public Table {
 public:
  bool row(double time_s) noexcept override {
    const bool second = !time.empty() && time.back() == time_s;
    return Table::row(time_s) && !second;
  }
  void end() override {
    Table::end();
    throw Error{ErrorCode::kSystem, "the disk is full"};
  }
};

// A sink that cannot go on inside a step, where nothing may be thrown, ends the run after it.
TEST(EventRows, ASinkThatFailsAtAnEventEndsTheRun) {
  FullDisk disk;
  core::SimulationOptions options = until(3.0, 0.1, {"h"});
  options.sinks = {&disk};
  const auto stepper = make_stepper("2.0", "BouncingBall", InterfaceKind::kModelExchange);
  try {
    static_cast<void>(core::simulate(*stepper, options));
    FAIL() << "it went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "the disk is full");
  }
  EXPECT_LT(disk.time.back(), 0.6);
}

}  // namespace
}  // namespace lockstep::test
