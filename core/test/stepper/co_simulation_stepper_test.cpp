// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_stepper.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/core/simulation.hpp"
#include "probe_fmu.hpp"

namespace lockstep::core {
namespace {

/// The probe with its input and output bound, initialised at 0.
struct Probe {
  explicit Probe(StepperOptions options = {}) : stepper{fmu.stepper(std::move(options))} {
    const std::vector<std::string> in{"deed"};
    const std::vector<std::string> out{"reached"};
    deed = stepper->bind_inputs<std::int32_t>(select(stepper->description(), in));
    reached = stepper->bind_outputs<double>(select(stepper->description(), out));
    stepper->initialize({});
  }
  StepOutcome step(ProbeFmu::Deed what, double from_s, double to_s) {
    deed[0] = what;
    return stepper->step(StepInterval::between(from_s, to_s));
  }

  ProbeFmu fmu;
  std::unique_ptr<Stepper> stepper;
  Span<std::int32_t> deed;
  Span<const double> reached;
};

TEST(CoSimulationStepper, GoodStepsReachTheirEnd) {
  Probe run;
  const StepOutcome outcome = run.step(ProbeFmu::kGood, 0.0, 0.5);
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(outcome.reached_s, 0.5);
  EXPECT_FALSE(outcome.terminated);
  EXPECT_EQ(run.reached[0], 0.5);
}

// Initialisation in parts is the same as in one go; outside of it the calls are refused.
TEST(CoSimulationStepper, InitializesInParts) {
  const ProbeFmu fmu;
  const auto stepper = fmu.stepper();
  const std::vector<std::string> in{"deed"};
  const Span<std::int32_t> deed = stepper->bind_inputs<std::int32_t>(select(stepper->description(), in));
  EXPECT_TRUE(stepper->capabilities().initialization_mode);
  EXPECT_THROW(stepper->evaluate_initial(), Error);
  EXPECT_THROW(stepper->exit_initialization(), Error);
  stepper->enter_initialization({});
  EXPECT_THROW(stepper->enter_initialization({}), Error);
  stepper->evaluate_initial();
  deed[0] = ProbeFmu::kWarn;
  stepper->evaluate_initial();
  stepper->exit_initialization();
  EXPECT_THROW(stepper->evaluate_initial(), Error);
  EXPECT_EQ(stepper->step({0.0, 0.5, 0.5}).status, Status::kWarning);
  stepper->reset();
  stepper->initialize({});
}

// Warning is passed on, and does not end anything.
TEST(CoSimulationStepper, WarningsArePassedOn) {
  Probe run;
  EXPECT_EQ(run.step(ProbeFmu::kWarn, 0.0, 0.5).status, Status::kWarning);
  EXPECT_EQ(run.step(ProbeFmu::kGood, 0.5, 1.0).status, Status::kOk);
  EXPECT_EQ(run.reached[0], 1.0);
}

// FMI 2 Discard: the stepper goes on at lastSuccessfulTime. This FMU halves every step it is given, so the
// rest shrinks until it cannot be told from its end: the step is then done, with many doStep calls in it.
TEST(CoSimulationStepper, DiscardContinuesAtTheLastSuccessfulTime) {
  Probe run;
  const StepOutcome outcome = run.step(ProbeFmu::kDiscardHalfway, 0.0, 1.0);
  EXPECT_EQ(outcome.reached_s, 1.0);
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(run.stepper->statistics().steps, 1U);
  // 1 - 2^-k is 1 when k is 54: the spacing below 1 is 2^-53, and halfway between rounds to even.
  EXPECT_EQ(run.stepper->statistics().do_step_calls, 54U);
}

// Discard with "terminated": an ordinary end where the FMU says it is.
TEST(CoSimulationStepper, AModelMayEndInsideAStep) {
  Probe run;
  const StepOutcome outcome = run.step(ProbeFmu::kEndHalfway, 0.0, 1.0);
  EXPECT_TRUE(outcome.terminated);
  EXPECT_EQ(outcome.reached_s, 0.5);
  EXPECT_EQ(outcome.status, Status::kOk);
}

// Pending is polled until the step is done.
TEST(CoSimulationStepper, PendingIsWaitedFor) {
  Probe run;
  const StepOutcome outcome = run.step(ProbeFmu::kPend, 0.0, 0.5);
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(outcome.reached_s, 0.5);
  EXPECT_EQ(run.stepper->statistics().do_step_calls, 1U);
}

// ... up to a limit: an FMU that never comes back is an error, not a hang. With no time at all the first poll
// is the only one, and the probe needs three.
TEST(CoSimulationStepper, PendingHasALimit) {
  StepperOptions options;
  options.pending_limit_s = -1.0;
  Probe run{std::move(options)};
  const StepOutcome outcome = run.step(ProbeFmu::kPend, 0.0, 0.5);
  EXPECT_EQ(outcome.status, Status::kError);
  EXPECT_EQ(outcome.reached_s, 0.0);
  const std::string fault = run.stepper->fault();
  EXPECT_NE(fault.find("fmi2CancelStep"), std::string::npos) << fault;
}

// A variable without a value reference is never mistaken for the one whose reference is 0.
TEST(CoSimulationStepper, RefusesVariablesWithoutReference) {
  const ProbeFmu fmu{"canHandleVariableCommunicationStepSize=\"true\"", "no number"};
  const std::unique_ptr<Stepper> stepper = fmu.stepper();
  const Variable& deed = *stepper->description().find("deed");
  const auto refusal = [](auto&& use) -> std::string {
    try {
      use();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
      return error.what();
    }
    return "accepted";
  };
  const Variable* const variables[] = {&deed};
  const std::string set = refusal([&] { stepper->set(deed, std::vector<std::int64_t>{1}); });
  EXPECT_NE(set.find("variable 'deed' (modelDescription.xml, line 2) has no valid valueReference"),
            std::string::npos)
      << set;
  EXPECT_NE(refusal([&] { stepper->bind_inputs<std::int32_t>(variables); }), "accepted");
  EXPECT_NE(refusal([&] { stepper->get(deed); }), "accepted");
}

// An error says what, where, in the FMU's words, with its last calls; the stepper takes no further steps
// until reset.
TEST(CoSimulationStepper, ErrorsAreTold) {
  Probe run;
  ASSERT_EQ(run.step(ProbeFmu::kGood, 0.0, 0.5).status, Status::kOk);
  const StepOutcome outcome = run.step(ProbeFmu::kFail, 0.5, 1.0);
  EXPECT_EQ(outcome.status, Status::kError);
  EXPECT_EQ(outcome.reached_s, 0.5);
  const std::string fault = run.stepper->fault();
  for (const char* const part : {"the solver gave up at t=0.5", "fmi2DoStep", "0.5 s", "FMI calls:"})
    EXPECT_NE(fault.find(part), std::string::npos) << part << " is not in: " << fault;
  EXPECT_EQ(run.step(ProbeFmu::kGood, 0.5, 1.0).status, Status::kError);
  run.stepper->reset();
  run.deed[0] = ProbeFmu::kGood;
  run.stepper->initialize({});
  EXPECT_EQ(run.step(ProbeFmu::kGood, 0.0, 0.5).status, Status::kOk);
}

// The status of the last call counts as well: who ends the run is told, and so is the log when nobody does.
TEST(CoSimulationStepper, FailuresAtTheEndAreTold) {
  {
    Probe run;
    static_cast<void>(run.step(ProbeFmu::kFailAtEnd, 0.0, 0.5));
    EXPECT_EQ(run.stepper->terminate(), Status::kError);
    const std::string fault = run.stepper->fault();
    EXPECT_EQ(fault.compare(0, 50, "Probe: ending the simulation failed with status Er"), 0) << fault;
    EXPECT_NE(fault.find("fmi2Terminate() -> Error"), std::string::npos) << fault;
    EXPECT_EQ(fault.find("at t ="), std::string::npos) << fault;
  }
  std::string logged;
  StepperOptions options;
  options.instance.log = [&](const LogMessage& message) {
    if (message.category == "terminate") logged = message.text;
  };
  {
    Probe run{std::move(options)};
    static_cast<void>(run.step(ProbeFmu::kFailAtEnd, 0.0, 0.5));
  }
  EXPECT_NE(logged.find("ending the simulation failed"), std::string::npos) << logged;
}

// A run whose end fails is a failed run, though all of its rows are there.
TEST(CoSimulationStepper, SimulationsFailWithTheirEnd) {
  const ProbeFmu fmu;
  const std::unique_ptr<Stepper> stepper = fmu.stepper();
  SimulationOptions options;
  options.set_values = {{"deed", std::to_string(ProbeFmu::kFailAtEnd)}};
  try {
    static_cast<void>(simulate(*stepper, options));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFmuFailed);
    EXPECT_NE(error.message().find("ending the simulation failed"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core
