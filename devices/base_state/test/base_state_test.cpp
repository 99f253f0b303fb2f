// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/base_state/base_state.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"

namespace lockstep::devices::base_state {
namespace {

using test::element;

// A body that falls and turns, from a known pose: every signal has a closed form.
TEST(BaseState, ShowsPoseVelocityAndAcceleration) {
  hosts::fake::FakeWorld world;
  world.links.emplace_back();
  world.links[0].name = "arm/base";
  world.links[0].X_WB = {{1.0, 2.0, 3.0}, description::from_roll_pitch_yaw(0.1, -0.2, 0.3)};
  world.links[0].v_WB = {0.5, 0.0, 0.0};
  test::DeviceWorld rig{world, kind(), element("plugin", {{"link", "base"}, {"name", "state"}})};
  const auto watch = [&](const char* quantity) {
    return rig.runtime.watch(std::string{"arm/state/"} + quantity);
  };
  const auto position = watch("position"), angles = watch("roll_pitch_yaw"), turn = watch("orientation"),
             velocity = watch("linear_velocity"), acceleration = watch("linear_acceleration"),
             spin = watch("angular_velocity"), growth = watch("angular_acceleration");
  rig.runtime.start();
  EXPECT_NEAR(angles.number(0), 0.1, 1e-12);
  EXPECT_NEAR(angles.number(1), -0.2, 1e-12);
  EXPECT_NEAR(angles.number(2), 0.3, 1e-12);
  const description::Quaternion q = description::from_roll_pitch_yaw(0.1, -0.2, 0.3);
  EXPECT_NEAR(turn.number(0), q.x(), 1e-12);
  EXPECT_NEAR(turn.number(3), q.w(), 1e-12);
  for (int k = 0; k < 100; ++k)
    ASSERT_TRUE(succeeded(rig.runtime.step()));
  EXPECT_NEAR(position.number(0), 1.05, 1e-12);
  EXPECT_NEAR(position.number(2), 3.0 - 0.5 * 9.8 * 0.01, 1e-3);
  EXPECT_NEAR(velocity.number(2), -0.98, 1e-9);
  EXPECT_NEAR(acceleration.number(2), -9.8, 1e-9);
  EXPECT_EQ(spin.number(1), 0.0);
  EXPECT_EQ(growth.number(1), 0.0);
}

TEST(BaseState, NamesUnknownFields) {
  EXPECT_NE(test::error_of([] {
              kind().make(element("plugin", {{"link", "base"}, {"lnk", "x"}}), {});
            }).find("test.world:12:3: error: "),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::base_state
