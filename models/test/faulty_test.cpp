// SPDX-License-Identifier: Apache-2.0
#include <locale.h>
#include <unistd.h>

#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

/// Runs the model Faulty, which is not with the others, and lets NaN through.
class FaultyRun {
 public:
  FaultyRun(const Form& form, const std::string& fault) {
    const auto fmu =
        core::Fmu::open(std::string(LOCKSTEP_FAULTY_FMUS_DIR) + "/" + form.version + "/Faulty.fmu");
    core::StepperOptions options;
    options.kind = form.kind;
    options.non_finite = core::NonFinitePolicy::kAllow;
    stepper_ = core::Stepper::create(fmu, options);
    set("fault", fault);
    set("fault_time", "0.015");
    const std::string name = "y";
    y = stepper_->bind_outputs<double>(core::select(fmu->description(), {&name, 1}));
    stepper_->initialize({});
  }
  /// The first step is well, the second is not.
  core::StepOutcome step_into_trouble() {
    EXPECT_EQ(stepper_->step({0.0, 0.01, 0.01}).status, core::Status::kOk);
    EXPECT_EQ(y[0], 0.01);
    return stepper_->step({0.01, 0.02, 0.01});
  }

  Span<const double> y;

 private:
  void set(const std::string& name, const std::string& value) {
    const core::Variable& v = *core::select(stepper_->description(), {&name, 1}).front();
    stepper_->set(v, core::parse_value(v, value));
  }
  std::unique_ptr<core::Stepper> stepper_;
};

class Faulty : public AllForms {};
INSTANTIATE_FORMS(Faulty, kFmi2Cs, kFmi3Cs);

TEST_P(Faulty, none_behaves) {
  FaultyRun run(GetParam(), "1");
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kOk);
  EXPECT_EQ(run.y[0], 0.02);
}

TEST_P(Faulty, numbers_that_are_none) {
  FaultyRun nan(GetParam(), "10");
  EXPECT_EQ(nan.step_into_trouble().status, core::Status::kOk);
  EXPECT_TRUE(std::isnan(nan.y[0]));
  FaultyRun huge(GetParam(), "11");
  EXPECT_EQ(huge.step_into_trouble().status, core::Status::kOk);
  EXPECT_EQ(huge.y[0], 1e120);
}

// The faults that end a process do so: each runs in a child of its own.
TEST_P(Faulty, ends_the_process) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto run = [&](const char* fault) {
    static_cast<void>(FaultyRun(GetParam(), fault).step_into_trouble());
  };
  EXPECT_EXIT(run("2"), ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(run("3"), ::testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(run("4"), ::testing::ExitedWithCode(3), "");
  EXPECT_EXIT(run("9"), ::testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace lockstep::models::test
