// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "active_shuttle/parameters.hpp"
#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

using namespace active_shuttle;

const double kLever = std::sqrt((kPatchLength * kPatchLength + kPatchWidth * kPatchWidth) / 12.0);

double torque_at(const std::string& law, const std::string& k_stic, double yaw_rate, double wheel_speed) {
  ModelRun model("BoreFriction", kFmi3Cs);
  model.set("friction", law).set("k_stic", k_stic);
  double& z = model.input("omega_z");
  double& w = model.input("omega_wheel");
  model.initialize();
  z = yaw_rate;
  w = wheel_speed;
  return model.run_to(0.01, 0.01).real("T_bore");
}

// Equations 4 and 6 to 9, branch by branch; the normal force is that of a caster at 200 kg.
TEST(BoreFriction, follows_its_equations) {
  const double most = 294.3 * kBoreFriction * kLever;
  EXPECT_NEAR(torque_at("3", "1", 0.0, 0.0), most, 1e-12);        // standing: all of it
  EXPECT_NEAR(torque_at("3", "1", 0.0, 0.5), most - 0.5, 1e-12);  // equation 9
  EXPECT_NEAR(torque_at("3", "1", 0.0, 5.0), 0.0, 1e-12);         // rolling fast: none
  EXPECT_NEAR(torque_at("3", "1", 100.0, 0.5), most, 1e-12);      // above the limit of slip
  const double slip = 2.0 * kLever / (0.5 * kCasterRadius);
  EXPECT_NEAR(torque_at("3", "1", 2.0, 0.5), 0.5 * slip + most - 0.5, 1e-12);  // equation 8
  EXPECT_NEAR(torque_at("3", "1", -2.0, -0.5), 0.5 * slip + most - 0.5, 1e-12);
  EXPECT_NEAR(torque_at("2", "1", 2.0, 0.5), most * slip, 1e-12);  // equation 4
  EXPECT_NEAR(torque_at("2", "1", 0.0, 0.0), most, 1e-12);
}

// A body of 0.002 kg.m2 on the ground by BoreContact, as a robot simulator couples it: at 0.9 of the
// break-off torque it comes to rest and does not creep, at 1.5 of it it accelerates with the rest.
TEST(BoreContact, holds_below_break_off) {
  const double most = 294.3 * kBoreFriction * kLever;
  const auto speed_with = [&](double share, double time_s) {
    ModelRun model("BoreContact", kFmi3Cs);
    double& spin = model.input("spin");
    model.input("normalForce") = 294.3;
    model.initialize();
    double torque = 0.0;
    for (int i = 0; i < static_cast<int>(std::lround(1000.0 * time_s)); ++i) {
      spin += 0.001 * (share * most + torque) / 0.002;
      model.run_to(0.001 * (i + 1), 0.001);
      torque = model.real("contactTorque_z");
    }
    return spin;
  };
  EXPECT_NEAR(speed_with(0.9, 1.0), 0.0, 1e-6);
  EXPECT_NEAR(speed_with(-0.9, 1.0), 0.0, 1e-6);
  // Once it slides: w' = 0.5 T_max / J.
  EXPECT_NEAR(speed_with(1.5, 0.2) - speed_with(1.5, 0.1), 0.5 * most / 0.002 * 0.1,
              0.01 * most / 0.002 * 0.1);
}

// For k_stic -> infinity equation 8 is equation 4.
TEST(BoreFriction, tends_to_equation_4) {
  for (const double yaw_rate : {0.1, 1.0, 3.0, 20.0})
    EXPECT_NEAR(torque_at("3", "1e6", yaw_rate, 0.5), torque_at("2", "1", yaw_rate, 0.5), 1e-12);
}

class CasterRigForms : public AllForms {};

