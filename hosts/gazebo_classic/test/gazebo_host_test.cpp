// SPDX-License-Identifier: Apache-2.0
#include "gazebo_host.hpp"

#include <cmath>

#include "in_process.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

class GazeboHostTest : public testing::TestWithParam<std::string> {};

// A command of a device acts, 4 N.m on 2 kg m^2 for 0.1 s, together with that of somebody else in the same
// step, on every engine.
TEST_P(GazeboHostTest, CommandsOfDevicesAndOthersAddUp) {
  for (const double others : {0.0, -2.0}) {
    test::World world{GetParam(), test::arm("m")};
    GazeboHost host{world.model("m")};
    Needs needs;
    needs.commanded = {{0, CommandMode::kEffort}};
    host.prepare(needs);
    EXPECT_TRUE(host.drives_joints());
    gazebo::physics::Joint& joint = *world.model("m").GetJoint("joint");
    for (int i = 0; i < 100; ++i) {
      const gazebo::event::ConnectionPtr before = gazebo::event::Events::ConnectWorldUpdateBegin(
          [&](const gazebo::common::UpdateInfo&) { joint.SetForce(0, others); });
      const gazebo::event::ConnectionPtr act =
          gazebo::event::Events::ConnectBeforePhysicsUpdate([&](const gazebo::common::UpdateInfo&) {
            host.refresh();
            host.state().command[0] = 4.0;
            host.read_commands(nanoseconds(world->SimTime()));
            EXPECT_EQ(host.state().applied[0], 4.0 + others);
            host.write();
          });
      world.step();
    }
    EXPECT_NEAR(joint.GetVelocity(0), (4.0 + others) / 2.0 * 0.1, 1e-5);
  }
}

// A joint is put where it should be, with its velocity; Gazebo's Simbody cannot, and says so.
TEST_P(GazeboHostTest, SetsTheStateOfAJoint) {
  test::World world{GetParam(), test::arm("m")};
  GazeboHost host{world.model("m")};
  Needs needs;
  needs.positions = needs.velocities = {0};
  host.prepare(needs);
  EXPECT_EQ(host.has(Capability::kSetJointState), GetParam() != "simbody");
  if (GetParam() == "simbody") {
    EXPECT_THROW(host.set_joint_state(0, 0.5, 1.0), Error);
    return;
  }
  host.set_joint_state(0, 0.5, 1.0);
  EXPECT_NEAR(host.state().position[0], 0.5, 1e-6);
  EXPECT_NEAR(host.state().velocity[0], 1.0, 1e-6);
  world.step();
  host.refresh();
  EXPECT_NEAR(host.state().position[0], 0.501, 1e-5);
  EXPECT_NEAR(host.state().velocity[0], 1.0, 1e-5);
  EXPECT_THROW(host.set_joint_state(0, std::nan(""), 0.0), Error);
}

INSTANTIATE_TEST_SUITE_P(Engines, GazeboHostTest, testing::Values("ode", "bullet", "simbody", "dart"));

// A position or velocity command is refused by name: only efforts are there.
TEST(GazeboHost, RefusesWhatGazeboLacks) {
  test::World world{"ode", test::arm("m")};
  GazeboHost host{world.model("m")};
  Needs needs;
  needs.commanded = {{0, CommandMode::kPosition}};
  try {
    host.prepare(needs);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("position command"), std::string::npos) << error.message();
  }
}

// A velocity of a joint that carries another one is refused on engines that would set one link alone.
TEST(GazeboHost, RefusesAVelocityThatItCannotPassOn) {
  const std::string two =
      "<model name='m'><link name='a'/><link name='b'/><joint name='j' type='revolute'><parent>world</parent>"
      "<child>a</child><axis><xyz>0 1 0</xyz></axis></joint><joint name='k' "
      "type='revolute'><parent>a</parent>"
      "<child>b</child><axis><xyz>0 1 0</xyz></axis></joint></model>";
  test::World world{"ode", two};
  GazeboHost host{world.model("m")};
  host.prepare({});
  EXPECT_THROW(host.set_joint_state(0, 0.1, 1.0), Error);
  EXPECT_NO_THROW(host.set_joint_state(0, 0.1, 0.0));
  EXPECT_NO_THROW(host.set_joint_state(1, 0.1, 1.0));
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
