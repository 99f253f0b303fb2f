// SPDX-License-Identifier: Apache-2.0
// Motion of joints and free bodies against closed forms and fine reference solutions.
#include <cmath>

#include "engines.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;
constexpr double kInertia = 1.001;  // of the pendulum about its joint

INSTANTIATE_TEST_SUITE_P(Engines, Contract, ::testing::Range<std::size_t>(0, engines().size()),
                         [](const auto& tested) { return engines()[tested.param].name; });

double pendulum_reference(double start, double damping, double end_s) {
  return integrate(
      [damping](const std::vector<double>& y) {
        return std::vector<double>{y[1], (-kG * std::sin(y[0]) - damping * y[1]) / kInertia};
      },
      {start, 0.0}, end_s, 200000)[0];
}

// A pendulum from 1 rad follows the reference within 2.5e-3 rad over 2 s at 1 ms (first-order engines), and
// halving the step halves the error at least nearly.
TEST_P(Contract, PendulumConverges) {
  const double reference = pendulum_reference(1.0, 0.0, 2.0);
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    Rig rig{engine(), world_of(pendulum("p", "")), i == 0 ? 0.001 : 0.0005};
    rig.runtime->start();
    rig.runtime->set_joint_state("p/joint", 1.0, 0.0);
    ASSERT_TRUE(rig.run_until(2.0));
    errors[i] = std::fabs(rig.position() - reference);
  }
  EXPECT_LT(errors[0], 2.5e-3);
  EXPECT_LT(errors[1], std::max(0.6 * errors[0], 1e-5));
}

// The energy of an undamped pendulum stays within 1 % over 10 s.
TEST_P(Contract, PendulumKeepsItsEnergy) {
  Rig rig{engine(), world_of(pendulum("p", ""))};
  rig.runtime->start();
  rig.runtime->set_joint_state("p/joint", 1.5, 0.0);
  const double start = -kG * std::cos(1.5);
  for (int second = 1; second <= 10; ++second) {
    ASSERT_TRUE(rig.run_until(second));
    const double energy = 0.5 * kInertia * rig.velocity() * rig.velocity() - kG * std::cos(rig.position());
    EXPECT_NEAR(energy, start, 0.01 * (kG - start)) << second;
  }
}

// Two links in a row, from the side: reference by the equations of motion in relative angles.
TEST_P(Contract, DoublePendulum) {
  const std::string world = R"(<model name='d'><pose>0 0 3 0 0 0</pose>
    <link name='upper'><inertial><pose>0 0 -0.5 0 0 0</pose><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz>
      <ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <link name='lower'><pose>0 0 -1 0 0 0</pose><inertial><pose>0 0 -0.4 0 0 0</pose><mass>0.5</mass><inertia><ixx>0.02</ixx>
      <iyy>0.02</iyy><izz>0.02</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <joint name='a' type='revolute'><parent>world</parent><child>upper</child><axis><xyz>0 1 0</xyz></axis></joint>
    <joint name='b' type='revolute'><parent>upper</parent><child>lower</child><axis><xyz>0 1 0</xyz></axis></joint></model>)";
  const double m1 = 1.0, m2 = 0.5, c1 = 0.5, c2 = 0.4, l1 = 1.0, i1 = 0.1, i2 = 0.02;
  const auto slope = [=](const std::vector<double>& y) {
    const double m11 = i1 + i2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2.0 * l1 * c2 * std::cos(y[1]));
    const double m12 = i2 + m2 * (c2 * c2 + l1 * c2 * std::cos(y[1]));
    const double m22 = i2 + m2 * c2 * c2;
    const double s = m2 * l1 * c2 * std::sin(y[1]);
    const double r1 = s * (2.0 * y[2] * y[3] + y[3] * y[3]) - (m1 * c1 + m2 * l1) * kG * std::sin(y[0]) -
                      m2 * c2 * kG * std::sin(y[0] + y[1]);
    const double r2 = -s * y[2] * y[2] - m2 * c2 * kG * std::sin(y[0] + y[1]);
    const double det = m11 * m22 - m12 * m12;
    return std::vector<double>{y[2], y[3], (m22 * r1 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det};
  };
  const std::vector<double> reference = integrate(slope, {1.0, 0.5, 0.0, 0.0}, 1.0, 100000);
  Rig rig{engine(), world_of(world), 0.0005};
  rig.runtime->start();
  rig.runtime->set_joint_state("d/a", 1.0, 0.0);
  rig.runtime->set_joint_state("d/b", 0.5, 0.0);
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(rig.position(0), reference[0], 2.5e-3);
  EXPECT_NEAR(rig.position(1), reference[1], 5e-3);
}

