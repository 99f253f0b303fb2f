// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/joint_pid/joint_pid.hpp"

#include <gtest/gtest.h>

#include "lockstep/devices/joint_pid/pid.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::joint_pid {
namespace {

using core::Status;
using test::DeviceWorld;
using test::element;
using test::one_joint_world;

// The law, worked out by hand: first run with the kick of the derivative, second without.
TEST(Pid, FollowsGazebosLaw) {
  Pid pid;
  Pid::Gains gains;
  gains.p = 10.0;
  gains.i = 2.0;
  gains.d = 3.0;
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 0.5), 10.0 + 1.0 + 6.0);
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 0.5), 10.0 + 2.0);
}

// Integral and output stay within their limits; crossed limits mean none.
TEST(Pid, ClampsIntegralAndOutput) {
  Pid pid;
  Pid::Gains gains;
  gains.i = 1.0;
  gains.integral_min = -0.25;
  gains.integral_max = 0.25;
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 1.0), 0.25);
  gains.i = 0.0;
  gains.p = 100.0;
  gains.output_max = 5.0;
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 1.0), 5.0);
  gains.output_min = 6.0;
  EXPECT_DOUBLE_EQ(pid.update(gains, -1.0, 1.0), 100.25);
}

core::ConfigNode controller(const std::string& p, const std::string& target) {
  core::ConfigNode plugin = element("plugin", {{"joint", "knee"}, {"name", "pid"}});
  plugin.children.push_back(element("position", {{"p", p}, {"target", target}}));
  return plugin;
}

// The loop commands its joint; gains and targets change by request.
TEST(JointPid, CommandsAndIsTuned) {
  DeviceWorld world{one_joint_world(), kind(), controller("10", "2")};
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_DOUBLE_EQ(world.host.state().command[0], 20.0);
  static_cast<void>(world.runtime.doors().submit("arm/pid/position_target", {value_of(0.0)}));
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_DOUBLE_EQ(world.host.state().command[0], -10.0 * 0.5 * 20.0 * 1e-6);
}

// Saved with the world: integrals, last errors and tuned values.
TEST(JointPid, IsSavedWithTheWorld) {
  DeviceWorld world{one_joint_world(), kind(), controller("10", "2")};
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const auto snapshot = world.runtime.save();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const double straight = world.host.state().position[0];
  static_cast<void>(world.runtime.doors().submit("arm/pid/position_p", {value_of(99.0)}));
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.runtime.restore(*snapshot);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().position[0], straight);
}

// Several controllers stand in one plugin; words nobody knows are told.
TEST(JointPid, ReadsSeveralControllers) {
  core::ConfigNode plugin{"plugin", {}, {"test.world", 1, 1}};
  plugin.children.push_back(element("controller", {{"joint", "knee"}, {"efort", "1"}}));
  std::vector<std::string> log;
  DeviceWorld world{one_joint_world(), kind(), plugin, &log};
  EXPECT_NE(world.runtime.doors().find_request("arm/knee_pid/effort"), UINT32_MAX);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("efort"), std::string::npos) << log[0];
}

}  // namespace
}  // namespace lockstep::devices::joint_pid
