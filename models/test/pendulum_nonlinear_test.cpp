// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class PendulumNonlinear : public AllForms {};
INSTANTIATE_FORMS(PendulumNonlinear, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// 1.001 phi'' = -9.8 sin phi - 0.1 phi' from the horizontal; five angles of an independent Runge-Kutta run,
// given to five digits.
TEST_P(PendulumNonlinear, swings_as_computed_elsewhere) {
  ModelRun run("PendulumNonlinear", GetParam());
  run.set("g", "9.8").set("revolute1_angle", "1.5707963267948966").initialize();
  const std::pair<double, double> expected[] = {
      {0.5, 0.42239}, {1.0, -1.32341}, {2.0, 0.88815}, {5.0, 0.41858}, {10.0, -0.90756}};
  for (const auto& [time, angle] : expected) {
    run.run_to(time, 0.01);
    EXPECT_NEAR(run.real("revolute1_angle"), angle, 6e-6) << time;
  }
}

// Without damping the energy stays: m g l (1 - cos phi) + J w^2 / 2.
TEST_P(PendulumNonlinear, keeps_its_energy_without_damping) {
  ModelRun run("PendulumNonlinear", GetParam());
  run.set("c", "0").initialize();
  const auto energy = [&] {
    const double w = run.real("revolute1_w");
    return 9.81 * (1.0 - std::cos(run.real("revolute1_angle"))) + 0.5 * 1.001 * w * w;
  };
  const double at_start = energy();
  run.run_to(5.0, 0.05);
  EXPECT_NEAR(energy(), at_start, 1e-6);
}

}  // namespace
}  // namespace lockstep::models::test
