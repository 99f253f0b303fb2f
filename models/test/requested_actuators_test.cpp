// SPDX-License-Identifier: Apache-2.0
// DcMotor, SeriesElasticActuator, LuGreFriction, BacklashGear, DelaySaturation.
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class RequestedActuators : public AllForms {};
INSTANTIATE_FORMS(RequestedActuators, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// At standstill the joint gets the torque that was asked for, up to the current limit: 100 * 0.9 * 0.05 * 10
// = 45 N.m.
TEST_P(RequestedActuators, dc_motor_gives_the_torque_asked_for) {
  ModelRun run("DcMotor", GetParam());
  double& command = run.input("actuatorInput");
  command = 9.0;
  run.initialize();
  run.run_to(0.02, 0.001);
  EXPECT_NEAR(run.real("jointTorque"), 9.0, 1e-6);
  command = 1000.0;
  run.run_to(0.04, 0.001);
  EXPECT_NEAR(run.real("jointTorque"), 45.0, 1e-6);
}

// At speed the voltage runs out: i = (V_max - k w) / R. Here w = 900 rad/s at the rotor leaves 6 A of the 10
// wanted.
TEST_P(RequestedActuators, dc_motor_loses_torque_with_speed) {
  ModelRun run("DcMotor", GetParam());
  double& command = run.input("actuatorInput");
  double& velocity = run.input("jointVelocity");
  command = 1000.0;
  velocity = 9.0;
  run.set("alpha", "0").initialize();
  run.run_to(0.05, 0.001);
  EXPECT_NEAR(run.real("i"), (48.0 - 0.05 * 900.0) / 0.5, 1e-4);
}

// A constant current warms the winding to T_ambient + R i^2 R_th with the time constant C R_th; hot windings
// get less current.
TEST_P(RequestedActuators, dc_motor_warms_up) {
  ModelRun run("DcMotor", GetParam());
  double& command = run.input("actuatorInput");
  command = 100.0 * 0.9 * 0.05 * 4.0;  // 4 A
  run.set("alpha", "0").set("C", "5").initialize();
  run.run_to(10.0, 0.01);
  EXPECT_NEAR(run.real("T"), 25.0 + 0.5 * 16.0 * 2.0 * (1.0 - std::exp(-1.0)), 0.01);
  command = 1000.0;
  run.run_to(60.0, 0.01);
  EXPECT_LT(run.real("T"), 120.0);
  EXPECT_LT(run.real("i"), 10.0);
  EXPECT_NEAR(run.real("i"), run.real("i_ref"), 1e-3);
}

// The torque controller brings the spring to the torque asked for; the spring starts relaxed wherever the
// joint is.
TEST_P(RequestedActuators, series_elastic_actuator_controls_torque) {
  ModelRun run("SeriesElasticActuator", GetParam());
  double& command = run.input("actuatorInput");
  double& position = run.input("jointPosition");
  position = 0.7;
  run.initialize();
  EXPECT_EQ(run.real("jointTorque"), 0.0);
  command = 20.0;
  run.run_to(3.0, 0.001);
  EXPECT_NEAR(run.real("jointTorque"), 20.0, 1e-6);
  EXPECT_NEAR(run.real("deflection"), 20.0 / 300.0, 1e-8);
  command = 1000.0;  // beyond the motor's limit
  run.run_to(6.0, 0.001);
  // Saturated, only friction and the spring's own damping calm the motor: some oscillation is left after 3 s.
  EXPECT_NEAR(run.real("jointTorque"), 100.0, 1e-2);
}

// Sliding steadily, the friction is g(v) + sigma2 v, more under load.
TEST_P(RequestedActuators, lugre_friction_slides) {
  for (const double load : {0.0, 8.0}) {
    ModelRun run("LuGreFriction", GetParam());
    double& command = run.input("actuatorInput");
    double& velocity = run.input("jointVelocity");
    command = load;
    velocity = 0.02;
    run.initialize();
    run.run_to(0.2, 0.001);
    const double g = (1.0 + 0.5 * std::exp(-4.0)) * (1.0 + 0.05 * load);
    EXPECT_NEAR(run.real("friction"), g + 0.4 * 0.02, 1e-6) << load;
    EXPECT_NEAR(run.real("jointTorque"), load - run.real("friction"), 1e-12);
  }
}

// Before it breaks away it is a stiff spring.
TEST_P(RequestedActuators, lugre_friction_sticks) {
  ModelRun run("LuGreFriction", GetParam());
  double& velocity = run.input("jointVelocity");
  velocity = 1e-4;
  run.set("sigma1", "0").set("sigma2", "0").initialize();
  run.run_to(0.01, 0.001);
  EXPECT_NEAR(run.real("friction"), 1e4 * 1e-6, 1e-4);
}

// Inside the play the rotor is free: it meets the flank at t = sqrt(2 a J / u); in the end the whole torque
// passes.
TEST_P(RequestedActuators, backlash_gear_has_play) {
  ModelRun run("BacklashGear", GetParam());
  double& command = run.input("actuatorInput");
  command = 1.0;
  run.initialize();
  EXPECT_NEAR(std::sqrt(2.0 * 0.005 * 0.01 / 1.0), 0.01, 1e-12);
  run.run_to(0.0099, 0.0001);
  EXPECT_EQ(run.real("jointTorque"), 0.0);
  EXPECT_NEAR(run.real("phm"), 0.5 * 100.0 * 0.0099 * 0.0099, 1e-9);
  run.run_to(0.0102, 0.0001);
  EXPECT_GT(run.real("jointTorque"), 0.0);
  run.run_to(2.0, 0.0001);
  EXPECT_NEAR(run.real("jointTorque"), 1.0, 1e-3);
}

// A step of the command: nothing for 5 ms, then as fast as the rate limit allows, in the end the limit. The
// last stage of the Runge-Kutta step that ends where the step arrives already sees it: a sixth of 0.5 ms at
// the full rate.
TEST_P(RequestedActuators, delay_saturation) {
  ModelRun run("DelaySaturation", GetParam());
  double& command = run.input("actuatorInput");
  command = 150.0;
  run.initialize();
  run.run_to(0.005, 0.001);
  const double slack = 10000.0 * 0.0005 / 6.0 + 1e-6;
  EXPECT_NEAR(run.real("jointTorque"), 0.0, slack);
  run.run_to(0.008, 0.001);
  EXPECT_NEAR(run.real("jointTorque"), 10000.0 * 0.003, slack);
  run.run_to(0.1, 0.001);
  EXPECT_NEAR(run.real("jointTorque"), 100.0, 1e-6);
}

}  // namespace
}  // namespace lockstep::models::test
