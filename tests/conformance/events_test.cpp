// SPDX-License-Identifier: Apache-2.0
// Clocks and events inside communication steps, Co-Simulation with event mode and Model Exchange alike.
#include <cmath>

#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InterfaceKind;

constexpr InterfaceKind kKinds[] = {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange};

std::vector<const core::Variable*> variables(const core::Stepper& stepper,
                                             const std::vector<std::string>& names) {
  return core::select(stepper.description(), names);
}

// inClock1 ticks at 0, 1, ..., 10 whatever the communication step is: the ticks inside a step are not lost
// and none comes twice. inClock3 is a countdown that inClock1 starts once.
TEST(Clocks, TickAtTheirInstantsWhateverTheStep) {
  for (const InterfaceKind kind : kKinds) {
    for (const double step_s : {0.1, 0.3, 1.0, 2.5}) {
      SCOPED_TRACE(std::string{to_string(kind)} + " step " + std::to_string(step_s));
      core::SimulationOptions options;
      options.stop_time_s = 10.0;
      options.step_size_s = step_s;
      options.event_rows = false;
      options.output_variables = {"inClock1Ticks", "inClock3Ticks"};
      const Table table = run({"3.0", kind}, "Clocks", options);
      for (std::size_t i = 0; i < table.time.size(); ++i) {
        EXPECT_EQ(table.data.at("inClock1Ticks")[i], 1.0 + std::floor(table.time[i] + 1e-9)) << table.time[i];
      }
      EXPECT_EQ(table.data.at("inClock3Ticks").back(), 1.0);
    }
  }
}

// A triggered input clock ticks in the step whose buffer says true, once, and the buffer is false again
// afterwards.
TEST(Clocks, TriggeredInputClockTicksWhenAsked) {
  for (const InterfaceKind kind : kKinds) {
    SCOPED_TRACE(to_string(kind));
    const auto stepper = make_stepper("3.0", "Clocks", kind);
    const Span<bool> tick = stepper->bind_inputs<bool>(variables(*stepper, {"inClock2"}));
    const Span<std::int32_t> input = stepper->bind_inputs<std::int32_t>(variables(*stepper, {"input2"}));
    const Span<const std::int32_t> ticks =
        stepper->bind_outputs<std::int32_t>(variables(*stepper, {"inClock2Ticks", "result2"}));
    stepper->initialize({0.0, {}, {}});
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.25)};
    for (std::int64_t k = 0; k < 12; ++k) {
      tick[0] = k % 4 == 1;
      input[0] = 10 + static_cast<std::int32_t>(k);
      ASSERT_EQ(stepper->step(grid.interval(k)).status, core::Status::kOk) << stepper->fault();
      EXPECT_FALSE(tick[0]);
      EXPECT_EQ(ticks[0], (k + 3) / 4);
    }
    EXPECT_EQ(ticks[1], 11 + 15 + 19) << "the input is taken at the tick";
  }
}

// Events inside a step are counted and the outputs behind them are right, also when the step jumps over
// several bounces.
TEST(BouncingBall, ManyBouncesInOneStep) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    core::SimulationOptions options;
    options.stop_time_s = 3.0;
    options.step_size_s = 1.5;
    options.tolerance = 1e-8;
    const Table table = run(form, "BouncingBall", options);
    EXPECT_NEAR(table.data.at("h").back(), 0.0, 1e-9);
    EXPECT_EQ(table.data.at("v").back(), 0.0);
  }
}

}  // namespace
}  // namespace lockstep::test