const char* const kBall =
    R"(<model name='ball'><pose>0 0 5 0 0 0</pose><link name='body'><inertial><mass>2</mass><inertia>
  <ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link></model>)";

// Free fall: the velocity is exact; the position is off by at most g h t / 2, a first-order method's error.
// The acceleration is 0 before the first step and g in free fall.
TEST_P(Contract, FreeFall) {
  Rig rig{engine(), world_of(kBall)};
  const auto position = rig.runtime->watch("ball/body/position");
  const auto velocity = rig.runtime->watch("ball/body/linear_velocity");
  const auto acceleration = rig.runtime->watch("ball/body/linear_acceleration");
  rig.runtime->start();
  EXPECT_EQ(acceleration.number(2), 0.0);
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(velocity.number(2), -kG, 1e-6);
  EXPECT_NEAR(position.number(2), 5.0 - 0.5 * kG, 1.01 * 0.5 * kG * 0.001);
  EXPECT_NEAR(acceleration.number(2), -kG, 1e-6);
}

// A free body can be put somewhere else, and turns with a constant angular velocity.
TEST_P(Contract, FreeBodyIsPutAndTurns) {
  description::World world = world_of(std::string{"<gravity>0 0 0</gravity>"} + kBall);
  Rig rig{engine(), world};
  const auto position = rig.runtime->watch("ball/body/position");
  const auto orientation = rig.runtime->watch("ball/body/orientation");
  rig.runtime->start();
  description::Pose pose;
  pose.position = {1.0, 2.0, 3.0};
  rig.runtime->set_link_state("ball/body", pose, {1.0, 0.0, 0.0}, {0.0, 0.0, 0.5});
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(position.number(0), 2.0, 1e-6);
  EXPECT_NEAR(position.number(1), 2.0, 1e-6);
  EXPECT_NEAR(orientation.number(2), std::sin(0.25), 1e-6);
  EXPECT_NEAR(orientation.number(3), std::cos(0.25), 1e-6);
}

/// A mass of 2 kg on a joint along or about x, without gravity.
std::string slider(const std::string& type, const std::string& axis) {
  return "<gravity>0 0 0</gravity><model name='s'><link "
         "name='body'><inertial><mass>2</mass><inertia><ixx>0.5</ixx><iyy>0.5</iyy>"
         "<izz>0.5</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link><joint name='j' "
         "type='" +
         type + "'><parent>world</parent><child>body</child><axis><xyz>1 0 0</xyz>" + axis +
         "</axis></joint></model>";
}

// A constant effort on a prismatic joint: v = F t / m, exactly in any linear method.
TEST_P(Contract, PrismaticJoint) {
  Rig rig{engine(), world_of(slider("prismatic", ""))};
  rig.runtime->start();
  auto& state = rig.engine->state();
  for (int k = 0; k < 1000; ++k) {
    state.applied[0] = 3.0;
    ASSERT_TRUE(succeeded(rig.engine->step()));
  }
  EXPECT_NEAR(rig.velocity(), 1.5, 1e-6);
  EXPECT_NEAR(rig.position(), 0.75, 1e-3);
}

// Viscous damping: v = v0 exp(-d t / J) within a first-order method's 1e-3.
TEST_P(Contract, JointDamping) {
  Rig rig{engine(), world_of(slider("revolute", "<dynamics><damping>0.5</damping></dynamics>"))};
  rig.runtime->start();
  rig.runtime->set_joint_state("s/j", 0.0, 2.0);
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(rig.velocity(), 2.0 * std::exp(-1.0), 1e-3);
}

// Coulomb friction of 1 N m: 0.8 N m move a joint by less than 1 mrad in 1 s, 2 N m accelerate it by (2 - 1)
// / J within 2 %.
TEST_P(Contract, JointFriction) {
  if (!can("joint friction")) GTEST_SKIP() << "docs/hosts.md: no joint friction";
  Rig rig{engine(), world_of(slider("revolute", "<dynamics><friction>1.0</friction></dynamics>"))};
  rig.runtime->start();
  auto& state = rig.engine->state();
  for (int k = 0; k < 1000; ++k) {
    state.applied[0] = 0.8;
    ASSERT_TRUE(succeeded(rig.engine->step()));
  }
  EXPECT_LT(std::fabs(rig.position()), 1e-3);
  const double before = rig.velocity();
  for (int k = 0; k < 1000; ++k) {
    state.applied[0] = 2.0;
    ASSERT_TRUE(succeeded(rig.engine->step()));
  }
  EXPECT_NEAR(rig.velocity() - before, 2.0, 0.04);
}

