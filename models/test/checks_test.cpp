// SPDX-License-Identifier: Apache-2.0
// What a Co-Simulation step watches, and what it does not when the options say so: the step has ways of its
// own for all checks, for some and for none, and each must see what it is asked to see.
#include <fenv.h>

#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

using core::NonFinitePolicy;
using core::Status;

struct Checks {
  bool ring, floating_point, finite;
};

std::vector<Checks> all_checks() {
  std::vector<Checks> all;
  for (const bool ring : {true, false})
    for (const bool floating_point : {true, false})
      for (const bool finite : {true, false})
        all.push_back({ring, floating_point, finite});
  return all;
}

std::string to_text(const Checks& checks) {
  return std::string(checks.ring ? "ring " : "") + (checks.floating_point ? "floating-point " : "") +
         (checks.finite ? "finite" : "");
}

std::unique_ptr<core::Stepper> faulty(const Form& form, const Checks& checks, const std::string& fault) {
  core::StepperOptions options;
  options.kind = form.kind;
  options.non_finite = checks.finite ? NonFinitePolicy::kError : NonFinitePolicy::kAllow;
  options.instance.record_calls = checks.ring;
  options.instance.check_floating_point_mode = checks.floating_point;
  auto stepper = core::Stepper::create(
      core::Fmu::open(std::string(LOCKSTEP_FAULTY_FMUS_DIR) + "/" + form.version + "/Faulty.fmu"), options);
  const std::vector<std::string> names{"fault", "fault_time"};
  const std::vector<std::string> values{fault, "0.035"};
  const auto variables = core::select(stepper->description(), names);
  for (std::size_t i = 0; i < names.size(); ++i)
    stepper->set(*variables[i], core::parse_value(*variables[i], values[i]));
  return stepper;
}

/// Three good steps, so that the first one with its special care is over, and one that is not.
core::StepOutcome into_trouble(core::Stepper& stepper) {
  stepper.initialize({});
  for (int k = 0; k < 3; ++k)
    EXPECT_EQ(stepper.step({k * 0.01, (k + 1) * 0.01, 0.01}).status, Status::kOk);
  return stepper.step({0.03, 0.04, 0.01});
}

Span<const double> bind_y(core::Stepper& stepper) {
  const std::string name = "y";
  return stepper.bind_outputs<double>(core::select(stepper.description(), {&name, 1}));
}

class ChecksOfAStep : public AllForms {};
INSTANTIATE_FORMS(ChecksOfAStep, kFmi2Cs, kFmi3Cs);

// A model without fault gives the same outputs and counts whatever is watched.
TEST_P(ChecksOfAStep, ChangeNothingForAGoodModel) {
  for (const Checks& checks : all_checks()) {
    SCOPED_TRACE(to_text(checks));
    const auto stepper = faulty(GetParam(), checks, "1");
    const Span<const double> y = bind_y(*stepper);
    const Span<const double> same = bind_y(*stepper);  // a second group: one more call in each step
    const core::StepOutcome outcome = into_trouble(*stepper);
    EXPECT_EQ(outcome.status, Status::kOk);
    EXPECT_EQ(outcome.reached_s, 0.04);
    EXPECT_EQ(y[0], 0.04);
    EXPECT_EQ(same[0], 0.04);
    EXPECT_EQ(stepper->statistics().steps, 4U);
    EXPECT_EQ(stepper->statistics().do_step_calls, 4U);
  }
}

// Without anything bound a step is one doStep and no get.
TEST_P(ChecksOfAStep, NothingNeedBeBound) {
  for (const Checks& checks : all_checks()) {
    SCOPED_TRACE(to_text(checks));
    const auto stepper = faulty(GetParam(), checks, "17");
    EXPECT_EQ(into_trouble(*stepper).status, Status::kError);
    EXPECT_EQ(stepper->statistics().do_step_calls, 4U);
    EXPECT_EQ(stepper->fault().find("Get"), std::string::npos) << stepper->fault();
  }
}

// NaN in a group is an error with name and time when asked for, in the first group and in a later one, and
// then nothing is called any more.
TEST_P(ChecksOfAStep, NanIsReportedWhenAskedFor) {
  for (const Checks& checks : all_checks()) {
    SCOPED_TRACE(to_text(checks));
    const auto stepper = faulty(GetParam(), checks, "10");
    const Span<const double> y = bind_y(*stepper);
    const core::StepOutcome outcome = into_trouble(*stepper);
    EXPECT_TRUE(std::isnan(y[0]));
    EXPECT_EQ(outcome.status, checks.finite ? Status::kError : Status::kOk);
    EXPECT_EQ(stepper->fault().find("output 'y' is nan at t = 0.04 s") != std::string::npos, checks.finite)
        << stepper->fault();
    EXPECT_EQ(stepper->step({0.04, 0.05, 0.01}).status, checks.finite ? Status::kError : Status::kOk);
  }
}

// A status is checked whatever else is watched; the calls that led to it are shown if they were recorded.
TEST_P(ChecksOfAStep, StatusIsAlwaysChecked) {
  for (const Checks& checks : all_checks()) {
    SCOPED_TRACE(to_text(checks));
    const auto stepper = faulty(GetParam(), checks, "17");
    static_cast<void>(bind_y(*stepper));
    EXPECT_EQ(into_trouble(*stepper).status, Status::kError);
    const std::string fault = stepper->fault();
    EXPECT_NE(fault.find("doStep failed with status Error at t = 0.03 s"), std::string::npos) << fault;
    EXPECT_EQ(fault.find("DoStep(0.03) -> status 42") != std::string::npos, checks.ring) << fault;
    EXPECT_EQ(stepper->step({0.04, 0.05, 0.01}).status, Status::kError);
  }
}

// The rounding mode is put back after the step that changed it, if that is watched.
TEST_P(ChecksOfAStep, RoundingModeIsPutBackWhenAskedFor) {
  for (const Checks& checks : all_checks()) {
    SCOPED_TRACE(to_text(checks));
    const auto stepper = faulty(GetParam(), checks, "13");
    static_cast<void>(bind_y(*stepper));
    EXPECT_EQ(into_trouble(*stepper).status, Status::kOk);
    const int rounding = fegetround();
    fesetround(FE_TONEAREST);
    EXPECT_EQ(rounding, checks.floating_point ? FE_TONEAREST : FE_UPWARD);
  }
}

}  // namespace
}  // namespace lockstep::models::test
