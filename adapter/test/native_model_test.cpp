// SPDX-License-Identifier: Apache-2.0
// The adapter on a model that is not an FMU.
#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/adapter/adapter.hpp"
#include "support/decay_stepper.hpp"

namespace lockstep::adapter {
namespace {

// dx/dt = u - k x with points of u over time: held from 0 and from 1 s on, exact in between.
TEST(AdapterWithoutFmu, RunsAnyStepper) {
  AdapterOptions options;
  options.step = core::Rational{1, 2};
  Adapter decay{std::make_unique<test::DecayStepper>("tank"), options};
  EXPECT_FALSE(decay.kind());
  EXPECT_TRUE(decay.can_handle_variable_step());
  EXPECT_EQ(decay.description().model_name(), "Decay");
  decay.set_initial(decay.variable("x0"), std::vector<double>{3.0});
  const core::Variable& u = decay.variable("u");
  const core::Variable& x = decay.variable("x");
  const SimTime start{5'000'000'000};
  decay.add_number(u, start, 1.0);
  decay.exit_initialization(start);
  EXPECT_EQ(decay.output_number(x), 3.0);
  const AdvanceResult result = decay.step_until(start + SimTime{1'000'000'000});
  EXPECT_EQ(result.outcome, Advance::kDone);
  EXPECT_EQ(result.steps, 2U);
  EXPECT_DOUBLE_EQ(decay.output_number(x), 1.0 + 2.0 * std::exp(-1.0));
  decay.set_tunable(decay.variable("k"), std::vector<double>{2.0});
  EXPECT_EQ(decay.step().outcome, Advance::kDone);
  EXPECT_DOUBLE_EQ(decay.output_number(x), 0.5 + (0.5 + 2.0 * std::exp(-1.0)) * std::exp(-1.0));
  decay.add_number(u, start + SimTime{1'500'000'000}, -1.0);
  EXPECT_EQ(decay.step().outcome, Advance::kFailed);
  EXPECT_EQ(decay.fault(), "tank: u is -1.000000, expected 0 or more");
}

}  // namespace
}  // namespace lockstep::adapter