// A joint spring: half a period of sqrt(k / J) later the joint is on the other side.
TEST_P(Contract, JointSpring) {
  Rig rig{engine(), world_of(slider("revolute",
                                    "<dynamics><damping>0</damping><spring_stiffness>2</spring_stiffness>"
                                    "<spring_reference>0</spring_reference></dynamics>"))};
  rig.runtime->start();
  rig.runtime->set_joint_state("s/j", 0.3, 0.0);
  ASSERT_TRUE(rig.run_until(1.571));  // pi / sqrt(2 / 0.5), to the step
  EXPECT_NEAR(rig.position(), -0.3, 2e-3);
}

// Position limits hold against 1 N m, within 5 mrad of softness; the effort limit of the file clips commands.
TEST_P(Contract, JointLimits) {
  Rig rig{engine(),
          world_of(slider(
              "revolute",
              "<limit><lower>-1</lower><upper>0.5</upper><effort>7</effort><velocity>9</velocity></limit>"))};
  rig.runtime->start();
  EXPECT_EQ(rig.engine->state().effort_limit[0], 7.0);
  EXPECT_EQ(rig.engine->state().velocity_limit[0], 9.0);
  auto& state = rig.engine->state();
  for (int k = 0; k < 2000; ++k) {
    state.applied[0] = 1.0;
    ASSERT_TRUE(succeeded(rig.engine->step()));
  }
  EXPECT_NEAR(rig.position(), 0.5, 5e-3);
  EXPECT_NEAR(rig.velocity(), 0.0, 1e-2);
}

// A joint whose child is the world counts the same angle the other way round.
TEST_P(Contract, WorldAsChild) {
  std::string turned = pendulum("p", "");
  turned.replace(turned.find("<parent>world</parent><child>bar</child>"), 40,
                 "<parent>bar</parent><child>world</child>");
  Rig plain{engine(), world_of(pendulum("p", ""))};
  Rig reversed{engine(), world_of(turned)};
  for (Rig* rig : {&plain, &reversed})
    rig->runtime->start();
  plain.runtime->set_joint_state("p/joint", 0.5, 0.0);
  reversed.runtime->set_joint_state("p/joint", -0.5, 0.0);
  ASSERT_TRUE(plain.run_until(1.0));
  ASSERT_TRUE(reversed.run_until(1.0));
  EXPECT_NEAR(reversed.position(), -plain.position(), 1e-9);
}

// Models and joints start with the velocities they are given, also after a reset: a body thrown at 3 m/s that
// turns about the model's origin 1 m beside it, and a joint of its own.
TEST_P(Contract, InitialVelocities) {
  description::World world = world_of(
      "<gravity>0 0 0</gravity><model name='thrown'><pose>0 0 5 0 0 1.5707963267948966</pose><link "
      "name='l'><pose>1 0 "
      "0 0 0 0</pose></link></model><model name='m'><link name='l'/><joint name='j' "
      "type='revolute'><parent>world"
      "</parent><child>l</child><axis><xyz>0 1 0</xyz></axis></joint></model>");
  world.models[0].velocity_m_s = {3.0, 0.0, 0.0};
  world.models[0].angular_velocity_rad_s = {0.0, 0.0, 2.0};
  world.models[1].joints[0].axes[0].initial_velocity = -0.5;
  const auto host = engine().make(world, {});
  hosts::Needs needs;
  needs.links = {0, 1};
  host->prepare(needs);
  for (int run = 0; run < 2; ++run) {
    // The link is 1 m along the world's y: omega x r = (-2, 0, 0).
    EXPECT_LT((host->state().v_WB[0] - Eigen::Vector3d(1.0, 0.0, 0.0)).norm(), 1e-9);
    EXPECT_LT((host->state().w_WB[0] - Eigen::Vector3d(0.0, 0.0, 2.0)).norm(), 1e-9);
    EXPECT_NEAR(host->state().velocity[0], -0.5, 1e-12);
    for (int k = 0; k < 100; ++k)
      ASSERT_TRUE(succeeded(host->step())) << host->fault();
    EXPECT_NEAR(host->state().p_WB[0].x(), 0.1, 1e-6);
    EXPECT_NEAR(host->state().position[0], -0.05, 1e-6);
    host->reset();
  }
}

}  // namespace
}  // namespace lockstep::contract
