// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

/// Height by the parabolas between bounces; the ball rests once it leaves the floor slower than v_min.
double closed_form(double t, double e) {
  const double g = 9.81;
  double bounce = std::sqrt(2.0 / g);  // time of the first contact
  double speed = g * bounce;
  if (t <= bounce) return 1.0 - 0.5 * g * t * t;
  while (true) {
    speed *= e;
    if (speed < 0.1) return 0.0;
    const double flight = 2.0 * speed / g;
    if (t <= bounce + flight) return speed * (t - bounce) - 0.5 * g * (t - bounce) * (t - bounce);
    bounce += flight;
  }
}

class BouncingBall : public AllForms {};
INSTANTIATE_FORMS(BouncingBall, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// Height at every tenth of a second, through all bounces to the rest; bounces are located to 1e-12 s, so the
// height is right to about 1e-10.
TEST_P(BouncingBall, follows_the_parabolas_to_its_rest) {
  ModelRun run("BouncingBall", GetParam());
  run.initialize();
  for (int k = 1; k <= 30; ++k) {
    run.run_to(0.1 * k, 0.1);
    EXPECT_NEAR(run.real("h"), closed_form(0.1 * k, 0.7), 1e-7) << 0.1 * k;
  }
  EXPECT_EQ(run.real("h"), 0.0);
  EXPECT_EQ(run.real("v"), 0.0);
  EXPECT_EQ(run.text("is_resting"), "true");
}

// The coefficient of restitution may change while the ball flies.
TEST_P(BouncingBall, restitution_is_tunable) {
  ModelRun run("BouncingBall", GetParam());
  run.initialize();
  run.run_to(0.1, 0.1);
  run.set("e", "0.5");
  run.run_to(0.8, 0.1);
  EXPECT_NEAR(run.real("h"), closed_form(0.8, 0.5), 1e-7);
}

}  // namespace
}  // namespace lockstep::models::test
