// SPDX-License-Identifier: Apache-2.0
#include "stepper/clock_schedule.hpp"

#include <gtest/gtest.h>

#include "../description_support.hpp"
#include "fake_instance.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using namespace test;

std::string fmi3(const std::string& variables) {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="{1}">
<ModelExchange modelIdentifier="M"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>)" +
         variables + "</ModelVariables><ModelStructure/></fmiModelDescription>";
}

/// A schedule over clocks written as XML, with a fake FMU.
struct Fixture {
  explicit Fixture(const std::string& variables)
      : description{parse(fmi3(variables)).description}, schedule{*description} {}
  std::shared_ptr<const ModelDescription> description;
  ClockSchedule schedule;
  FakeInstance fmu;
  std::uint64_t ticks{0};

  void begin(double start_s = 0.0) { ASSERT_EQ(schedule.begin(fmu, start_s), Status::kOk); }
  /// One pass of an event at `time_s`.
  void pass(double time_s, bool parameters_changed = false) {
    ASSERT_EQ(schedule.activate(fmu, time_s, ticks), Status::kOk);
    ASSERT_EQ(schedule.poll(fmu, ticks), Status::kOk);
    ASSERT_EQ(schedule.reschedule(fmu, time_s, parameters_changed), Status::kOk);
  }
};

constexpr const char* kTenth =
    R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>)";

// A description without clocks, as all of FMI 1 and 2, has nothing to schedule.
TEST(ClockSchedule, IsEmptyWithoutClocks) {
  Fixture f{""};
  EXPECT_TRUE(f.schedule.empty());
  f.begin();
  EXPECT_EQ(f.schedule.next_tick_s(), std::nullopt);
  f.pass(0.0);
  EXPECT_TRUE(f.fmu.calls.empty());
}

// A constant clock of 0.1 s ticks at the doubles nearest to k/10 for ever: the same doubles as communication
// points.
TEST(ClockSchedule, PeriodicTicksDoNotDrift) {
  Fixture f{kTenth};
  f.begin();
  for (int k = 0; k < 2000; ++k) {
    ASSERT_EQ(f.schedule.next_tick_s(), k / 10.0);
    f.pass(k / 10.0);
  }
  EXPECT_EQ(f.ticks, 2000U);
}

// Fractions of the description win over its decimals, and the shift counts from the start time.
TEST(ClockSchedule, FractionsAndShift) {
  Fixture f{R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="constant"
    intervalDecimal="0.33333" supportsFraction="true" resolution="3" intervalCounter="1" shiftCounter="2"/>)"};
  f.begin(2.0);
  EXPECT_EQ(f.schedule.next_tick_s(), 8.0 / 3.0);
  f.pass(8.0 / 3.0);
  EXPECT_EQ(f.schedule.next_tick_s(), 3.0);
}

// A fixed clock without an interval in the description is asked for it in initialisation mode.
TEST(ClockSchedule, FixedClockIsAsked) {
  Fixture f{R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="fixed"/>)"};
  f.fmu.on_interval = [](ValueReference, ClockTick& tick) {
    tick = {0.25, 0, 0, IntervalQualifier::kChanged};
    return Status::kOk;
  };
  f.fmu.on_shift = [](ValueReference, ClockTick& tick) {
    tick.interval_s = 0.5;
    return Status::kOk;
  };
  f.begin();
  EXPECT_EQ(f.schedule.next_tick_s(), 0.5);
  f.pass(0.5);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.75);
}

// A tunable interval is asked for when parameters changed, and a new one counts from now, not from the last
// tick.
TEST(ClockSchedule, NewTunableIntervalCountsFromNow) {
  Fixture f{R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="tunable"/>)"};
  ClockTick answer{1.0, 0, 0, IntervalQualifier::kChanged};
  f.fmu.on_interval = [&](ValueReference, ClockTick& tick) {
    tick = answer;
    answer.qualifier = IntervalQualifier::kUnchanged;
    return Status::kOk;
  };
  f.fmu.on_shift = [](ValueReference, ClockTick&) { return Status::kOk; };
  f.begin();
  f.pass(0.0);
  EXPECT_EQ(f.schedule.next_tick_s(), 1.0);
  f.fmu.calls.clear();
  f.pass(0.3);  // an event without changed parameters asks nothing
  EXPECT_TRUE(f.fmu.calls.empty());
  f.pass(0.4, true);  // changed parameters, same interval
  EXPECT_EQ(f.schedule.next_tick_s(), 1.0);
  answer = {0.2, 0, 0, IntervalQualifier::kChanged};
  f.pass(0.5, true);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.7);
  f.pass(0.7);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.9);
}

