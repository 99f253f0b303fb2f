// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class JointActuators : public AllForms {};
INSTANTIATE_FORMS(JointActuators, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

TEST_P(JointActuators, damper_brakes) {
  ModelRun run("Damper", GetParam());
  double& velocity = run.input("jointVelocity");
  velocity = -3.0;
  run.initialize();
  run.run_to(0.001, 0.001);
  EXPECT_DOUBLE_EQ(run.real("jointTorque"), 0.3);
}

struct Motor {
  const char* k;
  double value;
};

// With the joint locked the rotor speed is w_end (1 - e^{-pt}), p = (k^2/R + d/n^2) / J: checked for the
// default torque constant and for the 1e-3 N.m/A of the FMU shipped elsewhere, whose static gain is 0.0962
// N.m/V. The fast pole (1000 1/s) at internal steps of 0.25 ms costs the third-order solver some 1e-4 on the
// way, nothing at the end.
TEST_P(JointActuators, simple_electrical_actuator_with_a_locked_joint) {
  for (const Motor& motor : {Motor{"0.1", 0.1}, Motor{"0.001", 0.001}}) {
    ModelRun run("SimpleElectricalActuator", GetParam());
    double& command = run.input("actuatorInput");
    command = 10.0;
    run.set("k", motor.k).initialize();
    const double p = (motor.value * motor.value + 0.25e-4) / 1e-5;
    const double end = motor.value * 10.0 / (motor.value * motor.value + 0.25e-4);
    for (const double t : {0.001, 0.002, 0.5, 1.0, 2.0}) {
      run.run_to(t, 0.001);
      const double tolerance = t < 0.01 ? 5e-4 : 1e-6;
      EXPECT_NEAR(run.real("wm"), end * (1.0 - std::exp(-p * t)), tolerance * end) << motor.k << " " << t;
      EXPECT_NEAR(run.real("jointTorque"), 0.25 * run.real("wm") / 100.0, 1e-12);
    }
  }
}

// The voltage is limited to 48 V.
TEST_P(JointActuators, simple_electrical_actuator_limits_its_voltage) {
  ModelRun run("SimpleElectricalActuator", GetParam());
  double& command = run.input("actuatorInput");
  command = -1000.0;
  run.initialize();
  run.run_to(0.01, 0.001);
  EXPECT_EQ(run.real("v"), -48.0);
}

}  // namespace
}  // namespace lockstep::models::test
