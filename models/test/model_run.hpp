// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/core/time_grid.hpp"

namespace lockstep::test {}

namespace lockstep::models::test {

using namespace lockstep::test;

/// One way an FMU can be run.
struct Form {
  const char* version;
  core::InterfaceKind kind;

  bool is_model_exchange() const { return kind == core::InterfaceKind::kModelExchange; }
};

/// "fmi2_cs" and so on, for the names of tests.
inline std::string name_of(const Form& form) {
  return std::string("fmi") + form.version[0] + (form.is_model_exchange() ? "_me" : "_cs");
}
inline void PrintTo(const Form& form, std::ostream* out) {
  *out << name_of(form);
}

inline constexpr Form kFmi2Cs{"2.0", core::InterfaceKind::kCoSimulation};
inline constexpr Form kFmi2Me{"2.0", core::InterfaceKind::kModelExchange};
inline constexpr Form kFmi3Cs{"3.0", core::InterfaceKind::kCoSimulation};
inline constexpr Form kFmi3Me{"3.0", core::InterfaceKind::kModelExchange};

/// A test that runs once for each form: INSTANTIATE_FORMS(Suite, kFmi2Cs, ...).
class AllForms : public ::testing::TestWithParam<Form> {};
#define INSTANTIATE_FORMS(Suite, ...)                                   \
  INSTANTIATE_TEST_SUITE_P(Form, Suite, ::testing::Values(__VA_ARGS__), \
                           [](const auto& form) { return name_of(form.param); })

/// One of our FMUs on its way through an experiment. Model Exchange is integrated by CVODE at a tolerance of
/// 1e-10, so that what is left is the model.
class ModelRun {
 public:
  ModelRun(const std::string& name, const Form& form) : fmu_(core::Fmu::open(path_of(name, form))) {
    EXPECT_TRUE(fmu_->diagnostics().empty()) << to_string(fmu_->diagnostics().front());
    core::StepperOptions options;
    options.kind = form.kind;
    options.solver.relative_tolerance = 1e-10;
    stepper_ = core::Stepper::create(fmu_, options);
  }
  static std::string path_of(const std::string& name, const Form& form) {
    return std::string(LOCKSTEP_FMUS_DIR) + "/" + form.version + "/" + name + ".fmu";
  }

  /// A value as text, as `lockstep simulate --set` takes it.
  ModelRun& set(const std::string& name, const std::string& value) {
    const core::Variable& v = variable(name);
    stepper_->set(v, core::parse_value(v, value));
    return *this;
  }
  /// Binds a Real input; write to what it returns before a step.
  double& input(const std::string& name) {
    const core::Variable* v = &variable(name);
    return stepper_->bind_inputs<double>({&v, 1})[0];
  }
  /// Starts at time 0.
  ModelRun& initialize() {
    stepper_->initialize({});
    return *this;
  }
  /// Advances to `time_s` in steps of `step_s`, which must divide the way.
  ModelRun& run_to(double time_s, double step_s) {
    const core::TimeGrid grid(time_s_, core::Rational::from_seconds(step_s));
    for (std::int64_t k = 0; time_s_ < time_s - 0.5 * step_s && !is_terminated_; ++k) {
      const core::StepOutcome outcome = stepper_->step(grid.interval(k));
      if (outcome.status != core::Status::kOk && !outcome.terminated) ADD_FAILURE() << stepper_->fault();
      is_terminated_ = outcome.terminated;
      time_s_ = is_terminated_ ? outcome.reached_s : grid.at(k + 1);
    }
    return *this;
  }
  /// The time reached, and whether the model ended the simulation there.
  double time_s() const { return time_s_; }
  bool is_terminated() const { return is_terminated_; }
  double real(const std::string& name) {
    return std::get<std::vector<double>>(stepper_->get(variable(name))).at(0);
  }
  std::int64_t integer(const std::string& name) {
    return std::get<std::vector<std::int64_t>>(stepper_->get(variable(name))).at(0);
  }
  std::string text(const std::string& name) { return core::to_text(stepper_->get(variable(name))); }
  const core::Variable& variable(const std::string& name) {
    return *core::select(fmu_->description(), {&name, 1}).front();
  }
  core::Stepper& stepper() { return *stepper_; }
  const core::Fmu& fmu() const { return *fmu_; }

 private:
  std::shared_ptr<const core::Fmu> fmu_;
  std::unique_ptr<core::Stepper> stepper_;
  double time_s_{0.0};
  bool is_terminated_{false};
};

}  // namespace lockstep::models::test
