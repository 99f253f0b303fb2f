// SPDX-License-Identifier: Apache-2.0
// Steps that end at events, and derivatives between steps: what whoever couples FMUs asks of a Stepper.
#include <cmath>

#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InterfaceKind;
using core::StepInterval;

constexpr std::pair<const char*, InterfaceKind> kForms[] = {{"2.0", InterfaceKind::kModelExchange},
                                                            {"3.0", InterfaceKind::kModelExchange},
                                                            {"3.0", InterfaceKind::kCoSimulation}};

std::vector<const core::Variable*> variables(const core::Stepper& stepper,
                                             const std::vector<std::string>& names) {
  return core::select(stepper.description(), names);
}

// The stair climbs at 1 s, 2 s, ...: a step over [0.5, 2.5] ends at 1 with the new counter, the next one at
// 2, the third at its own end. Counted the same as without early return.
TEST(EarlyReturn, EndsAtTimeEvents) {
  for (const auto& [version, kind] : kForms) {
    SCOPED_TRACE(std::string{version} + ' ' + std::string{to_string(kind)});
    const auto stepper = make_stepper(version, "Stair", kind);
    ASSERT_TRUE(stepper->capabilities().early_return);
    ASSERT_TRUE(stepper->capabilities().next_event_time);
    const Span<const std::int32_t> counter =
        stepper->bind_outputs<std::int32_t>(variables(*stepper, {"counter"}));
    stepper->initialize({});
    const std::int32_t before = counter[0];
    stepper->allow_early_return(true);
    core::StepOutcome outcome = stepper->step(StepInterval::between(0.0, 0.5));
    EXPECT_EQ(outcome.reached_s, 0.5);
    EXPECT_FALSE(outcome.early) << "no event inside";
    for (const double event_s : {1.0, 2.0}) {
      ASSERT_EQ(stepper->next_event_time_s(), event_s);
      outcome = stepper->step(StepInterval::between(outcome.reached_s, 2.5));
      ASSERT_EQ(outcome.status, core::Status::kOk) << stepper->fault();
      EXPECT_EQ(outcome.reached_s, event_s);
      EXPECT_TRUE(outcome.early);
      EXPECT_EQ(counter[0], before + static_cast<std::int32_t>(event_s));
    }
    outcome = stepper->step(StepInterval::between(2.0, 2.5));
    EXPECT_EQ(outcome.reached_s, 2.5);
    EXPECT_FALSE(outcome.early);
    outcome = stepper->step(StepInterval::between(2.5, 3.0));
    EXPECT_EQ(outcome.reached_s, 3.0);
    EXPECT_FALSE(outcome.early) << "an event at the very end is inside the step";
    EXPECT_EQ(counter[0], before + 3);
    stepper->allow_early_return(false);
    outcome = stepper->step(StepInterval::between(3.0, 5.5));
    EXPECT_EQ(outcome.reached_s, 5.5);
    EXPECT_FALSE(outcome.early);
    EXPECT_EQ(counter[0], before + 5);
  }
}

// The ball hits the ground after sqrt(2 h / g); the step ends there with the velocity after the bounce,
// upward. Tolerance: where solvers locate the instant, 1e-5 s at the FMU's or CVODE's tolerance.
TEST(EarlyReturn, EndsAtStateEvents) {
  for (const auto& [version, kind] : kForms) {
    SCOPED_TRACE(std::string{version} + ' ' + std::string{to_string(kind)});
    const auto stepper = make_stepper(version, "BouncingBall", kind);
    const Span<const double> motion = stepper->bind_outputs<double>(variables(*stepper, {"h", "v"}));
    stepper->initialize({});
    stepper->allow_early_return(true);
    const core::StepOutcome outcome = stepper->step(StepInterval::between(0.0, 1.0));
    ASSERT_EQ(outcome.status, core::Status::kOk) << stepper->fault();
    EXPECT_TRUE(outcome.early);
    EXPECT_NEAR(outcome.reached_s, std::sqrt(2.0 / 9.81),
                kind == InterfaceKind::kCoSimulation ? 0.011 : 1e-5);
    EXPECT_NEAR(motion[0], 0.0, 0.05);
    EXPECT_GT(motion[1], 0.0);
  }
}

// An FMU without event mode never returns early: its steps reach their end, allowed or not.
TEST(EarlyReturn, ChangesNothingWithoutTheCapability) {
  const auto stepper = make_stepper("2.0", "BouncingBall", InterfaceKind::kCoSimulation);
  EXPECT_FALSE(stepper->capabilities().early_return);
  EXPECT_FALSE(stepper->capabilities().next_event_time);
  const Span<const double> h = stepper->bind_outputs<double>(variables(*stepper, {"h"}));
  stepper->initialize({});
  stepper->allow_early_return(true);
  const core::StepOutcome outcome = stepper->step(StepInterval::between(0.0, 1.0));
  EXPECT_EQ(outcome.reached_s, 1.0);
  EXPECT_FALSE(outcome.early);
  EXPECT_GE(h[0], 0.0);
}

// x1' = mu (1 - x0^2) x1 - x0 at x0 = 2, x1 = 0, mu = 1: d x1' / d x0 = -1, d x1' / d x1 = -3.
TEST(DirectionalDerivative, MatchesTheEquations) {
  for (const char* version : {"2.0", "3.0"}) {
    const auto stepper = make_stepper(version, "VanDerPol", InterfaceKind::kModelExchange);
    ASSERT_TRUE(stepper->capabilities().directional_derivatives);
    const auto reference = [&](const char* name) {
      return stepper->description().find(name)->value_reference;
    };
    const std::vector<core::ValueReference> unknowns{reference("der(x1)")};
    const std::vector<core::ValueReference> knowns{reference("x0"), reference("x1")};
    const std::vector<double> seed{1.0, 10.0};
    std::vector<double> sensitivity{0.0};
    EXPECT_EQ(stepper->directional_derivative(unknowns, knowns, seed, sensitivity), core::Status::kError)
        << "before initialize()";
    stepper->initialize({});
    ASSERT_EQ(stepper->directional_derivative(unknowns, knowns, seed, sensitivity), core::Status::kOk);
    EXPECT_NEAR(sensitivity[0], -1.0 - 30.0, 1e-12);
    EXPECT_EQ(stepper->step(StepInterval::between(0.0, 0.1)).status, core::Status::kOk) << stepper->fault();
  }
}

}  // namespace
}  // namespace lockstep::test
