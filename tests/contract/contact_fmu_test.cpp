// SPDX-License-Identifier: Apache-2.0
// An FMU between a link and the ground.
#include <cmath>

#include "engines.hpp"

namespace lockstep::contract {
namespace {

// A ball of 10 kg that turns about the vertical, without friction of the engine. Bore friction is constant
// while its wheel does not roll, N mu sqrt((l^2 + w^2) / 12) with N = m g: the ball stops after w0^2 / (2 T /
// J), to the 2 % that N needs to settle and the bend of the bristle, and then stays.
TEST_P(Contract, AnFmuIsTheSurfaceUnderALink) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  const std::string inertia =
      "<inertia><ixx>0.04</ixx><iyy>0.04</iyy><izz>0.04</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>";
  Rig rig{engine(),
          world_of(
              "<model name='ground'><static>true</static><link name='l'><collision name='c'><geometry><plane>"
              "<normal>0 0 1</normal></plane></geometry></collision></link></model>"
              "<model name='robot'><pose>0 0 0.1 0 0 0</pose>"
              "<link name='carriage'><inertial><mass>1</mass>" +
              inertia + "</inertial></link><link name='ball'><inertial><mass>9</mass>" + inertia +
              "</inertial><collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry>"
              "<surface><friction><ode><mu>0</mu><mu2>0</mu2></ode></friction></surface></collision></link>"
              "<joint name='guide' type='prismatic'><parent>world</parent><child>carriage</child>"
              "<axis><xyz>0 0 1</xyz></axis></joint>"
              "<joint name='turn' type='continuous'><parent>carriage</parent><child>ball</child>"
              "<axis><xyz>0 0 1</xyz></axis></joint>"
              "<plugin name='c' filename='fmu_contact'><link>ball</link><name>ground</name>"
              "<fmu>BoreContact</fmu></plugin></model>")};
  const auto normal = rig.runtime->watch("robot/ground/normal_force");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(0.5));  // comes to rest on the ground
  rig.runtime->set_joint_state("robot/turn", 0.0, 5.0);
  ASSERT_TRUE(rig.run_until(2.0));
  EXPECT_NEAR(normal.number(), 98.0, 0.2);
  const double torque = 98.0 * 0.6 * std::sqrt((0.0135 * 0.0135 + 0.019 * 0.019) / 12.0);
  const double expected = 25.0 / (2.0 * torque / 0.04);
  EXPECT_NEAR(rig.position(1), expected, 0.02 * expected);
  // The bristle swings with 7 Hz and a damping ratio of 0.07 around where the ball has stopped.
  EXPECT_NEAR(rig.velocity(1), 0.0, 1e-2);
  const double before = rig.position(1);
  ASSERT_TRUE(rig.run_until(4.0));
  EXPECT_NEAR(rig.velocity(1), 0.0, 1e-4);
  EXPECT_NEAR(rig.position(1), before, 1e-3);
}

}  // namespace
}  // namespace lockstep::contract
