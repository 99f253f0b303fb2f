// SPDX-License-Identifier: Apache-2.0
// Wrenches, reactions, contacts, wind.
#include <cmath>

#include "engines.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;

const char* const kOffCentre =
    R"(<gravity>0 0 0</gravity><wind><linear_velocity>1 2 3</linear_velocity></wind>
  <model name='b'><link name='body'><inertial><pose>0.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>0.4</ixx><iyy>0.4</iyy>
  <izz>0.4</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link></model>)";

/// Steps a host by itself with a wrench on link 0.
void push(hosts::Engine& engine, const Eigen::Vector3d& force, const Eigen::Vector3d& torque, int steps) {
  for (int k = 0; k < steps; ++k) {
    engine.state().force_W[0] = force;
    engine.state().torque_W[0] = torque;
    ASSERT_TRUE(succeeded(engine.step())) << engine.fault();
  }
}

// A force through the origin of a link whose centre of mass is elsewhere moves and turns it: after one step
// v = F h / m for the centre of mass and w = r x F h / I.
TEST_P(Contract, WrenchOnALink) {
  const auto host = engine().make(world_of(kOffCentre), {});
  hosts::Needs needs;
  needs.links = needs.pushed = {0};
  host->prepare(needs);
  push(*host, {0.0, 4.0, 0.0}, {0.0, 0.0, 0.0}, 1);
  const Eigen::Vector3d w = host->state().w_WB[0];
  const Eigen::Vector3d v_com = host->state().v_WB[0] + w.cross(Eigen::Vector3d{0.5, 0.0, 0.0});
  EXPECT_NEAR(v_com.y(), 4.0 * 0.001 / 2.0, 1e-8);
  EXPECT_NEAR(w.z(), -0.5 * 4.0 * 0.001 / 0.4, 1e-8);
  host->reset();
  push(*host, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.8}, 500);
  EXPECT_NEAR(host->state().w_WB[0].z(), 1.0, 1e-6);
}

// The wind of the world is what devices see.
TEST_P(Contract, Wind) {
  const auto host = engine().make(world_of(kOffCentre), {});
  EXPECT_EQ(host->state().wind_W, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(host->state().gravity_W, Eigen::Vector3d(0.0, 0.0, 0.0));
}

// 10 kg on a fixed joint weigh 98.0 N, and 1 m beside it they turn with 98.0 N m.
TEST_P(Contract, WeightThroughAFixedJoint) {
  if (!can("joint reaction")) GTEST_SKIP() << "docs/hosts.md: no joint reaction";
  Rig rig{
      engine(),
      world_of(R"(<model name='m'><pose>0 0 1 0 0 0</pose><link name='arm'><inertial><pose>1 0 0 0 0 0</pose>
    <mass>10</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <joint name='mount' type='fixed'><parent>world</parent><child>arm</child></joint></model>)")};
  const auto force = rig.runtime->watch("m/mount/reaction_force");
  const auto torque = rig.runtime->watch("m/mount/reaction_torque");
  const auto acceleration = rig.runtime->watch("m/arm/linear_acceleration");
  rig.runtime->start();
  EXPECT_EQ(force.number(2), 0.0);
  ASSERT_TRUE(rig.run_until(0.01));
  EXPECT_NEAR(force.number(2), 98.0, 1e-9);
  EXPECT_NEAR(force.number(0), 0.0, 1e-9);
  EXPECT_NEAR(torque.number(1), -98.0, 1e-9);
  EXPECT_NEAR(acceleration.number(2), 0.0, 1e-9);
}

const char* const kGround =
    R"(<model name='ground'><static>true</static><link name='link'><collision name='c'><geometry><plane>
  <normal>0 0 1</normal><size>100 100</size></plane></geometry><surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode></friction>
  </surface></collision></link></model>)";
const char* const kBox =
    R"(<model name='box'><pose>0 0 0.5 0 0 0</pose><link name='body'><inertial><mass>1</mass><inertia>
  <ixx>0.1667</ixx><iyy>0.1667</iyy><izz>0.1667</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
  <collision name='c'><geometry><box><size>1 1 1</size></box></geometry><surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode>
  </friction></surface></collision></link></model>)";

// A box at rest stays within 2 mm of where it stands, its acceleration goes to 0, and the ground carries its
// weight.
TEST_P(Contract, BoxAtRest) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  const auto host = engine().make(world_of(std::string{kGround} + kBox), {});
  const auto body = *host->layout().find_link("box/body");
  hosts::Needs needs;
  needs.links = needs.contacts = {body};
  needs.max_contacts = 16;
  host->prepare(needs);
  for (int k = 0; k < 1000; ++k)
    ASSERT_TRUE(succeeded(host->step()));
  EXPECT_NEAR(host->state().p_WB[body].z(), 0.5, 2e-3);
  EXPECT_NEAR(host->state().v_WB[body].norm(), 0.0, 1e-3);
  Eigen::Vector3d carried = Eigen::Vector3d::Zero();
  ASSERT_GT(host->state().contact_count, 0U);
  for (std::size_t c = 0; c < host->state().contact_count; ++c) {
    const hosts::Contact& contact = host->state().contacts[c];
    carried += contact.link_b == body ? contact.force_b_W_n : Eigen::Vector3d{-contact.force_b_W_n};
  }
  EXPECT_NEAR(carried.z(), kG, 0.02 * kG);
}

// A box that slides with 2 m/s stops after v^2 / (2 mu g) = 0.408 m, within 5 %.
TEST_P(Contract, BoxSlides) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  Rig rig{engine(), world_of(std::string{kGround} + kBox)};
  const auto position = rig.runtime->watch("box/body/position");
  const auto velocity = rig.runtime->watch("box/body/linear_velocity");
  rig.runtime->start();
  description::Pose pose;
  pose.position = {0.0, 0.0, 0.5};
  rig.runtime->set_link_state("box/body", pose, {2.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(position.number(0), 2.0 * 2.0 / (2.0 * 0.5 * kG), 0.05 * 0.408);
  EXPECT_NEAR(velocity.number(0), 0.0, 0.01);
}

}  // namespace
}  // namespace lockstep::contract
