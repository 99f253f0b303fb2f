// SPDX-License-Identifier: Apache-2.0
// FMI 1.0 Model Exchange on a ball written by hand (fmi1_ball/), which can also refuse, fail, end and
// interrupt.
#include <cmath>

#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

enum Deed : std::int32_t { kNothing, kDiscard, kFail, kEnd, kStepEvents };

struct BallRun {
  explicit BallRun(Deed deed, StepperOptions options = {}) {
    options.kind = InterfaceKind::kModelExchange;
    options.instance.log = [this](const LogMessage& message) {
      if (message.category == "solver") log.emplace_back(message.text);
    };
    stepper = Stepper::create(Fmu::open(std::string{LOCKSTEP_CONFORMANCE_FMUS} + "/1.0/Fmi1Ball.fmu"),
                              lockstep::test::placed(options));
    stepper->set(*variables(*stepper, {"deed"}).front(), std::vector<std::int64_t>{deed});
    y = stepper->bind_outputs<double>(variables(*stepper, {"h", "v"}));
    u = stepper->bind_inputs<double>(variables(*stepper, {"u"}));
    step_events = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"step_events"}));
    stepper->initialize({});
  }
  std::vector<std::string> log;
  std::unique_ptr<Stepper> stepper;
  Span<const double> y;
  Span<double> u;
  Span<const std::int32_t> step_events;
};

const double kFall = std::sqrt(2.0 / 9.81);  // from 1 m to the ground

// The ball is where the parabola says, before and after the bounce, with every solver.
TEST(ModelExchangeFmi1, Bounces) {
  for (const StepperOptions& options :
       {with_solver(SolverKind::kRk4, 0.01), with_solver(SolverKind::kCvodeBdf, 1e-9),
        with_solver(SolverKind::kCvodeAdams, 1e-9)}) {
    BallRun ball{kNothing, options};
    ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 0.4));
    EXPECT_NEAR(ball.y[0], 1.0 - 0.5 * 9.81 * 0.16, 1e-7);
    ASSERT_TRUE(run(*ball.stepper, 0.4, 0.1, 0.6));
    const double t = 0.6 - kFall;
    EXPECT_NEAR(ball.y[0], 0.7 * 9.81 * kFall * t - 0.5 * 9.81 * t * t, 1e-6);
    EXPECT_GE(ball.stepper->statistics().state_events, 1U);
  }
}

// A nominal value of zero is replaced and the user hears of it; the state that starts at zero can be
// integrated.
TEST(ModelExchangeFmi1, ZeroNominalIsReplaced) {
  BallRun ball{kNothing};
  ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 0.4));
  ASSERT_EQ(ball.log.size(), 1U);
  EXPECT_EQ(ball.log.front(),
            "1 of 2 nominal values of the states are zero or not finite; 1 is used for them");
}

// A model that refuses to go on ends the step as Discard at the last good point; its outputs there are valid.
TEST(ModelExchangeFmi1, RefusalIsDiscard) {
  for (const StepperOptions& options :
       {with_solver(SolverKind::kRk4, 0.01), with_solver(SolverKind::kCvodeBdf, 1e-6)}) {
    BallRun ball{kDiscard, options};
    ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 0.2));
    const StepOutcome outcome = ball.stepper->step(StepInterval::between(0.2, 0.4));
    EXPECT_EQ(outcome.status, Status::kDiscard);
    EXPECT_LE(outcome.reached_s, 0.3);
    EXPECT_GT(outcome.reached_s, 0.28);
    EXPECT_NEAR(ball.y[0], 1.0 - 0.5 * 9.81 * outcome.reached_s * outcome.reached_s, 1e-5);
    EXPECT_NE(ball.stepper->fault().find("cannot be evaluated"), std::string::npos) << ball.stepper->fault();
  }
}

// An error inside a solver step is that error: status, call and time are told.
TEST(ModelExchangeFmi1, ErrorIsTold) {
  for (const SolverKind kind : {SolverKind::kRk4, SolverKind::kCvodeBdf, SolverKind::kCvodeAdams}) {
    BallRun ball{kFail, with_solver(kind, kind == SolverKind::kRk4 ? 0.01 : 1e-6)};
    const StepOutcome outcome = ball.stepper->step(StepInterval::between(0.0, 0.4));
    EXPECT_EQ(outcome.status, Status::kError);
    EXPECT_LE(outcome.reached_s, 0.3);
    const std::string fault = ball.stepper->fault();
    EXPECT_NE(fault.find("reading the derivatives failed with status Error"), std::string::npos) << fault;
    EXPECT_NE(fault.find("GetDerivatives"), std::string::npos) << fault;
  }
}

// The model may end the simulation at an event inside a step.
TEST(ModelExchangeFmi1, ModelEndsTheRun) {
  BallRun ball{kEnd, with_solver(SolverKind::kRk4, 0.01)};
  const StepOutcome outcome = ball.stepper->step(StepInterval::between(0.0, 1.0));
  EXPECT_TRUE(outcome.terminated);
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_NEAR(outcome.reached_s, kFall, 1e-9);
  EXPECT_GT(ball.y[1], 0.0);  // outputs are those after the event
}

// Events the model asks for after a solver step are handled there: 40 steps, one in ten.
TEST(ModelExchangeFmi1, StepEvents) {
  BallRun ball{kStepEvents, with_solver(SolverKind::kRk4, 0.01)};
  ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 0.4));
  EXPECT_EQ(ball.step_events[0], 4);
  EXPECT_EQ(ball.stepper->statistics().step_events, 4U);
  EXPECT_EQ(ball.stepper->statistics().solver_steps, 40U);
}

// An input that jumps between steps acts from there on.
TEST(ModelExchangeFmi1, InputJumps) {
  BallRun ball{kNothing, with_solver(SolverKind::kRk4, 0.1)};
  ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 0.1));
  ball.u[0] = 9.81;  // weightless from now on
  ASSERT_TRUE(run(*ball.stepper, 0.1, 0.1, 0.2));
  EXPECT_NEAR(ball.y[1], -0.981, 1e-12);
  EXPECT_NEAR(ball.y[0], 1.0 - 0.5 * 9.81 * 0.01 - 0.981 * 0.1, 1e-12);
  EXPECT_EQ(ball.stepper->statistics().input_events, 1U);
}

// FMI 1.0 has no reset and no states to save: reset() makes a fresh instance, save() says no.
TEST(ModelExchangeFmi1, ResetAndSave) {
  BallRun ball{kNothing};
  ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 1.0));
  const double first = ball.y[0];
  EXPECT_FALSE(ball.stepper->can_save());
  std::unique_ptr<Snapshot> snapshot;
  EXPECT_THROW(ball.stepper->save(snapshot), Error);
  ball.stepper->reset();
  ball.stepper->initialize({});
  EXPECT_EQ(ball.y[0], 1.0);
  ASSERT_TRUE(run(*ball.stepper, 0.0, 0.1, 1.0));
  EXPECT_EQ(ball.y[0], first);
}

}  // namespace
}  // namespace lockstep::core
