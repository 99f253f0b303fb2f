// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

class ModelExchangeEvents : public BothVersions {};
LOCKSTEP_BOTH_VERSIONS(ModelExchangeEvents);

constexpr double kGravity = 9.81;
constexpr double kRestitution = 0.7;

/// Height of the ball dropped from 1 m at rest, in closed form. It rests after the bounce that leaves less
/// than 0.1 m/s.
double height(double time_s) {
  const double first_s = std::sqrt(2.0 / kGravity);
  if (time_s <= first_s) return 1.0 - 0.5 * kGravity * time_s * time_s;
  double bounce_s = first_s;
  double speed = kRestitution * kGravity * first_s;
  while (speed >= 0.1) {
    const double next_s = bounce_s + 2.0 * speed / kGravity;
    const double t = time_s - bounce_s;
    if (time_s < next_s) return speed * t - 0.5 * kGravity * t * t;
    bounce_s = next_s;
    speed *= kRestitution;
  }
  return 0.0;
}

// The ball follows its parabolas through ten bounces and then rests, at every communication point, with every
// solver. RK4 is exact on parabolas; CVODE is as good as its tolerance; steps of 0.01 s and events never fall
// together.
TEST_P(ModelExchangeEvents, BouncingBall) {
  struct Case {
    SolverKind kind;
    double setting, tolerance;
  };
  for (const Case& c : {Case{SolverKind::kRk4, 0.01, 1e-10}, Case{SolverKind::kCvodeBdf, 1e-9, 1e-6},
                        Case{SolverKind::kCvodeAdams, 1e-9, 1e-6}}) {
    const auto stepper = model_exchange(GetParam(), "BouncingBall", with_solver(c.kind, c.setting));
    const auto y = stepper->bind_outputs<double>(variables(*stepper, {"h", "v"}));
    stepper->initialize({});
    const TimeGrid grid{0.0, Rational::from_seconds(0.01)};
    for (std::int64_t k = 0; k < 300; ++k) {
      const StepOutcome outcome = stepper->step(grid.interval(k));
      ASSERT_EQ(outcome.status, Status::kOk) << stepper->fault();
      ASSERT_EQ(outcome.reached_s, grid.at(k + 1));
      ASSERT_NEAR(y[0], height(grid.at(k + 1)), c.tolerance) << grid.at(k + 1);
    }
    EXPECT_EQ(y[0], 0.0);
    EXPECT_EQ(y[1], 0.0);
    // Eleven landings, and each time but the last the way up through zero, too.
    EXPECT_GE(stepper->statistics().state_events, 11U);
    EXPECT_LE(stepper->statistics().state_events, 22U);
  }
}

// Time events come at their instants, also when these are communication points: the outputs there are those
// after the event. The tenth ends the simulation, which is no error.
TEST_P(ModelExchangeEvents, StairClimbsAtFullSeconds) {
  const auto stepper = model_exchange(GetParam(), "Stair");
  const auto counter = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"counter"}));
  stepper->initialize({});
  EXPECT_EQ(counter[0], 1);
  EXPECT_EQ(stepper->next_event_time_s(), 1.0);
  const TimeGrid grid{0.0, Rational::from_seconds(0.2)};
  for (std::int64_t k = 0; k < 44; ++k) {
    const StepOutcome outcome = stepper->step(grid.interval(k));
    ASSERT_EQ(outcome.status, Status::kOk) << stepper->fault();
    ASSERT_FALSE(outcome.terminated);
    ASSERT_EQ(counter[0], 1 + static_cast<int>(grid.at(k + 1))) << grid.at(k + 1);
  }
  const StepOutcome last = stepper->step(grid.interval(44));
  EXPECT_TRUE(last.terminated);
  EXPECT_EQ(last.status, Status::kOk);
  EXPECT_EQ(last.reached_s, 9.0);
  EXPECT_EQ(counter[0], 10);
  EXPECT_EQ(stepper->statistics().time_events, 9U);
  EXPECT_TRUE(stepper->step(grid.interval(45)).terminated);  // and it stays ended
}

// Events inside a long step are taken at their own times: one step of 5.5 s climbs five stairs.
TEST_P(ModelExchangeEvents, SeveralEventsInOneStep) {
  const auto stepper = model_exchange(GetParam(), "Stair");
  const auto counter = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"counter"}));
  stepper->initialize({});
  const StepOutcome outcome = stepper->step(StepInterval::between(0.0, 5.5));
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(outcome.reached_s, 5.5);
  EXPECT_EQ(counter[0], 6);
  EXPECT_EQ(stepper->statistics().time_events, 5U);
  EXPECT_EQ(stepper->next_event_time_s(), 6.0);
}

// A start time other than zero is where everything begins.
TEST_P(ModelExchangeEvents, StartsLater) {
  const auto stepper = model_exchange(GetParam(), "Stair");
  const auto counter = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"counter"}));
  ExperimentSetup setup;
  setup.start_time_s = 3.5;
  stepper->initialize(setup);
  EXPECT_EQ(stepper->next_event_time_s(), 4.0);
  ASSERT_TRUE(run(*stepper, 3.5, 0.25, 4.0));
  EXPECT_EQ(counter[0], 2);
}

}  // namespace
}  // namespace lockstep::core
