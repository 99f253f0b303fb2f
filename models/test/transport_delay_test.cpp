// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class TransportDelayCs : public AllForms {};
INSTANTIATE_FORMS(TransportDelayCs, kFmi2Cs, kFmi3Cs);

// An input held over each step comes out exactly d later, whatever the step: 4 and 20 ms, and 7 ms which does
// not even divide the delay of 0.1 s.
TEST_P(TransportDelayCs, is_exact_for_any_step) {
  for (const double step : {0.001, 0.004, 0.007, 0.02}) {
    ModelRun run("TransportDelay", GetParam());
    double& x = run.input("x");
    run.set("d", "0.1").initialize();
    for (int k = 0; k < 100; ++k) {
      x = std::sin(3.0 * k);
      run.run_to((k + 1) * step, step);
      const double then = (k + 1) * step - 0.1;
      const int held = static_cast<int>(std::floor(then / step + 1e-9));  // the step whose input held then
      EXPECT_EQ(run.real("y"), then < -1e-12 ? 0.0 : std::sin(3.0 * held)) << step << " " << k;
    }
  }
}

// The step may change on the way, and the delay may be much longer than the steps.
TEST_P(TransportDelayCs, is_exact_for_changing_steps) {
  ModelRun run("TransportDelay", GetParam());
  double& x = run.input("x");
  run.set("d", "1.5").initialize();
  x = 1.0;
  run.run_to(0.3, 0.3);
  x = 2.0;
  run.run_to(0.31, 0.001);
  x = 3.0;
  run.run_to(1.49, 0.01);
  EXPECT_EQ(run.real("y"), 0.0);
  run.run_to(1.5, 0.01);
  EXPECT_EQ(run.real("y"), 1.0);
  run.run_to(1.8, 0.1);
  EXPECT_EQ(run.real("y"), 2.0);
  run.run_to(1.81, 0.01);
  EXPECT_EQ(run.real("y"), 3.0);
}

// Two instances do not know of each other.
TEST_P(TransportDelayCs, instances_are_independent) {
  ModelRun a("TransportDelay", GetParam());
  ModelRun b("TransportDelay", GetParam());
  double& xa = a.input("x");
  double& xb = b.input("x");
  a.set("d", "0.01").initialize();
  b.set("d", "0.02").initialize();
  xa = 1.0;
  xb = -1.0;
  for (int k = 1; k <= 30; ++k) {
    a.run_to(0.001 * k, 0.001);
    b.run_to(0.001 * k, 0.001);
    EXPECT_EQ(a.real("y"), k < 10 ? 0.0 : 1.0) << k;
    EXPECT_EQ(b.real("y"), k < 20 ? 0.0 : -1.0) << k;
  }
}

// The delay line is part of the state: going back brings the old signal back.
TEST_P(TransportDelayCs, the_line_is_saved_with_the_state) {
  ModelRun run("TransportDelay", GetParam());
  double& x = run.input("x");
  run.set("d", "0.1").initialize();
  x = 1.0;
  run.run_to(0.1, 0.01);
  std::unique_ptr<core::Snapshot> snapshot;
  run.stepper().save(snapshot);
  x = 2.0;
  run.run_to(0.3, 0.01);
  EXPECT_EQ(run.real("y"), 2.0);
  run.stepper().restore(*snapshot);
  EXPECT_EQ(run.real("y"), 1.0);
}

class TransportDelayMe : public AllForms {};
INSTANTIATE_FORMS(TransportDelayMe, kFmi2Me, kFmi3Me);

// Model Exchange with a ramp: the line is straight between the solver's steps, so a ramp is exact.
TEST_P(TransportDelayMe, delays_a_ramp) {
  ModelRun run("TransportDelay", GetParam());
  const core::Variable* v = &run.variable("x");
  const core::RampGroup x = run.stepper().bind_ramps({&v, 1});
  run.set("d", "0.25").initialize();
  for (int k = 0; k < 10; ++k) {
    x.at_start[0] = 0.3 * k;
    x.at_end[0] = 0.3 * (k + 1);
    run.run_to(0.1 * (k + 1), 0.1);
    EXPECT_NEAR(run.real("y"), std::max(0.0, 3.0 * (0.1 * (k + 1) - 0.25)), 1e-12) << k;
  }
}

// The variables of the original, in its order.
TEST(TransportDelay, has_the_names_of_the_original) {
  const auto fmu = core::Fmu::open(ModelRun::path_of("TransportDelay", kFmi2Cs));
  std::vector<std::string> names;
  for (const core::Variable& v : fmu->description().variables())
    names.emplace_back(v.name);
  EXPECT_EQ(names, (std::vector<std::string>{"x", "y", "d"}));
}

}  // namespace
}  // namespace lockstep::models::test
