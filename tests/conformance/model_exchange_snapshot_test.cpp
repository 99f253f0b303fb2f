// SPDX-License-Identifier: Apache-2.0
#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

class ModelExchangeSnapshot : public BothVersions {};
LOCKSTEP_BOTH_VERSIONS(ModelExchangeSnapshot);

/// Steps `count` times from step `first` on and returns all outputs.
std::vector<double> steps(Stepper& stepper, Span<const double> outputs, std::int64_t first,
                          std::int64_t count) {
  const TimeGrid grid{0.0, Rational::from_seconds(0.05)};
  std::vector<double> values;
  for (std::int64_t k = first; k < first + count; ++k) {
    const StepOutcome outcome = stepper.step(grid.interval(k));
    EXPECT_EQ(outcome.status, Status::kOk) << stepper.fault();
    values.insert(values.end(), outputs.begin(), outputs.end());
  }
  return values;
}

struct SavedRun {
  SavedRun(const std::string& version, const std::string& model, const std::vector<std::string>& names,
           const StepperOptions& options)
      : stepper{model_exchange(version, model, options)},
        outputs{stepper->bind_outputs<double>(variables(*stepper, names))} {
    stepper->initialize({});
  }
  std::unique_ptr<Stepper> stepper;
  Span<const double> outputs;
};

// A restored run repeats the bits of the run that went on from the save, through bounces, with every solver.
TEST_P(ModelExchangeSnapshot, RestoredRunRepeatsTheBits) {
  for (const SolverKind kind :
       {SolverKind::kCvodeBdf, SolverKind::kCvodeAdams, SolverKind::kRk4, SolverKind::kEuler}) {
    const double setting = kind == SolverKind::kRk4 || kind == SolverKind::kEuler ? 0.01 : 1e-6;
    SavedRun run{GetParam(), "BouncingBall", {"h", "v"}, with_solver(kind, setting)};
    ASSERT_TRUE(run.stepper->can_save());
    (void)steps(*run.stepper, run.outputs, 0, 7);
    const std::vector<double> at_save{run.outputs.begin(), run.outputs.end()};
    std::unique_ptr<Snapshot> snapshot;
    run.stepper->save(snapshot);
    const auto straight = steps(*run.stepper, run.outputs, 7, 30);
    for (int round = 0; round < 2; ++round) {
      run.stepper->restore(*snapshot);
      EXPECT_EQ((std::vector<double>{run.outputs.begin(), run.outputs.end()}), at_save);
      EXPECT_EQ(steps(*run.stepper, run.outputs, 7, 30), straight);
    }
  }
}

// With rollback_possible a run with saves and rollbacks gives the bits of a run without any.
TEST_P(ModelExchangeSnapshot, RollbackChangesNothing) {
  StepperOptions options = with_solver(SolverKind::kCvodeBdf, 1e-6);
  options.rollback_possible = true;
  SavedRun plain{GetParam(), "VanDerPol", {"x0", "x1"}, options};
  const auto expected = steps(*plain.stepper, plain.outputs, 0, 20);
  SavedRun rolled{GetParam(), "VanDerPol", {"x0", "x1"}, options};
  std::vector<double> values;
  std::unique_ptr<Snapshot> snapshot;
  for (std::int64_t k = 0; k < 20; ++k) {
    rolled.stepper->save(snapshot);
    (void)steps(*rolled.stepper, rolled.outputs, k, 3);  // looks ahead
    rolled.stepper->restore(*snapshot);
    const auto step = steps(*rolled.stepper, rolled.outputs, k, 1);
    values.insert(values.end(), step.begin(), step.end());
  }
  EXPECT_EQ(values, expected);
}

// RK4 and Euler have no memory: saving alone changes no bit, whatever the options.
TEST_P(ModelExchangeSnapshot, SavingCostsNothingWithFixedSteps) {
  const StepperOptions options = with_solver(SolverKind::kRk4, 0.01);
  SavedRun plain{GetParam(), "VanDerPol", {"x0"}, options};
  SavedRun saved{GetParam(), "VanDerPol", {"x0"}, options};
  std::unique_ptr<Snapshot> snapshot;
  const auto expected = steps(*plain.stepper, plain.outputs, 0, 20);
  auto values = steps(*saved.stepper, saved.outputs, 0, 10);
  saved.stepper->save(snapshot);
  const auto rest = steps(*saved.stepper, saved.outputs, 10, 10);
  values.insert(values.end(), rest.begin(), rest.end());
  EXPECT_EQ(values, expected);
}

// Time events that are still to come are part of a snapshot.
TEST_P(ModelExchangeSnapshot, PendingEventsAreRestored) {
  const auto stepper = model_exchange(GetParam(), "Stair");
  const auto counter = stepper->bind_outputs<std::int32_t>(variables(*stepper, {"counter"}));
  stepper->initialize({});
  ASSERT_TRUE(run(*stepper, 0.0, 0.5, 1.5));
  std::unique_ptr<Snapshot> snapshot;
  stepper->save(snapshot);
  ASSERT_TRUE(run(*stepper, 1.5, 0.5, 4.0));
  EXPECT_EQ(counter[0], 5);
  stepper->restore(*snapshot);
  EXPECT_EQ(counter[0], 2);
  EXPECT_EQ(stepper->next_event_time_s(), 2.0);
  ASSERT_TRUE(run(*stepper, 1.5, 0.5, 4.0));
  EXPECT_EQ(counter[0], 5);
}

// Inputs that the FMU had when it was saved are compared with, so that nothing is set twice or forgotten.
TEST_P(ModelExchangeSnapshot, InputsAreRestored) {
  const auto stepper = model_exchange(GetParam(), "Feedthrough");
  const auto in = stepper->bind_inputs<double>(variables(*stepper, {"Float64_discrete_input"}));
  const auto out = stepper->bind_outputs<double>(variables(*stepper, {"Float64_discrete_output"}));
  in[0] = 1.0;
  stepper->initialize({});
  ASSERT_TRUE(run(*stepper, 0.0, 0.1, 0.1));
  std::unique_ptr<Snapshot> snapshot;
  stepper->save(snapshot);
  in[0] = 2.0;
  ASSERT_TRUE(run(*stepper, 0.1, 0.1, 0.2));
  EXPECT_EQ(out[0], 2.0);
  stepper->restore(*snapshot);
  EXPECT_EQ(out[0], 1.0);
  ASSERT_TRUE(run(*stepper, 0.1, 0.1, 0.2));  // the buffer still says 2
  EXPECT_EQ(out[0], 2.0);
}

// A snapshot of another stepper is refused, and so is saving before there is something to save.
TEST_P(ModelExchangeSnapshot, Misuse) {
  SavedRun first{GetParam(), "VanDerPol", {"x0"}, {}};
  SavedRun second{GetParam(), "VanDerPol", {"x0"}, {}};
  std::unique_ptr<Snapshot> snapshot;
  first.stepper->save(snapshot);
  EXPECT_THROW(second.stepper->restore(*snapshot), Error);
  const auto fresh = model_exchange(GetParam(), "VanDerPol");
  std::unique_ptr<Snapshot> none;
  try {
    fresh->save(none);
    FAIL() << "saved";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    EXPECT_NE(error.message().find("save() outside a run"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core
