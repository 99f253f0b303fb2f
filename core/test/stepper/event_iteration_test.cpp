// SPDX-License-Identifier: Apache-2.0
#include "stepper/event_iteration.hpp"

#include <gtest/gtest.h>

#include "../description_support.hpp"
#include "fake_instance.hpp"

namespace lockstep::core {
namespace {

using namespace test;

constexpr const char* kModel = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="{1}">
<ModelExchange modelIdentifier="M"/>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Clock name="tick" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.5"/>
<Clock name="count" valueReference="2" causality="input" intervalVariability="countdown"/>
<Clock name="out" valueReference="3" causality="output" intervalVariability="triggered"/>
<Float64 name="u" valueReference="4" causality="input" variability="discrete" start="0" clocks="1"/>
<Float64 name="y" valueReference="5" causality="output" variability="discrete" clocks="1 3"/>
</ModelVariables><ModelStructure/></fmiModelDescription>)";

struct Fixture final : GroupTransfer {
  Fixture() : description{parse(kModel).description}, clocks{*description}, events{clocks, *this, 10} {
    fmu.on_interval = [this](ValueReference, ClockTick& tick) {
      tick = countdown;
      countdown = {};
      return Status::kOk;
    };
    events.add_clocked(u.group);
    events.add_clocked(y.group);
    EXPECT_EQ(clocks.begin(fmu, 0.0), Status::kOk);
    fmu.calls.clear();
  }
  Status set_group(const Stepper::Group&) noexcept override {
    fmu.calls.emplace_back("set u");
    return Status::kOk;
  }
  Status get_group(const Stepper::Group&, double) noexcept override {
    fmu.calls.emplace_back("get y");
    return read_status;
  }

  std::shared_ptr<const ModelDescription> description;
  ClockSchedule clocks;
  FakeInstance fmu;
  ClockTick countdown;
  Status read_status{Status::kOk};
  TestGroup u{{description->find("u")}};
  TestGroup y{{description->find("y")}, Stepper::Group::Role::kOutput};
  EventIteration events;
};

using Calls = std::vector<std::string>;

// A tick: clock, its inputs, the FMU's clocks, its outputs, the update, then the countdown is asked for.
TEST(EventIteration, OrderOfAPass) {
  Fixture f;
  const EventResult result = f.events.run(f.fmu, 0.0, false);
  EXPECT_EQ(result.status, Status::kOk);
  EXPECT_EQ(result.clock_ticks, 1U);
  EXPECT_EQ(f.fmu.calls, (Calls{"set_clock 1", "set u", "get_clock", "get y", "update", "interval 2"}));
  EXPECT_EQ(f.events.next_event_time_s(), 0.5);
}

// Without a tick clocked variables are left alone, unless an output clock ticks by itself.
TEST(EventIteration, ClockedVariablesNeedATick) {
  Fixture f;
  static_cast<void>(f.events.run(f.fmu, 0.0, false));
  f.fmu.calls.clear();
  static_cast<void>(f.events.run(f.fmu, 0.1, false));
  EXPECT_EQ(f.fmu.calls, (Calls{"get_clock", "update", "interval 2"}));
  f.fmu.calls.clear();
  f.fmu.output_clocks[3] = true;
  const EventResult result = f.events.run(f.fmu, 0.2, false);
  EXPECT_EQ(f.fmu.calls, (Calls{"get_clock", "get y", "update", "interval 2"}));
  EXPECT_EQ(result.clock_ticks, 1U);
}

// Passes go on while the FMU needs them; what it says on the way is kept, the next event time is the last
// word.
TEST(EventIteration, IteratesUntilSettled) {
  Fixture f;
  int pass = 0;
  f.fmu.on_update = [&](EventInfo& info) {
    ++pass;
    info.discrete_states_need_update = pass < 3;
    info.states_changed = pass == 1;
    info.nominals_changed = pass == 2;
    info.next_event_time_s = pass < 3 ? 7.0 : 0.25;
    return pass == 2 ? Status::kWarning : Status::kOk;
  };
  const EventResult result = f.events.run(f.fmu, 0.0, false);
  EXPECT_EQ(pass, 3);
  EXPECT_EQ(result.status, Status::kWarning);
  EXPECT_TRUE(result.states_changed);
  EXPECT_TRUE(result.nominals_changed);
  EXPECT_EQ(f.events.model_event_time_s(), 0.25);
  EXPECT_EQ(f.events.next_event_time_s(), 0.25);
  f.fmu.on_update = [](EventInfo&) { return Status::kOk; };
  static_cast<void>(f.events.run(f.fmu, 0.25, false));
  EXPECT_EQ(f.events.model_event_time_s(), std::nullopt);
  EXPECT_EQ(f.events.next_event_time_s(), 0.5);  // the clock remains
}

// A countdown of zero ticks in a pass of its own at the same instant.
TEST(EventIteration, ZeroCountdownTicksInTheSameEvent) {
  Fixture f;
  f.countdown = {0.0, 0, 0, IntervalQualifier::kChanged};
  const EventResult result = f.events.run(f.fmu, 0.0, false);
  EXPECT_EQ(result.clock_ticks, 2U);
  EXPECT_EQ(f.fmu.calls, (Calls{"set_clock 1", "set u", "get_clock", "get y", "update", "interval 2",
                                "set_clock 2", "get_clock", "update", "interval 2"}));
}

// An FMU that never settles is stopped at the limit, and the words say which limit.
TEST(EventIteration, EndsAtTheLimit) {
  Fixture f;
  f.fmu.on_update = [](EventInfo& info) {
    info.discrete_states_need_update = true;
    return Status::kOk;
  };
  const EventResult result = f.events.run(f.fmu, 0.0, false);
  EXPECT_EQ(result.status, Status::kError);
  EXPECT_STREQ(result.failed_call,
               "event iteration (no end within max_event_iterations; the FMU asks for another one each time, "
               "like a model that always calls repeat() in its on_event())");
  EXPECT_EQ(std::count(f.fmu.calls.begin(), f.fmu.calls.end(), "update"), 10);
}

// The wish to end stops the iteration and is no error; a failure stops it and names the call.
TEST(EventIteration, EndsAndFailures) {
  Fixture f;
  f.fmu.on_update = [](EventInfo& info) {
    info.terminate = info.discrete_states_need_update = true;
    return Status::kOk;
  };
  EventResult result = f.events.run(f.fmu, 0.0, false);
  EXPECT_TRUE(result.terminate);
  EXPECT_EQ(result.status, Status::kOk);
  f.fmu.on_update = [](EventInfo&) { return Status::kError; };
  result = f.events.run(f.fmu, 0.1, false);
  EXPECT_EQ(result.status, Status::kError);
  EXPECT_STREQ(result.failed_call, "updating the discrete states");
  f.read_status = Status::kError;  // not finite, say
  f.fmu.calls.clear();
  result = f.events.run(f.fmu, 0.5, false);
  EXPECT_STREQ(result.failed_call, "reading clocked outputs");
  EXPECT_EQ(f.fmu.calls.back(), "get y");
}

}  // namespace
}  // namespace lockstep::core
