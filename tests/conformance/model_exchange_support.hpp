// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "placement.hpp"

namespace lockstep::test {}

namespace lockstep::core::test {

using namespace lockstep::test;

/// One of our models ("2.0" or "3.0") as a Model Exchange stepper.
inline std::unique_ptr<Stepper> model_exchange(const std::string& version, const std::string& model,
                                               StepperOptions options = {},
                                               const std::string& folder = LOCKSTEP_TEST_FMUS) {
  options.kind = InterfaceKind::kModelExchange;
  return Stepper::create(Fmu::open(folder + '/' + version + '/' + model + ".fmu"),
                         lockstep::test::placed(std::move(options)));
}

inline StepperOptions with_solver(SolverKind kind, double tolerance_or_step) {
  StepperOptions options;
  options.solver.kind = kind;
  if (kind == SolverKind::kRk4 || kind == SolverKind::kEuler)
    options.solver.fixed_step_s = tolerance_or_step;
  else
    options.solver.relative_tolerance = tolerance_or_step;
  return options;
}

inline std::vector<const Variable*> variables(const Stepper& stepper, const std::vector<std::string>& names) {
  return select(stepper.description(), names);
}

inline void set(Stepper& stepper, const std::string& name, double value) {
  stepper.set(*variables(stepper, {name}).front(), std::vector<double>{value});
}

/// Steps over the grid until `stop_s`; false when the model ended it.
inline bool run(Stepper& stepper, double start_s, double step_s, double stop_s) {
  const TimeGrid grid{start_s, Rational::from_seconds(step_s)};
  for (std::int64_t k = 0; grid.at(k) < stop_s; ++k) {
    const StepOutcome outcome = stepper.step(grid.interval(k));
    EXPECT_LE(outcome.status, Status::kWarning) << stepper.fault();
    if (outcome.terminated || outcome.status > Status::kWarning) return false;
    EXPECT_EQ(outcome.reached_s, grid.at(k + 1));
  }
  return true;
}

/// Tests with both versions of the standard our models come in.
class BothVersions : public ::testing::TestWithParam<std::string> {};
inline std::string version_name(const ::testing::TestParamInfo<std::string>& info) {
  return info.param == "2.0" ? "Fmi2" : "Fmi3";
}
#define LOCKSTEP_BOTH_VERSIONS(suite) \
  INSTANTIATE_TEST_SUITE_P(Model, suite, ::testing::Values("2.0", "3.0"), version_name)

}  // namespace lockstep::core::test
