// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

class ModelExchangeInputs : public BothVersions {};
LOCKSTEP_BOTH_VERSIONS(ModelExchangeInputs);

// Held inputs of all kinds reach the model through event mode when they change, and only then.
TEST_P(ModelExchangeInputs, HeldInputsAreEvents) {
  const auto stepper = model_exchange(GetParam(), "Feedthrough");
  const auto in = stepper->bind_inputs<double>(
      variables(*stepper, {"Float64_continuous_input", "Float64_discrete_input"}));
  const auto integer_in = stepper->bind_inputs<std::int32_t>(variables(*stepper, {"Int32_input"}));
  const auto flag_in = stepper->bind_inputs<bool>(variables(*stepper, {"Boolean_input"}));
  const auto text_in = stepper->bind_inputs<std::string>(variables(*stepper, {"String_input"}));
  const auto out = stepper->bind_outputs<double>(
      variables(*stepper, {"Float64_continuous_output", "Float64_discrete_output"}));
  const auto integer_out = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"Int32_output"}));
  const auto flag_out = stepper->bind_outputs<bool>(variables(*stepper, {"Boolean_output"}));
  const auto text_out = stepper->bind_outputs<std::string>(variables(*stepper, {"String_output"}));
  in[0] = 1.0;
  stepper->initialize({});
  EXPECT_EQ(out[0], 1.0);  // inputs at the start are part of the initialisation, no event
  ASSERT_EQ(stepper->step(StepInterval::between(0.0, 0.1)).status, Status::kOk);
  EXPECT_EQ(stepper->statistics().input_events, 0U);
  in[1] = 2.5;
  integer_in[0] = -7;
  flag_in[0] = true;
  text_in[0] = "new";
  ASSERT_EQ(stepper->step(StepInterval::between(0.1, 0.2)).status, Status::kOk) << stepper->fault();
  EXPECT_EQ(out[1], 2.5);
  EXPECT_EQ(integer_out[0], -7);
  EXPECT_TRUE(flag_out[0]);
  EXPECT_EQ(text_out[0], "new");
  EXPECT_EQ(stepper->statistics().input_events, 1U);
  ASSERT_EQ(stepper->step(StepInterval::between(0.2, 0.3)).status, Status::kOk);
  EXPECT_EQ(stepper->statistics().input_events, 1U);
}

// A ramp that goes on where it ended is no event; one that starts elsewhere is.
TEST_P(ModelExchangeInputs, RampsJumpOrNot) {
  const auto stepper = model_exchange(GetParam(), "Feedthrough");
  const RampGroup in = stepper->bind_ramps(variables(*stepper, {"Float64_continuous_input"}));
  const auto out = stepper->bind_outputs<double>(variables(*stepper, {"Float64_continuous_output"}));
  in.at_start[0] = 1.0;
  stepper->initialize({});
  EXPECT_EQ(out[0], 1.0);
  in.at_end[0] = 2.0;
  ASSERT_EQ(stepper->step(StepInterval::between(0.0, 0.1)).status, Status::kOk);
  EXPECT_EQ(out[0], 2.0);
  in.at_start[0] = 2.0;
  in.at_end[0] = 5.0;
  ASSERT_EQ(stepper->step(StepInterval::between(0.1, 0.2)).status, Status::kOk);
  EXPECT_EQ(out[0], 5.0);
  EXPECT_EQ(stepper->statistics().input_events, 0U);
  in.at_start[0] = 7.0;
  in.at_end[0] = 7.0;
  ASSERT_EQ(stepper->step(StepInterval::between(0.2, 0.3)).status, Status::kOk);
  EXPECT_EQ(out[0], 7.0);
  EXPECT_EQ(stepper->statistics().input_events, 1U);
}

// x' = u with u on straight lines: the integral is the trapezoid, which RK4 finds exactly and CVODE to its
// tolerance. Held at the start of each step the result would be off by 5 per cent.
TEST(ModelExchangeInputsFmi3, RampsAreIntegrated) {
  for (const StepperOptions& options :
       {with_solver(SolverKind::kRk4, 0.1), with_solver(SolverKind::kCvodeBdf, 1e-8)}) {
    const auto stepper = model_exchange("3.0", "StateSpace", options);
    const auto shape = variables(*stepper, {"n", "m", "r", "A", "D"});
    for (int i = 0; i < 3; ++i)
      stepper->set(*shape[static_cast<std::size_t>(i)], std::vector<std::uint64_t>{1});
    stepper->set(*shape[3], std::vector<double>{0.0});
    stepper->set(*shape[4], std::vector<double>{0.0});
    const RampGroup u = stepper->bind_ramps(variables(*stepper, {"u"}));
    const auto y = stepper->bind_outputs<double>(variables(*stepper, {"y"}));
    u.at_start[0] = 0.0;
    stepper->initialize({});
    const TimeGrid grid{0.0, Rational::from_seconds(0.1)};
    for (std::int64_t k = 0; k < 10; ++k) {
      u.at_start[0] = grid.at(k);
      u.at_end[0] = grid.at(k + 1);
      ASSERT_EQ(stepper->step(grid.interval(k)).status, Status::kOk) << stepper->fault();
    }
    EXPECT_NEAR(y[0], 0.5, 1e-7);
    EXPECT_EQ(stepper->statistics().input_events, 0U);
  }
}

// A tunable parameter set between two steps acts from then on: a perfectly elastic ball gets its height back.
TEST_P(ModelExchangeInputs, TunableParameterBetweenSteps) {
  const auto stepper = model_exchange(GetParam(), "BouncingBall", with_solver(SolverKind::kRk4, 0.01));
  const auto h = stepper->bind_outputs<double>(variables(*stepper, {"h"}));
  stepper->initialize({});
  ASSERT_TRUE(run(*stepper, 0.0, 0.1, 0.4));  // still falling
  set(*stepper, "e", 1.0);
  const double top_s = 2.0 * std::sqrt(2.0 / 9.81);
  ASSERT_EQ(stepper->step(StepInterval::between(0.4, top_s)).status, Status::kOk) << stepper->fault();
  EXPECT_NEAR(h[0], 1.0, 1e-9);
}

// What the standard forbids while running is refused by name.
TEST_P(ModelExchangeInputs, FixedParametersAreRefused) {
  const auto stepper = model_exchange(GetParam(), "BouncingBall");
  stepper->initialize({});
  EXPECT_THROW(set(*stepper, "g", 1.0), Error);
}

}  // namespace
}  // namespace lockstep::core
