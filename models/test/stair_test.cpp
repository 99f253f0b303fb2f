// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Stair : public AllForms {};
INSTANTIATE_FORMS(Stair, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// One step a second, exactly on the second although 0.2 s is no binary fraction; the simulation ends with
// step ten.
TEST_P(Stair, counts_the_seconds_and_ends) {
  ModelRun run("Stair", GetParam());
  run.initialize();
  EXPECT_EQ(run.integer("counter"), 1);
  for (int k = 1; k < 45; ++k) {
    EXPECT_FALSE(run.run_to(0.2 * k, 0.2).is_terminated());
    EXPECT_EQ(run.integer("counter"), 1 + k / 5) << 0.2 * k;
  }
  EXPECT_TRUE(run.run_to(10.0, 0.2).is_terminated());
  EXPECT_DOUBLE_EQ(run.time_s(), 9.0);
  EXPECT_EQ(run.integer("counter"), 10);
}

// Long steps do not lose events.
TEST_P(Stair, does_not_depend_on_the_step) {
  ModelRun run("Stair", GetParam());
  run.initialize();
  run.run_to(7.5, 2.5);
  EXPECT_EQ(run.integer("counter"), 8);
}

}  // namespace
}  // namespace lockstep::models::test
