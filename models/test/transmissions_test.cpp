// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Transmissions : public AllForms {};
INSTANTIATE_FORMS(Transmissions, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

/// Torque after 1 ms with command 10 and acceleration 3.
double torque_of(const std::string& name, const Form& form, const std::string& input,
                 const std::string& acceleration) {
  ModelRun run(name, form);
  double& command = run.input(input);
  double& a = run.input(acceleration);
  command = 10.0;
  a = 3.0;
  run.initialize();
  run.run_to(0.001, 0.001);
  return run.real("jointTorque");
}

// Those without memory. The names of some inputs are odd on purpose.
TEST_P(Transmissions, algebraic_ones) {
  EXPECT_EQ(torque_of("NullTransmission", GetParam(), "actuatorInputWithStrangeName", "jointAcceleration"),
            0.0);
  EXPECT_EQ(torque_of("IdentityTransmission", GetParam(), "actuatorInput", "jointAcceleration"), 10.0);
  EXPECT_DOUBLE_EQ(
      torque_of("StiffTransmission", GetParam(), "actuatorInputWithStrangeName", "jointAcceleration"), 9.97);
}

// With the joint held at 0 the rotor swings about u/c: phm = u/c (1 - cos sqrt(c/J) t).
TEST_P(Transmissions, compliant_and_soft_ones_swing) {
  const struct {
    const char* name;
    const char* input;
    double c;
  } cases[] = {{"CompliantTransmission", "actuatorInput", 10.0},
               {"SoftTransmission", "actuatorInputWithStrangeName", 0.001}};
  for (const auto& c : cases) {
    ModelRun run(c.name, GetParam());
    double& command = run.input(c.input);
    command = 2.0;
    run.initialize();
    run.run_to(0.5, 0.001);
    const double expected = 2.0 * (1.0 - std::cos(std::sqrt(c.c / 0.01) * 0.5));
    EXPECT_NEAR(run.real("jointTorque"), expected, 1e-7) << c.name;
  }
}

// The command comes out 0.1 s later.
TEST_P(Transmissions, delay) {
  ModelRun run("DelayTransmission", GetParam());
  double& command = run.input("actuatorInput");
  command = 4.0;
  run.initialize();
  run.run_to(0.099, 0.001);
  EXPECT_EQ(run.real("jointTorque"), 0.0);
  run.run_to(0.101, 0.001);
  EXPECT_EQ(run.real("jointTorque"), 4.0);
}

}  // namespace
}  // namespace lockstep::models::test
