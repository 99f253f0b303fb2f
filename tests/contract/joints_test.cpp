// SPDX-License-Identifier: Apache-2.0
// Universal, ball and screw joints in motion, against closed forms.
#include <cmath>

#include "engines.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::contract {
namespace {

constexpr double kPi = 3.141592653589793;

/// 2 kg with the moment of inertia 0.5 kg.m2 about every axis, held at its centre of mass by a joint;
/// without gravity.
std::string held(const std::string& joint) {
  return "<gravity>0 0 0</gravity><model name='m'><link name='l'><inertial><mass>2</mass><inertia>"
         "<ixx>0.5</ixx><iyy>0.5</iyy><izz>0.5</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"
         "</link><joint name='j' " +
         joint + "</joint></model>";
}

/// Steps with the given efforts.
void drive(hosts::Engine& host, std::initializer_list<double> efforts, int steps) {
  for (int k = 0; k < steps; ++k) {
    std::size_t axis = 0;
    for (const double effort : efforts)
      host.state().applied[axis++] = effort;
    ASSERT_TRUE(succeeded(host.step())) << host.fault();
  }
}

std::unique_ptr<hosts::Engine> prepared(const EngineUnderTest& engine, const description::World& world) {
  auto host = engine.make(world, {});
  hosts::Needs needs;
  needs.links = {0};
  host->prepare(needs);
  return host;
}

// The axes of a universal joint at right angles do not feel each other if all moments of inertia are equal:
// q'' = tau / J for each, at any angle.
TEST_P(Contract, UniversalJoint) {
  ASSERT_TRUE(can("joint universal"));
  const auto host = prepared(
      engine(), world_of(held("type='universal'><parent>world</parent><child>l</child><axis><xyz>1 0 "
                              "0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>")));
  drive(*host, {1.0, -0.5}, 1000);
  EXPECT_NEAR(host->state().velocity[0], 2.0, 1e-3);
  EXPECT_NEAR(host->state().velocity[1], -1.0, 1e-3);
  EXPECT_NEAR(host->state().position[0], 1.0, 2e-3);
  EXPECT_NEAR(host->state().position[1], -0.5, 2e-3);
  // First about x, then about the turned y.
  const Eigen::Quaterniond turned =
      Eigen::AngleAxisd{host->state().position[0], Eigen::Vector3d::UnitX()} *
      Eigen::Quaterniond{Eigen::AngleAxisd{host->state().position[1], Eigen::Vector3d::UnitY()}};
  EXPECT_LT(turned.angularDistance(host->state().q_WB[0]), 1e-9);
}

// The axes of a ball joint are those of the child: turned by 90 degrees about z, an effort about its x
// accelerates it about the y of the world.
TEST_P(Contract, BallJoint) {
  ASSERT_TRUE(can("joint ball"));
  const auto host = prepared(engine(), world_of(held("type='ball'><parent>world</parent><child>l</child>")));
  const double effort = 0.25 * kPi;  // 0.5 rad/s2 pi: to 45 degrees in 1 s, and braked to 90 in another
  drive(*host, {0.0, 0.0, effort}, 1000);
  EXPECT_NEAR(host->state().velocity[2], 0.5 * kPi, 1e-6);
  drive(*host, {0.0, 0.0, -effort}, 1000);
  EXPECT_NEAR(host->state().position[2], 0.5 * kPi, 3e-3);
  EXPECT_NEAR(host->state().velocity[2], 0.0, 1e-6);
  drive(*host, {1.0, 0.0, 0.0}, 500);
  EXPECT_NEAR(host->state().velocity[0], 1.0, 1e-3);
  EXPECT_NEAR(host->state().w_WB[0].y(), 1.0, 5e-3);
  EXPECT_NEAR(host->state().w_WB[0].x(), 0.0, 5e-3);
}

// A pendulum on a ball joint that is let go stays in its plane and moves as on a hinge.
TEST_P(Contract, BallJointSwingsInItsPlane) {
  ASSERT_TRUE(can("joint ball"));
  std::string text = pendulum("p", "", "", "0 0 1.5 0 0 0", 1.0);
  const auto start = text.find("type='revolute'");
  text.replace(start, std::string{"type='revolute'"}.size(), "type='ball'");
  const auto axis = text.find("<axis>");
  text.erase(axis, text.find("</axis>") + 7 - axis);
  const auto host = prepared(engine(), world_of(text));
  drive(*host, {}, 1000);
  const double angle = integrate(
      [](const std::vector<double>& y) {
        return std::vector<double>{y[1], -9.8 * std::sin(y[0]) / 1.001};
      },
      {1.0, 0.0}, 1.0, 100000)[0];
  const Eigen::Vector3d down = host->state().q_WB[0] * Eigen::Vector3d{0.0, 0.0, -1.0};
  EXPECT_NEAR(std::atan2(-down.x(), -down.z()), angle, 2.5e-3);
  EXPECT_NEAR(down.y(), 0.0, 1e-9);
  EXPECT_NEAR(host->state().position[1], angle - 1.0, 2.5e-3);
}

// A ball joint whose child is the world is refused by name: its axes would be those of another body.
TEST_P(Contract, BallJointTheOtherWayRound) {
  try {
    static_cast<void>(
        engine().make(world_of(held("type='ball'><parent>l</parent><child>world</child>")), {}));
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("child of ball joint 'm::j' carries its parent"),
              std::string::npos)
        << error.what();
  }
}

// A screw turned by 2 N m about 0.5 kg.m2 moves 2 kg along by 0.5 m a turn: J + m (p / 2 pi)^2 is what is
// accelerated.
TEST_P(Contract, ScrewJoint) {
  if (!can("joint screw")) GTEST_SKIP() << "docs/hosts.md: no screw joints";
  description::World world =
      world_of(held("type='screw'><parent>world</parent><child>l</child><axis><xyz>1 0 0</xyz></axis>"));
  world.models[0].joints[0].screw_pitch_m_per_rev = 0.5;
  const auto host = prepared(engine(), world);
  drive(*host, {2.0}, 1000);
  const double lead = 0.5 / (2.0 * kPi);
  EXPECT_NEAR(host->state().velocity[0], 2.0 / (0.5 + 2.0 * lead * lead), 1e-6);
  EXPECT_NEAR(host->state().p_WB[0].x(), lead * host->state().position[0], 1e-9);
}

// A revolute2 joint is two revolute joints in series, as a universal one.
TEST_P(Contract, Revolute2Joint) {
  ASSERT_TRUE(can("joint revolute2"));
  const auto host = prepared(
      engine(), world_of(held("type='revolute2'><parent>world</parent><child>l</child><axis><xyz>0 0 "
                              "1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>")));
  drive(*host, {1.0, -0.5}, 1000);
  EXPECT_NEAR(host->state().velocity[0], 2.0, 1e-3);
  EXPECT_NEAR(host->state().velocity[1], -1.0, 1e-3);
}

// A joint whose limits are equal is held there, also against its load.
TEST_P(Contract, EqualLimitsHoldAJoint) {
  std::string text = pendulum("p", "<damping>0</damping>");
  text.insert(text.find("<dynamics>"), "<limit><lower>0.5</lower><upper>0.5</upper></limit>");
  Rig rig{engine(), world_of(text)};
  rig.runtime->start();
  EXPECT_EQ(rig.position(), 0.5);
  ASSERT_TRUE(rig.run_until(0.5));
  EXPECT_NEAR(rig.position(), 0.5, 1e-4);
  EXPECT_NEAR(rig.velocity(), 0.0, 1e-3);
}

}  // namespace
}  // namespace lockstep::contract
