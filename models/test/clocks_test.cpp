// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Clocks : public AllForms {};
INSTANTIATE_FORMS(Clocks, kFmi3Cs, kFmi3Me);

// The periodic clock ticks every second from 0 on; at its fifth tick it starts the countdown, which ticks at
// once. Values of a clock can be read only while it ticks, so they are bound and seen after the step in which
// it did.
TEST_P(Clocks, tick_on_time) {
  ModelRun run("Clocks", GetParam());
  const auto bind = [&](const char* name) {
    const core::Variable* variable = &run.variable(name);
    return run.stepper().bind_outputs<std::int32_t>({&variable, 1});
  };
  const Span<const std::int32_t> ticks[] = {bind("inClock1Ticks"), bind("inClock3Ticks"),
                                            bind("totalInClockTicks"), bind("output3")};
  run.initialize();
  run.run_to(3.0, 1.0);
  EXPECT_EQ(ticks[0][0], 4);
  EXPECT_EQ(ticks[1][0], 0);
  run.run_to(6.0, 1.0);
  EXPECT_EQ(ticks[0][0], 7);
  EXPECT_EQ(ticks[1][0], 1);
  EXPECT_EQ(ticks[2][0], 8);
  EXPECT_EQ(ticks[3][0], 1000);
}

// A triggered clock ticks when its input says so, and its partition sees the other inputs.
TEST_P(Clocks, are_triggered_from_outside) {
  ModelRun run("Clocks", GetParam());
  const core::Variable* clock = &run.variable("inClock2");
  const core::Variable* value = &run.variable("input2");
  const core::Variable* result = &run.variable("result2");
  const auto trigger = run.stepper().bind_inputs<bool>({&clock, 1});
  const auto input = run.stepper().bind_inputs<std::int32_t>({&value, 1});
  const auto output = run.stepper().bind_outputs<std::int32_t>({&result, 1});
  run.initialize();
  trigger[0] = true;
  input[0] = 7;
  run.run_to(1.0, 1.0);
  trigger[0] = false;
  input[0] = 100;
  run.run_to(2.0, 1.0);
  EXPECT_EQ(output[0], 7);
}

}  // namespace
}  // namespace lockstep::models::test