// A changing clock is asked after each of its ticks, and only then.
TEST(ClockSchedule, ChangingClock) {
  Fixture f{R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="changing"/>)"};
  double interval_s = 0.1;
  f.fmu.on_interval = [&](ValueReference, ClockTick& tick) {
    tick = {interval_s, 0, 0, IntervalQualifier::kChanged};
    interval_s *= 2.0;
    return Status::kOk;
  };
  f.begin();
  EXPECT_EQ(f.schedule.next_tick_s(), 0.1);
  f.pass(0.05);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.1);
  f.pass(0.1);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.3);  // 0.1 + 0.2, which as doubles would be another number
  f.pass(0.3);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.7);
}

// A countdown clock is asked in every event; it may be unknown, known, replaced, and 0 ticks again at once.
TEST(ClockSchedule, CountdownClock) {
  Fixture f{R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="countdown"/>)"};
  ClockTick answer;
  f.fmu.on_interval = [&](ValueReference, ClockTick& tick) {
    tick = answer;
    return Status::kOk;
  };
  f.begin();
  EXPECT_EQ(f.schedule.next_tick_s(), std::nullopt);
  answer = {0.1, 0, 0, IntervalQualifier::kChanged};
  f.pass(0.2);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.3);
  answer.qualifier = IntervalQualifier::kUnchanged;
  f.pass(0.25);  // another event in between leaves it
  EXPECT_EQ(f.schedule.next_tick_s(), 0.3);
  answer = {0.0, 0, 0, IntervalQualifier::kChanged};
  f.pass(0.3);
  EXPECT_TRUE(f.schedule.due(0.3));
  answer = {0.0, 0, 0, IntervalQualifier::kNotYetKnown};
  f.pass(0.3);
  EXPECT_FALSE(f.schedule.due(0.3));
  EXPECT_EQ(f.ticks, 2U);
}

// Clocks of one instant tick in one call, by priority, then in file order; a requested triggered clock ticks
// once.
TEST(ClockSchedule, TicksTogetherInOrder) {
  Fixture f{std::string{kTenth} + R"(
<Clock name="t" valueReference="2" causality="input" intervalVariability="triggered" priority="7"/>
<Clock name="p" valueReference="3" causality="input" intervalVariability="constant" intervalDecimal="0.2" priority="1"/>)"};
  f.begin();
  f.schedule.request(f.schedule.index_of(2));
  EXPECT_TRUE(f.schedule.any_requested());
  f.pass(0.0);
  EXPECT_FALSE(f.schedule.any_requested());
  f.pass(0.1);
  f.pass(0.2);
  EXPECT_EQ(f.fmu.calls, (std::vector<std::string>{"set_clock 3 2 1", "set_clock 1", "set_clock 3 1"}));
}

// Output clocks are polled only when somebody watches them; ticks are remembered until forgotten.
TEST(ClockSchedule, OutputClocksArePolled) {
  Fixture f{R"(<Clock name="o" valueReference="9" causality="output" intervalVariability="triggered"/>)"};
  f.begin();
  f.pass(0.0);
  EXPECT_TRUE(f.fmu.calls.empty());
  const std::size_t clock = f.schedule.index_of(9);
  f.schedule.watch(clock);
  f.fmu.output_clocks[9] = true;
  ASSERT_EQ(f.schedule.poll(f.fmu, f.ticks), Status::kOk);
  EXPECT_TRUE(f.schedule.is_active(clock));
  ASSERT_EQ(f.schedule.reschedule(f.fmu, 0.0, false), Status::kOk);
  EXPECT_FALSE(f.schedule.is_active(clock));
  EXPECT_TRUE(f.schedule.has_ticked(clock));
  f.schedule.forget_ticks();
  EXPECT_FALSE(f.schedule.has_ticked(clock));
}

// A restored state continues with the ticks it was saved with.
TEST(ClockSchedule, StateIsRestored) {
  Fixture f{kTenth};
  f.begin();
  f.pass(0.0);
  const ClockSchedule::State saved = f.schedule.state();
  f.pass(0.1);
  f.pass(0.2);
  f.schedule.restore(saved);
  EXPECT_EQ(f.schedule.next_tick_s(), 0.1);
}

// Intervals that make no sense are refused: at the start with the name of the clock, in a run as an error.
TEST(ClockSchedule, BadIntervals) {
  Fixture zero{
      R"(<Clock name="bad" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0"/>)"};
  try {
    static_cast<void>(zero.schedule.begin(zero.fmu, 0.0));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(
        error.message(),
        "clock 'bad' (constant) has the interval 0 s; expected a number > 0. The FMU cannot be run with this "
        "clock");
  }
  Fixture negative{
      R"(<Clock name="c" valueReference="1" causality="input" intervalVariability="countdown"/>)"};
  ClockTick answer;
  negative.fmu.on_interval = [&](ValueReference, ClockTick& tick) {
    tick = answer;
    return Status::kOk;
  };
  negative.begin();
  answer = {-1.0, 0, 0, IntervalQualifier::kChanged};
  EXPECT_EQ(negative.schedule.reschedule(negative.fmu, 0.0, false), Status::kError);
}

}  // namespace
}  // namespace lockstep::core
