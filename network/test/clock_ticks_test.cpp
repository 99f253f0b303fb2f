// SPDX-License-Identifier: Apache-2.0
#include "clock_ticks.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

Net metronome_and_stopwatch(MasterKind kind, bool stopwatch_first) {
  Net net;
  if (stopwatch_first) net.fmu("watch", "Stopwatch");
  net.fmu("metronome", "Metronome");
  if (!stopwatch_first) net.fmu("watch", "Stopwatch");
  return net.wire("metronome.bar", "watch.press").wire("metronome.number", "watch.number").master(kind);
}

std::int64_t count(CoupledSystem& system, const std::string& name) {
  const core::Value found = system.get(*system.description().find(name));
  return std::get<std::vector<std::int64_t>>(found).front();
}

// Bars are at 1/3 s (the second beat, the first one being at 0), 1 s, 5/3 s, ...: 15 of them up to 9.67 s.
// With the master `events` each one is noted at its instant, with its number, however long the steps of the
// network are and whoever steps first.
TEST(ClockTicks, EventsPassTicksOnAtTheirInstant) {
  for (const bool stopwatch_first : {false, true}) {
    for (const double step_s : {0.25, 2.5}) {
      const auto system = metronome_and_stopwatch(MasterKind::kEvents, stopwatch_first).make();
      system->initialize({});
      ASSERT_TRUE(test::run(*system, 5.0, step_s));
      EXPECT_EQ(count(*system, "metronome.number"), 8);  // 1/3 + 7 * 2/3 = 5: the last is for the next step
      EXPECT_EQ(count(*system, "watch.presses"), 7) << step_s;
      EXPECT_EQ(count(*system, "watch.seen"), 7);
      EXPECT_EQ(value(*system, "watch.at"), 13.0 / 3.0);
    }
  }
}

// Other masters are late by up to a step, and lose nothing: at most one tick is in one step here.
TEST(ClockTicks, OtherMastersAreLateByAStep) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kNewton}) {
    const auto system = metronome_and_stopwatch(kind, false).make();
    system->initialize({});
    ASSERT_TRUE(test::run(*system, 1.25, 0.25));
    EXPECT_EQ(count(*system, "metronome.number"), 2) << to_string(kind);
    EXPECT_EQ(count(*system, "watch.presses"), 2) << to_string(kind);
    EXPECT_DOUBLE_EQ(value(*system, "watch.at"), 1.0) << to_string(kind);
  }
}

// The ticks of a clock that the FMU defines go to others, too; several sources are one clock.
TEST(ClockTicks, SeveralSourcesAreOneClock) {
  Net net;
  net.fmu("metronome", "Metronome").fmu("watch", "Stopwatch");
  ConnectionConfig both;
  both.sources = {{"metronome.beat", 1.0}, {"metronome.bar", 1.0}};
  both.to = "watch.press";
  net.config.connections.push_back(both);
  const auto system = net.master(MasterKind::kEvents).make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 2.1, 0.7));
  EXPECT_EQ(count(*system, "watch.presses"), 7);  // 0, 1/3, ..., 2; that at 0 belongs to the first step
}

// A tick that waits for the next step is part of the state.
TEST(ClockTicks, WaitingTicksAreSaved) {
  const auto system = metronome_and_stopwatch(MasterKind::kGaussSeidel, false).make();
  system->initialize({});
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.25)};
  for (int k = 0; k < 2; ++k)
    ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
  std::unique_ptr<core::Snapshot> saved;
  system->save(saved);
  ASSERT_TRUE(succeeded(system->step(grid.interval(2)).status));
  EXPECT_EQ(count(*system, "watch.presses"), 1);
  ASSERT_TRUE(succeeded(system->step(grid.interval(3)).status));
  system->restore(*saved);
  EXPECT_EQ(count(*system, "watch.presses"), 0);
  ASSERT_TRUE(succeeded(system->step(grid.interval(2)).status));
  EXPECT_EQ(count(*system, "watch.presses"), 1);
}

TEST(ClockTicks, ClocksOfTheirOwnCannotBeConnected) {
  Net net;
  net.fmu("a", "Metronome").fmu("b", "Metronome").wire("a.bar", "b.beat").wire("a.number", "b.bar");
  try {
    static_cast<void>(net.make());
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("clock 'b.beat' is constant: the FMU itself says when it ticks"), std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace lockstep::network
