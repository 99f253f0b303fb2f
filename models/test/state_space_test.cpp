// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

std::vector<double> values(ModelRun& run, const std::string& name) {
  return std::get<std::vector<double>>(run.stepper().get(run.variable(name)));
}

class StateSpace : public AllForms {};
INSTANTIATE_FORMS(StateSpace, kFmi3Cs, kFmi3Me);

// With unit matrices x' = x + u, so y = x + u = u e^t.
TEST_P(StateSpace, grows_exponentially) {
  ModelRun run("StateSpace", GetParam());
  run.initialize();
  run.run_to(1.0, 0.1);
  const auto y = values(run, "y");
  ASSERT_EQ(y.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(y[i], static_cast<double>(i + 1) * std::exp(1.0), 1e-7);
}

// An oscillator in two states with one input and one output: sizes are structural parameters. x1'' = -x1 + u
// from rest with u = 1: x1 = 1 - cos t.
TEST_P(StateSpace, takes_the_size_it_is_given) {
  ModelRun run("StateSpace", GetParam());
  run.set("m", "1").set("n", "2").set("r", "1");
  run.set("A", "0 1 -1 0").set("B", "0 1").set("C", "1 0").set("D", "0").set("x0", "0 0");
  run.initialize();
  run.run_to(2.0, 0.1);
  const auto y = values(run, "y");
  ASSERT_EQ(y.size(), 1U);
  EXPECT_NEAR(y[0], 1.0 - std::cos(2.0), 1e-8);
}

class StateSpaceFmi2 : public AllForms {};
INSTANTIATE_FORMS(StateSpaceFmi2, kFmi2Cs, kFmi2Me);

// FMI 2.0 has the same system as scalars, at its default size.
TEST_P(StateSpaceFmi2, has_scalars) {
  ModelRun run("StateSpace", GetParam());
  run.set("A[1,1]", "-1").initialize();
  run.run_to(1.0, 0.1);
  EXPECT_NEAR(run.real("y[1]"), 2.0 - std::exp(-1.0), 1e-8);
  EXPECT_NEAR(run.real("y[3]"), 3.0 * std::exp(1.0), 1e-7);
}

}  // namespace
}  // namespace lockstep::models::test