// Equation 3: the force at the driven wheel that a locked caster takes. Below it the wheel stays locked and
// its yaw rate is exactly 0; above it it turns.
TEST_P(CasterRigForms, breaks_free_at_the_force_of_equation_3) {
  const double expected = 0.38 / (0.25 * kTrail) * 294.3 * kBoreFriction * kLever;
  for (const double share : {0.97, 1.03}) {
    ModelRun rig("CasterRig", GetParam());
    double& force = rig.input("F");
    rig.initialize();
    EXPECT_NEAR(rig.real("F_break_off"), expected, 1e-9 * expected);
    for (int i = 1; i <= 50; ++i) {  // slowly: the arm must not swing past the limit
      force = share * expected * i / 50.0;
      rig.run_to(0.04 * i, 0.001);
    }
    rig.run_to(2.5, 0.001);
    EXPECT_EQ(rig.integer("mode_C"), share < 1.0 ? 0 : 1) << share;
    if (share < 1.0) {
      EXPECT_EQ(rig.real("w_C"), 0.0);
      EXPECT_NEAR(rig.real("bore_C"), -share * expected * 0.25 * kTrail / 0.38, 0.02);
    } else {
      EXPECT_GT(rig.real("w_C"), 1e-3);
    }
  }
}
INSTANTIATE_FORMS(CasterRigForms, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

class ActiveShuttleForms : public AllForms {};

// Driving straight: the drives carry rolling resistance and bearings, the casters the weight that the driven
// wheels leave them.
TEST_P(ActiveShuttleForms, drives_straight) {
  ModelRun shuttle("ActiveShuttle", GetParam());
  double& v_des = shuttle.input("v_des");
  shuttle.initialize();
  v_des = 0.3;
  shuttle.run_to(10.0, 0.01);
  const double v = shuttle.real("v");
  EXPECT_NEAR(v, 0.3, 2e-3);  // the slip of the driven wheels
  EXPECT_NEAR(shuttle.real("omega"), 0.0, 1e-9);
  const double weight = (1.0 - kDriveShare) * kMass * kGravity;
  EXPECT_NEAR(shuttle.real("N_LF") + shuttle.real("N_RF") + shuttle.real("N_LB") + shuttle.real("N_RB"),
              weight, 1e-9);
  const double force = kRollResistance * weight * v / std::hypot(v, kRollSpeed) +
                       4.0 * kRollDamping * v / (kCasterRadius * kCasterRadius);
  EXPECT_NEAR(shuttle.real("T_left"), 0.5 * kDriveRadius * force, 1e-4);
  EXPECT_NEAR(shuttle.real("i_left"), shuttle.real("T_left") / kTorquePerAmpere, 1e-12);
}

// Figure 6: at 150 kg the vehicle turns; each caster then points along the circle of its contact, which
// trails by asin(trail omega / |v_S|). At 250 kg all four casters are locked and the yaw rate settles to 0.
TEST_P(ActiveShuttleForms, turns_on_the_spot_unless_it_is_too_heavy) {
  for (const double mass : {150.0, 250.0}) {
    ModelRun shuttle("ActiveShuttle", GetParam());
    shuttle.set("m", mass < 200.0 ? "150" : "250");
    double& omega_des = shuttle.input("omega_des");
    shuttle.initialize();
    omega_des = -0.5;
    shuttle.run_to(6.0, 0.01);
    const double omega = shuttle.real("omega");
    if (mass > 200.0) {
      EXPECT_EQ(shuttle.integer("locked"), 4);
      EXPECT_NEAR(omega, 0.0, 1e-4);
      EXPECT_EQ(shuttle.real("w_RF"), 0.0);
      EXPECT_NEAR(shuttle.real("T_left"), kTorqueLimit, 1e-12);
      continue;
    }
    EXPECT_NEAR(omega, -0.5, 5e-3);
    const double vx = omega * kCasterY, vy = omega * kCasterX;  // of the swivel axis right front
    const double phi = std::atan2(vy, vx) - std::asin(kTrail * omega / std::hypot(vx, vy));
    EXPECT_NEAR(shuttle.real("phi_RF"), phi, 5e-3);
  }
}
INSTANTIATE_FORMS(ActiveShuttleForms, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// A locked wheel stays locked: 100 s at full torque do not move it.
TEST(ActiveShuttle, stays_locked) {
  ModelRun shuttle("ActiveShuttle", kFmi3Cs);
  shuttle.set("m", "250");
  double& omega_des = shuttle.input("omega_des");
  shuttle.initialize();
  omega_des = -0.5;
  shuttle.run_to(10.0, 0.01);
  const double psi = shuttle.real("psi");
  shuttle.run_to(110.0, 0.01);
  EXPECT_EQ(shuttle.integer("locked"), 4);
  EXPECT_NEAR(shuttle.real("psi"), psi, 1e-3);
}

TEST(MotionProfile, runs_on_straight_lines) {
  ModelRun profile("MotionProfile", kFmi2Cs);
  profile.set("t[1]", "1")
      .set("t[2]", "2")
      .set("v[2]", "0.3")
      .set("t[3]", "4")
      .set("v[3]", "0.3")
      .set("omega[3]", "-1");
  profile.initialize();
  EXPECT_EQ(profile.run_to(0.5, 0.1).real("v_des"), 0.0);
  EXPECT_NEAR(profile.run_to(1.5, 0.1).real("v_des"), 0.15, 1e-12);
  EXPECT_NEAR(profile.run_to(3.0, 0.1).real("omega_des"), -0.5, 1e-12);
  EXPECT_EQ(profile.run_to(9.0, 0.1).real("omega_des"), -1.0);
}

}  // namespace
}  // namespace lockstep::models::test
