// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "random_state.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::dynamics {
namespace {

/// Two rods in the plane x-z, turning about -y so that positive angles lift them: the textbook's arm.
std::shared_ptr<const Mechanism> two_rods(bool second_has_weight = true) {
  const auto rod = [](const char* name, double x, double centre, double mass, double inertia, bool weight) {
    return "<link name='" + std::string{name} + "'><pose>" + std::to_string(x) +
           " 0 0 0 0 0</pose><gravity>" + (weight ? "true" : "false") + "</gravity><inertial><pose>" +
           std::to_string(centre) + " 0 0 0 0 0</pose><mass>" + std::to_string(mass) +
           "</mass><inertia><ixx>0.001</ixx><iyy>" + std::to_string(inertia) + "</iyy><izz>" +
           std::to_string(inertia) + "</izz></inertia></inertial></link>";
  };
  const std::string text =
      "<sdf version='1.9'><world name='w'><gravity>0 0 -9.81</gravity><model name='arm'>" +
      rod("upper", 0.0, 0.25, 2.0, 0.04, true) + rod("lower", 0.5, 0.2, 1.5, 0.02, second_has_weight) +
      "<joint name='one' type='revolute'><parent>world</parent><child>upper</child><axis><xyz>0 -1 0</xyz>"
      "<dynamics><damping>0.3</damping><friction>0.2</friction></dynamics></axis></joint>"
      "<joint name='two' type='revolute'><parent>upper</parent><child>lower</child><axis><xyz>0 -1 0</xyz>"
      "<dynamics><spring_stiffness>4</spring_stiffness><spring_reference>0.1</spring_reference></dynamics>"
      "</axis></joint></model></world></sdf>";
  return std::make_shared<Mechanism>(description::read_world_text(text, "rods.sdf").world);
}

constexpr double kM1 = 2.0, kM2 = 1.5, kL = 0.5, kC1 = 0.25, kC2 = 0.2, kI1 = 0.04, kI2 = 0.02, kG = 9.81;

TEST(TwoRods, HaveTheEquationsOfTheTextbook) {
  Dynamics dynamics{two_rods()};
  Eigen::VectorXd tau(2), g(2);
  Eigen::MatrixXd M(2, 2), C(2, 2);
  for (const auto& [q1, q2, v1, v2] : {std::array{0.3, -0.7, 1.1, -2.0}, std::array{-1.9, 2.4, 0.4, 3.0}}) {
    dynamics.set_state(Eigen::Vector2d{q1, q2}, Eigen::Vector2d{v1, v2});
    dynamics.mass_matrix(M);
    dynamics.coriolis_matrix(C);
    dynamics.gravity(g);
    const double coupled = kM2 * kL * kC2;
    const double m22 = kI2 + kM2 * kC2 * kC2, m12 = m22 + coupled * std::cos(q2);
    EXPECT_NEAR(M(0, 0), kI1 + kM1 * kC1 * kC1 + kM2 * kL * kL + m22 + 2 * coupled * std::cos(q2), 1e-14);
    EXPECT_NEAR(M(0, 1), m12, 1e-14);
    EXPECT_NEAR(M(1, 1), m22, 1e-14);
    // Christoffel's symbols of this arm.
    const double h = -coupled * std::sin(q2);
    EXPECT_NEAR(C(0, 0), h * v2, 1e-14);
    EXPECT_NEAR(C(0, 1), h * (v1 + v2), 1e-14);
    EXPECT_NEAR(C(1, 0), -h * v1, 1e-14);
    EXPECT_NEAR(C(1, 1), 0.0, 1e-14);
    const double g2 = kM2 * kG * kC2 * std::cos(q1 + q2);
    EXPECT_NEAR(g[0], (kM1 * kC1 + kM2 * kL) * kG * std::cos(q1) + g2, 1e-13);
    EXPECT_NEAR(g[1], g2, 1e-13);
  }
}

TEST(TwoRods, HaveDampersSpringsAndFriction) {
  Dynamics dynamics{two_rods()};
  Eigen::VectorXd tau(2);
  dynamics.set_state(Eigen::Vector2d{0.3, 0.5}, Eigen::Vector2d{-2.0, 1.0});
  dynamics.passive_effort(tau);
  EXPECT_DOUBLE_EQ(tau[0], 0.3 * 2.0 + 0.2);
  EXPECT_DOUBLE_EQ(tau[1], -4.0 * (0.5 - 0.1));
  dynamics.set_position(Eigen::Vector2d{0.3, 0.1});
  dynamics.passive_effort(tau);
  EXPECT_EQ(tau[0], 0.0) << "nothing moves: friction is 0";
  EXPECT_EQ(tau[1], 0.0);
}

TEST(TwoRods, FeelNoWeightOfALinkWithoutGravity) {
  Dynamics dynamics{two_rods(false)};
  Eigen::VectorXd g(2), bias(2), a(2);
  const Eigen::Vector2d q{0.3, -0.7};
  dynamics.set_position(q);
  dynamics.gravity(g);
  EXPECT_NEAR(g[0], kM1 * kC1 * kG * std::cos(q[0]), 1e-14);
  EXPECT_NEAR(g[1], 0.0, 1e-14);
  dynamics.bias(bias);
  EXPECT_LT((bias - g).norm(), 1e-14);
  dynamics.forward_dynamics(g, a);
  EXPECT_LT(a.norm(), 1e-12) << "held, it stays";
}

TEST(TwoRods, FollowAPendulumWithoutLosingEnergy) {
  // Integrated by the classical Runge-Kutta method: its error over 2 s with h = 1 ms is about 1e-10 of 20 J.
  Dynamics dynamics{two_rods()};
  Eigen::Vector2d q{0.2, 0.4}, v{0.0, 0.0};
  const auto acceleration = [&](const Eigen::Vector2d& at, const Eigen::Vector2d& speed) {
    Eigen::VectorXd a(2);
    dynamics.set_state(at, speed);
    dynamics.forward_dynamics(Eigen::Vector2d::Zero(), a);
    return Eigen::Vector2d{a};
  };
  dynamics.set_state(q, v);
  const double before = dynamics.potential_energy();
  constexpr double h = 1e-3;
  for (int step = 0; step < 2000; ++step) {
    const Eigen::Vector2d a1 = acceleration(q, v), v2 = v + h / 2 * a1;
    const Eigen::Vector2d a2 = acceleration(q + h / 2 * v, v2), v3 = v + h / 2 * a2;
    const Eigen::Vector2d a3 = acceleration(q + h / 2 * v2, v3), v4 = v + h * a3;
    const Eigen::Vector2d a4 = acceleration(q + h * v3, v4);
    q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  dynamics.set_state(q, v);
  EXPECT_GT(dynamics.kinetic_energy(), 0.1);
  EXPECT_NEAR(dynamics.kinetic_energy() + dynamics.potential_energy(), before, 1e-8);
}

TEST(Dynamics, AllocatesNothingAfterItIsMade) {
  if (!test::counts_allocations()) GTEST_SKIP() << "a sanitizer counts for itself";
  for (const char* file : {"tree.sdf", "biped.urdf"}) {
    const auto mechanism = robot(file);
    const auto n = static_cast<Eigen::Index>(mechanism->velocity_size());
    RandomState random{*mechanism};
    Eigen::VectorXd q = random.position(), v = random.vector(), a = random.vector(), tau(n);
    Eigen::MatrixXd M(n, n), J(6, n), centre(3, n);
    Dynamics dynamics{mechanism};
    const long before = test::allocation_count();
    for (int i = 0; i < 3; ++i) {
      dynamics.set_state(q, v);
      dynamics.inverse_dynamics(a, tau);
      dynamics.forward_dynamics(tau, a);
      dynamics.bias(tau);
      dynamics.coriolis(tau);
      dynamics.gravity(tau);
      dynamics.passive_effort(tau);
      dynamics.mass_matrix(M);
      dynamics.coriolis_matrix(M);
      dynamics.jacobian(0, Vector3::Ones(), J);
      dynamics.jacobian_rate(0, Vector3::Ones(), J);
      dynamics.centre_of_mass_jacobian(centre);
      mechanism->advance(q, v, 1e-3, q);
    }
    EXPECT_EQ(test::allocation_count(), before) << file;
  }
}

TEST(Dynamics, RestsUntilItIsGivenAState) {
  Dynamics dynamics{robot("panda.urdf")};
  EXPECT_EQ(dynamics.kinetic_energy(), 0.0);
  EXPECT_LT(
      (dynamics.link_pose(dynamics.mechanism().link("flange")).position - Vector3{0.088, 0.0, 0.926}).norm(),
      1e-12);
}

}  // namespace
}  // namespace lockstep::dynamics
