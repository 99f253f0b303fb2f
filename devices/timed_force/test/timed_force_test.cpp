// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/timed_force/timed_force.hpp"

#include <gtest/gtest.h>

#include "support/allocation_count.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::timed_force {
namespace {

using core::Status;
using test::DeviceWorld;
using test::element;
using test::error_of;

/// 2 kg in space, turned by a quarter about z, its centre of mass 0.5 m from the origin.
hosts::fake::FakeWorld body() {
  hosts::fake::FakeWorld world;
  world.gravity_W.setZero();
  world.links.emplace_back();
  world.links[0].name = "arm/tip";
  world.links[0].mass_kg = 2.0;
  world.links[0].X_WB.orientation = description::from_roll_pitch_yaw(0.0, 0.0, 1.5707963267948966);
  return world;
}

core::ConfigNode plugin_with(const std::vector<std::pair<std::string, std::string>>& fields) {
  return element("plugin", fields);
}

// 4 N for 10 steps of 1 ms from step 5 on give 2 kg the velocity 4 * 0.010 / 2 = 0.02 m/s in the world's x,
// however the body is turned, and not before its time.
TEST(TimedForce, GivesTheImpulseOfItsSteps) {
  DeviceWorld world{
      body(), kind(),
      plugin_with({{"link", "tip"}, {"force", "4 0 0"}, {"start", "0.005"}, {"duration", "0.01"}})};
  world.runtime.start();
  for (int k = 0; k < 5; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().v_WB[0].x(), 0.0);
  for (int k = 0; k < 50; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(world.host.state().v_WB[0].x(), 0.02, 1e-15);
  EXPECT_NEAR(world.host.state().v_WB[0].y(), 0.0, 1e-15);
}

// Without a duration it acts for ever; a torque of 3 N.m turns 1 kg m^2 by 3 rad/s^2.
TEST(TimedForce, TurnsABody) {
  DeviceWorld world{body(), kind(), plugin_with({{"link", "tip"}, {"torque", "0 0 3"}})};
  world.runtime.start();
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(world.host.state().w_WB[0].z(), 3.0, 1e-12);
}

// The force goes through the centre of mass: seen from the origin it has the moment of its arm, which is
// turned with the body: (0, 0.5, 0) x (4, 0, 0) = (0, 0, -2).
TEST(TimedForce, ActsAtTheCentreOfMass) {
  hosts::fake::FakeWorld off_centre = body();
  off_centre.links[0].p_BoBcm_B = {0.5, 0.0, 0.0};
  DeviceWorld world{off_centre, kind(), plugin_with({{"link", "tip"}, {"force", "4 0 0"}})};
  world.runtime.start();
  ASSERT_EQ(world.runtime.begin_step(), Status::kOk);
  ASSERT_EQ(world.runtime.control(), Status::kOk);
  EXPECT_NEAR(world.host.state().torque_W[0].z(), -2.0, 1e-12);
}

TEST(TimedForce, SaysWhatIsWrong) {
  const auto made_with = [](const std::vector<std::pair<std::string, std::string>>& fields) {
    return error_of([&] { kind().make(plugin_with(fields), {}); });
  };
  EXPECT_NE(made_with({{"force", "1 0 0"}}).find("has no 'link'"), std::string::npos);
  EXPECT_NE(made_with({{"link", "tip"}}).find("neither a force nor a torque"), std::string::npos);
  EXPECT_NE(made_with({{"link", "tip"}, {"force", "1 0"}}).find("expected 3 finite numbers"),
            std::string::npos);
  EXPECT_NE(made_with({{"link", "tip"}, {"force", "1 0 0"}, {"start", "-1"}}).find("'start' is outside of 0"),
            std::string::npos);
}

// Nothing is allocated in a step.
TEST(TimedForce, DoesNotAllocate) {
  DeviceWorld world{body(), kind(), plugin_with({{"link", "tip"}, {"force", "4 0 0"}})};
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const long before = test::allocation_count();
  for (int k = 0; k < 10; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace lockstep::devices::timed_force
