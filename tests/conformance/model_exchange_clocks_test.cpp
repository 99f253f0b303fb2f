// SPDX-License-Identifier: Apache-2.0
#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

/// The clocks model with everything bound: each clock's variables in a group of their own.
struct ClocksRun {
  ClocksRun()
      : stepper{model_exchange("3.0", "Clocks")},
        trigger{stepper->bind_inputs<bool>(variables(*stepper, {"inClock2"}))},
        input{stepper->bind_inputs<std::int32_t>(variables(*stepper, {"input2"}))},
        ticked{stepper->bind_outputs<bool>(variables(*stepper, {"inClock1", "inClock2", "inClock3"}))},
        out_clock{stepper->bind_outputs<bool>(variables(*stepper, {"outClock"}))},
        first{stepper->bind_outputs<std::int32_t>(variables(*stepper, {"inClock1Ticks"}))},
        second{stepper->bind_outputs<std::int32_t>(variables(*stepper, {"inClock2Ticks", "result2"}))},
        third{stepper->bind_outputs<std::int32_t>(variables(*stepper, {"inClock3Ticks", "output3"}))},
        total{stepper->bind_outputs<std::int32_t>(variables(*stepper, {"totalInClockTicks"}))} {}
  void step(double from_s, double to_s) {
    ASSERT_EQ(stepper->step(StepInterval::between(from_s, to_s)).status, Status::kOk) << stepper->fault();
  }
  std::unique_ptr<Stepper> stepper;
  Span<bool> trigger;
  Span<std::int32_t> input;
  Span<const bool> ticked, out_clock;
  Span<const std::int32_t> first, second, third, total;
};

// The periodic clock ticks every second from the start on; its variables are read while it ticks.
TEST(ModelExchangeClocks, PeriodicClock) {
  ClocksRun run;
  run.stepper->initialize({});
  EXPECT_EQ(run.first[0], 1);  // the tick at the start
  EXPECT_TRUE(run.ticked[0]);
  EXPECT_EQ(run.stepper->next_event_time_s(), 1.0);
  run.step(0.0, 0.5);
  EXPECT_FALSE(run.ticked[0]);
  EXPECT_EQ(run.first[0], 1);
  run.step(0.5, 1.0);  // a tick at the end of a step belongs to it
  EXPECT_TRUE(run.ticked[0]);
  EXPECT_EQ(run.first[0], 2);
  run.step(1.0, 3.75);
  EXPECT_EQ(run.first[0], 4);
  EXPECT_EQ(run.stepper->statistics().clock_ticks, 4U);
}

// The fifth tick starts the countdown clock, which ticks in the same event; the output clock is seen at every
// fifth.
TEST(ModelExchangeClocks, CountdownAndOutputClock) {
  ClocksRun run;
  run.stepper->initialize({});
  run.step(0.0, 3.5);
  EXPECT_FALSE(run.out_clock[0]);
  EXPECT_EQ(run.third[0], 0);
  run.step(3.5, 4.5);  // tick 5 of clock 1, then the tick of clock 3
  EXPECT_TRUE(run.out_clock[0]);
  EXPECT_TRUE(run.ticked[2]);
  EXPECT_EQ(run.third[0], 1);
  EXPECT_EQ(run.third[1], 1000);
  EXPECT_EQ(run.total[0], 6);
  run.step(4.5, 5.5);
  EXPECT_FALSE(run.out_clock[0]);
  EXPECT_FALSE(run.ticked[2]);
  EXPECT_EQ(run.third[0], 1);
}

// A triggered clock ticks once, at the start of the step in which the caller asks for it, with its inputs.
TEST(ModelExchangeClocks, TriggeredClock) {
  ClocksRun run;
  run.stepper->initialize({});
  run.input[0] = 5;
  run.step(0.0, 0.25);
  EXPECT_EQ(run.second[0], 0);
  run.trigger[0] = true;
  run.step(0.25, 0.5);
  EXPECT_TRUE(run.ticked[1]);
  EXPECT_FALSE(run.trigger[0]);
  EXPECT_EQ(run.second[0], 1);
  EXPECT_EQ(run.second[1], 5);
  run.step(0.5, 0.75);
  EXPECT_FALSE(run.ticked[1]);
  EXPECT_EQ(run.second[0], 1);
}

// Ticks to come and clocked values are part of a snapshot.
TEST(ModelExchangeClocks, SnapshotKeepsTheTicks) {
  ClocksRun run;
  run.stepper->initialize({});
  run.step(0.0, 1.5);
  std::unique_ptr<Snapshot> snapshot;
  run.stepper->save(snapshot);
  run.step(1.5, 4.5);
  EXPECT_EQ(run.first[0], 5);
  run.stepper->restore(*snapshot);
  EXPECT_EQ(run.first[0], 2);
  EXPECT_EQ(run.stepper->next_event_time_s(), 2.0);
  run.step(1.5, 4.5);
  EXPECT_EQ(run.first[0], 5);
  EXPECT_EQ(run.third[0], 1);
}

// A clock whose ticks the FMU defines cannot be ticked by the caller.
TEST(ModelExchangeClocks, PeriodicClockIsNoInput) {
  const auto stepper = model_exchange("3.0", "Clocks");
  EXPECT_THROW(stepper->bind_inputs<bool>(variables(*stepper, {"inClock1"})), Error);
}

}  // namespace
}  // namespace lockstep::core
