// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/stepper.hpp"

#include <cmath>

#include "lockstep/core/error.hpp"
#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InterfaceKind;
using core::StepInterval;
using core::Stepper;
using core::TimeGrid;

std::vector<const core::Variable*> variables(const Stepper& stepper, const std::vector<std::string>& names) {
  return core::select(stepper.description(), names);
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// Straight run, and a run that goes back in the middle: the same bits from there on, in every form that can
// save.
TEST(Stepper, ContinuesBitEqualFromASnapshot) {
  for (const char* model : {"DampedPendulum", "VanDerPol", "BouncingBall"}) {
    for (const Form& form : kForms) {
      SCOPED_TRACE(model + (' ' + to_text(form)));
      core::StepperOptions options;
      options.rollback_possible = true;
      const auto stepper = make_stepper(form.version, model, form.kind, options);
      ASSERT_TRUE(stepper->can_save());
      std::vector<const core::Variable*> outputs;
      for (const core::Variable& variable : stepper->description().variables()) {
        if (variable.causality == core::Causality::kOutput) outputs.push_back(&variable);
      }
      const Span<const double> values = stepper->bind_outputs<double>(outputs);
      stepper->initialize({0.0, {}, {}});
      const TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
      std::unique_ptr<core::Snapshot> snapshot;
      std::vector<double> straight, again;
      for (std::int64_t k = 0; k < 100; ++k) {
        if (k == 40) stepper->save(snapshot);
        ASSERT_EQ(stepper->step(grid.interval(k)).status, core::Status::kOk);
        if (k >= 40) straight.insert(straight.end(), values.begin(), values.end());
      }
      stepper->restore(*snapshot);
      for (std::int64_t k = 40; k < 100; ++k) {
        ASSERT_EQ(stepper->step(grid.interval(k)).status, core::Status::kOk);
        again.insert(again.end(), values.begin(), values.end());
      }
      EXPECT_EQ(straight, again);
    }
  }
}

// After reset the same run gives the same bits, with the parameters given before.
TEST(Stepper, RepeatsARunAfterReset) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    const auto stepper = make_stepper(form.version, "DampedPendulum", form.kind);
    stepper->set(*stepper->description().find("l"), core::Value{std::vector<double>{25.0}});
    const Span<const double> a = stepper->bind_outputs<double>(variables(*stepper, {"a"}));
    const TimeGrid grid{0.0, core::Rational::from_seconds(0.002)};
    std::vector<double> runs[2];
    for (std::vector<double>& run : runs) {
      stepper->initialize({0.0, {}, {}});
      for (std::int64_t k = 0; k < 200; ++k) {
        ASSERT_EQ(stepper->step(grid.interval(k)).status, core::Status::kOk);
        run.push_back(a[0]);
      }
      stepper->reset();
    }
    EXPECT_EQ(runs[0], runs[1]);
  }
}

TEST(Stepper, OutputsAreThereAtTheStart) {
  const auto stepper = make_stepper("2.0", "DampedPendulum", InterfaceKind::kCoSimulation);
  const Span<const double> a = stepper->bind_outputs<double>(variables(*stepper, {"a"}));
  stepper->initialize({0.0, {}, {}});
  EXPECT_EQ(a[0], 1.5);
}

TEST(Stepper, RefusesWhatTheStandardForbids) {
  const auto stepper = make_stepper("2.0", "DampedPendulum", InterfaceKind::kCoSimulation);
  EXPECT_EQ(refusal([&] { stepper->bind_inputs<double>(variables(*stepper, {"a"})); }),
            "variable 'a' is a continuous output, expected an input or a tunable parameter; set it before "
            "initialisation instead");
  EXPECT_NE(refusal([&] {
              stepper->bind_outputs<std::int32_t>(variables(*stepper, {"a"}));
            }).find("variable 'a' is of type Float64, expected Int32"),
            std::string::npos);
  EXPECT_NE(refusal([&] { variables(*stepper, {"der(b)"}); }).find("did you mean 'der(a)'"),
            std::string::npos);
  stepper->initialize({0.0, {}, {}});
  EXPECT_NE(
      refusal([&] { stepper->bind_outputs<double>(variables(*stepper, {"a"})); }).find("bind before it"),
      std::string::npos);
  EXPECT_NE(refusal([&] {
              stepper->initialize({0.0, {}, {}});
            }).find("call reset() first"),
            std::string::npos);
}

TEST(Stepper, SaysThatAnInterfaceIsMissing) {
  const auto fmu = open_model("2.0", "DampedPendulum");
  core::StepperOptions options;
  options.kind = InterfaceKind::kScheduledExecution;
  EXPECT_NE(refusal([&] {
              static_cast<void>(Stepper::create(fmu, options));
            }).find("the FMU has no Scheduled Execution interface"),
            std::string::npos);
}

// A step before initialize() is the caller's mistake; it answers kError and calls nothing.
TEST(Stepper, DoesNotStepBeforeItIsInitialised) {
  const auto stepper = make_stepper("2.0", "DampedPendulum", InterfaceKind::kCoSimulation);
  EXPECT_EQ(stepper->step(StepInterval::between(0.0, 0.1)).status, core::Status::kError);
}

// Array sizes follow structural parameters that are set before anything is bound.
TEST(Stepper, SizesArraysByStructuralParameters) {
  for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange}) {
    const auto stepper = make_stepper("3.0", "StateSpace", kind);
    const core::Variable& y = *stepper->description().find("y");
    EXPECT_EQ(stepper->element_count(y), 3U);
    const core::Variable* r = stepper->description().find("r");
    ASSERT_NE(r, nullptr);
    stepper->set(*r, core::Value{std::vector<std::uint64_t>{2}});
    EXPECT_EQ(stepper->element_count(y), 2U);
  }
}

// What the FMU calculates cannot be set, unless the caller insists; then the FMU decides (ours says no).
TEST(Stepper, HandsOverCalculatedVariablesOnRequest) {
  const auto strict = make_stepper("2.0", "Feedthrough", InterfaceKind::kCoSimulation);
  const core::Variable& output = *strict->description().find("Float64_continuous_output");
  EXPECT_NE(
      refusal([&] { strict->set(output, std::vector<double>{1.0}); }).find("cannot be set at the start"),
      std::string::npos);
  core::StepperOptions options;
  options.set_calculated = true;
  const auto lenient = Stepper::create(open_model("2.0", "Feedthrough"), placed(options));
  lenient->set(*lenient->description().find("Float64_continuous_output"), std::vector<double>{1.0});
  EXPECT_NE(refusal([&] { lenient->initialize({}); }).find("the FMU refused Float64_continuous_output = 1"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::test
