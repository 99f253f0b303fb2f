// SPDX-License-Identifier: Apache-2.0
#include "joint_driver.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/xml_tree.hpp"
#include "lockstep/devices/network/network.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::network {
namespace {

using test::error_of;

core::ConfigNode spring(const std::string& joints) {
  const std::string fmu = std::string{LOCKSTEP_NETWORK_FMUS} + "/3.0/Gain.fmu";
  return core::read_xml(
      "<devices><name>law</name><fmus><name>spring</name><fmu>" + fmu +
          "</fmu><parameters><k>-4</k><b>0.5</b></parameters></fmus><fmus><name>sign</name><fmu>" + fmu +
          "</fmu></fmus><connections>spring.y -&gt; sign.u</connections>" +
          "<inputs><input name=\"spring.u\" signal=\"arm/knee/position\"/></inputs>" + joints + "</devices>",
      "test.yaml");
}

/// One joint of 1 kg.m2 at 0.25 rad, a law of two FMUs on it.
struct World {
  explicit World(const std::string& joints) : world{bent_knee(), kind(), spring(joints)} {
    world.runtime.start();
  }
  static hosts::fake::FakeWorld bent_knee() {
    hosts::fake::FakeWorld knee = test::one_joint_world();
    knee.joints[0].position = 0.25;
    return knee;
  }
  void step() { ASSERT_EQ(world.runtime.step(), core::Status::kOk) << world.runtime.fault(); }
  test::DeviceWorld world;
};

// The joint's position goes into the first FMU and the output of the second acts on the joint, all within one
// step: effort = -4 * 0.25 + 0.5.
TEST(JointDriver, AnOutputOfANetworkIsTheEffortOfTheStep) {
  World world{"<joints><knee>sign.y</knee></joints>"};
  world.step();
  EXPECT_DOUBLE_EQ(world.world.host.state().applied[0], -0.5);
  const double moved = world.world.host.state().position[0];
  EXPECT_LT(moved, 0.25);  // it accelerates the joint
  world.step();
  EXPECT_NEAR(world.world.host.state().applied[0], -4.0 * moved + 0.5, 1e-15);
}

TEST(JointDriver, CommandsVelocitiesToo) {
  World world{"<joints><joint name=\"knee\" output=\"sign.y\" command=\"velocity\"/></joints>"};
  world.step();
  EXPECT_DOUBLE_EQ(world.world.host.state().velocity[0], -0.5);
}

TEST(JointDriver, MistakesHaveTheirPlace) {
  EXPECT_NE(error_of([] { World{"<joints><knee/></joints>"}; }).find("joint 'knee' has no output"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              World{"<joints><joint name=\"knee\" output=\"sign.y\" command=\"speed\"/></joints>"};
            }).find("command is 'speed', expected effort, position or velocity"),
            std::string::npos);
  EXPECT_NE(error_of([] { World{"<joints><hip>sign.y</hip></joints>"}; }).find("hip"), std::string::npos);
  EXPECT_NE(error_of([] { World{"<joints><knee>sign.z</knee></joints>"}; }).find("law/sign.z"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              World{"<phase>observe</phase><joints><knee>sign.y</knee></joints>"};
            }).find("runs in control"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::network
