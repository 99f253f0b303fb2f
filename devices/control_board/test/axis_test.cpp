// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices::control_board {
namespace {

using namespace std::chrono_literals;

AxisSettings settings() {
  AxisSettings made;
  made.position = {100.0, 0.0, 0.0, 0.0, 1000.0};
  made.velocity = {10.0, 0.0, 0.0, 0.0, 1000.0};
  made.stiffness = 20.0;
  made.damping = 2.0;
  made.speed = 1.0;
  made.acceleration = 10.0;
  made.lower = -2.0;
  made.upper = 3.0;
  made.max_velocity = 5.0;
  return made;
}

struct Stepped {
  Axis axis;
  AxisSettings set{settings()};
  AxisRules rules{Generator::kConstantSpeed, false, false, 200ms, 0.0};
  core::SimTime now{0};
  void run(int count, double measured = 0.0) {
    for (int k = 0; k < count; ++k) {
      axis.advance({now, 0.01}, measured, set, rules);
      now += 10ms;
    }
  }
};

TEST(Axis, MovesWithinItsLimits) {
  Stepped one;
  one.axis.enter(Mode::kPosition, Interaction::kStiff, 0.0, 0.0);
  EXPECT_TRUE(one.axis.motion_done());
  one.axis.move(9.0, one.set);
  EXPECT_FALSE(one.axis.motion_done());  // from the call on
  EXPECT_EQ(one.axis.target, 3.0);
  one.run(101);
  EXPECT_NEAR(one.axis.reference.position, 1.0, 1e-12);
  EXPECT_EQ(one.axis.reference.velocity, 1.0);
  one.run(200);
  EXPECT_EQ(one.axis.reference.position, 3.0);
  EXPECT_TRUE(one.axis.motion_done());
}

// From the reference, or, as the original, from what is measured.
TEST(Axis, PlansAnewFromTheMotionThereIs) {
  for (const bool original : {false, true}) {
    Stepped one;
    one.rules.original_plans = original;
    one.axis.enter(Mode::kPosition, Interaction::kStiff, 0.0, 0.0);
    one.axis.move(3.0, one.set);
    one.run(101, 0.9);
    one.axis.move(0.0, one.set);
    one.run(1, 0.9);
    EXPECT_NEAR(one.axis.reference.position, original ? 0.9 : 1.01, 1e-12);
  }
}

TEST(Axis, VelocityIsRampedIntegratedAndForgotten) {
  Stepped one;
  one.axis.enter(Mode::kVelocity, Interaction::kStiff, 1.0, 0.0);
  one.axis.set_velocity(9.0, one.set);
  EXPECT_EQ(one.axis.velocity_target, 5.0);
  one.run(10);
  EXPECT_NEAR(one.axis.reference.velocity, 1.0, 1e-12);          // 10 * 0.1
  EXPECT_NEAR(one.axis.reference.position, 1.0 + 0.055, 1e-12);  // 0.01 * (0.1 + ... + 1.0)
  one.run(11);
  EXPECT_NEAR(one.axis.reference.velocity, 2.1, 1e-12);  // 0.2 s after the command, not yet too old
  one.run(1);
  EXPECT_EQ(one.axis.reference.velocity, 0.0);
  one.rules.velocity_timeout = 0ms;  // none
  one.axis.set_velocity(5.0, one.set);
  one.run(100);
  EXPECT_EQ(one.axis.reference.velocity, 5.0);
  EXPECT_EQ(one.axis.reference.position, 3.0);  // the limit
}

TEST(Axis, MixedAddsVelocitiesToTheMotion) {
  Stepped one;
  one.axis.enter(Mode::kMixed, Interaction::kStiff, 0.0, 0.0);
  one.axis.move(1.0, one.set);
  one.axis.set_velocity(0.1, one.set);
  one.run(11);
  EXPECT_NEAR(one.axis.reference.position, 0.1 + 11 * 0.001, 1e-12);
  one.axis.stop(0.05);
  EXPECT_EQ(one.axis.reference.position, 0.05);
  EXPECT_TRUE(one.axis.motion_done());
}

JointLaw::Input input_at(double position, double reference, double torque = 0.0) {
  JointLaw::Input input;
  input.position = position;
  input.velocity = 0.5;
  input.reference = {reference, 0.2, torque};
  input.torque_offset = 1.5;
  input.lower = -2.0;
  input.upper = 3.0;
  return input;
}

TEST(JointLaw, HasTheLawOfItsMode) {
  const AxisSettings set = settings();
  const AxisRules integrator{Generator::kMinimumJerk, false, false, 0ms, 0.0};
  const AxisRules direct{Generator::kMinimumJerk, true, false, 0ms, 0.0};
  const RunTime run{0ms, 0.01};
  const auto torque = [&](Mode mode, Interaction interaction, const AxisRules& rules) {
    JointLaw law;
    return law.update(mode, interaction, input_at(0.3, 0.1, 7.0), run, set, rules);
  };
  const Interaction stiff = Interaction::kStiff, soft = Interaction::kCompliant;
  for (const Mode mode : {Mode::kPosition, Mode::kPositionDirect, Mode::kMixed, Mode::kVelocity}) {
    EXPECT_NEAR(torque(mode, stiff, integrator), -20.0, 1e-12);
    EXPECT_NEAR(torque(mode, soft, integrator), -20.0 * 0.2 - 2.0 * 0.5 + 1.5, 1e-12);
  }
  EXPECT_NEAR(torque(Mode::kVelocity, stiff, direct), -10.0 * 0.3, 1e-12);
  EXPECT_NEAR(torque(Mode::kVelocity, soft, direct), -10.0 * 0.3, 1e-12);
  for (const Mode mode : {Mode::kTorque, Mode::kPwm, Mode::kCurrent})
    EXPECT_EQ(torque(mode, soft, direct), 7.0);
  for (const Mode mode : {Mode::kIdle, Mode::kHardwareFault})
    EXPECT_EQ(torque(mode, stiff, direct), 0.0);
}

// Where a joint gives way, it is pushed back from beyond its limits.
TEST(JointLaw, PushesBackFromBeyondALimit) {
  const AxisSettings set = settings();
  const AxisRules rules{Generator::kMinimumJerk, false, false, 0ms, 0.0};
  const RunTime run{0ms, 0.01};
  JointLaw law;
  const auto torque_at = [&](double position, double torque) {
    return law.update(Mode::kTorque, Interaction::kStiff, input_at(position, 0.0, torque), run, set, rules);
  };
  EXPECT_NEAR(torque_at(3.1, 7.0), -10.0, 1e-9);
  EXPECT_NEAR(torque_at(3.1, 0.0), -10.0, 1e-9);
  EXPECT_EQ(torque_at(3.1, -7.0), -7.0);
  EXPECT_NEAR(torque_at(-2.1, -7.0), 10.0, 1e-9);
  EXPECT_NEAR(torque_at(-2.1, 0.0), 10.0, 1e-9);
  EXPECT_EQ(torque_at(-2.1, 7.0), 7.0);
}

// From torque to position: the torque there was fades within the switch time; without one it steps.
TEST(JointLaw, FadesFromLawToLaw) {
  const AxisSettings set = settings();
  for (const double switch_time : {0.1, 0.0}) {
    const AxisRules rules{Generator::kMinimumJerk, false, false, 0ms, switch_time};
    JointLaw law;
    law.update(Mode::kTorque, Interaction::kStiff, input_at(0.0, 0.0, 8.0), {0ms, 0.01}, set, rules);
    law.switch_law();
    std::vector<double> torques;
    for (int k = 0; k < 12; ++k)
      torques.push_back(law.update(Mode::kPosition, Interaction::kStiff, input_at(0.02, 0.0),
                                   {core::SimTime{(k + 1) * 10ms}, 0.01}, set, rules));
    EXPECT_NEAR(torques[0], switch_time > 0.0 ? 8.0 : -2.0, 1e-12);
    EXPECT_NEAR(torques[5], switch_time > 0.0 ? 3.0 : -2.0, 1e-9);
    EXPECT_NEAR(torques[10], -2.0, 1e-9);
  }
}

}  // namespace
}  // namespace lockstep::devices::control_board
