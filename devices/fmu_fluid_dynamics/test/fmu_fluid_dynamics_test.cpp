// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/allocation_count.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {
namespace {

using core::Status;
using test::DeviceWorld;
using test::element;
using test::error_of;

core::ConfigNode plugin_with(const std::vector<std::pair<std::string, std::string>>& fields) {
  core::ConfigNode plugin{"plugin", {}, {"test.world", 9, 1}};
  plugin.children.push_back(element("single_body_fluid_dynamics", fields));
  return plugin;
}

/// The cube of gazebo-fmi's test: 1 kg, no gravity, 1 m/s along x, turned by a quarter about z.
hosts::fake::FakeWorld cube() {
  hosts::fake::FakeWorld world;
  world.gravity_W.setZero();
  world.links.emplace_back();
  world.links[0].name = "arm/cube";
  world.links[0].v_WB = {1.0, 0.0, 0.0};
  world.links[0].X_WB.orientation = description::from_roll_pitch_yaw(0.0, 0.0, 1.5707963267948966);
  return world;
}

// Linear drag of 10 N.s/m on 1 kg: x = 0.1 (1 - 0.99^k) up to the explicit coupling, whatever way the link is
// turned.
TEST(FmuFluidDynamics, SlowsABodyDown) {
  DeviceWorld world{cube(), kind(), plugin_with({{"link", "cube"}, {"fmu", "LinearFriction"}})};
  world.runtime.start();
  for (int k = 0; k < 2000; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk) << world.runtime.fault();
  EXPECT_GT(world.host.state().p_WB[0].x(), 0.096);
  EXPECT_LT(world.host.state().p_WB[0].x(), 0.1);
  EXPECT_NEAR(world.host.state().p_WB[0].y(), 0.0, 1e-9);
}

// The velocity is relative to the wind: in a wind of its own speed a body feels nothing.
TEST(FmuFluidDynamics, FeelsTheWind) {
  hosts::fake::FakeWorld windy = cube();
  windy.wind_W = {1.0, 0.0, 0.0};
  DeviceWorld world{windy, kind(), plugin_with({{"link", "cube"}, {"fmu", "LinearFriction"}})};
  world.runtime.start();
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(world.host.state().p_WB[0].x(), 1.0, 1e-9);
}

// Optional inputs: buoyancy of 1 l of water knows where up is, however the body is turned.
TEST(FmuFluidDynamics, GivesTheDirectionOfGravity) {
  hosts::fake::FakeWorld sunk = cube();
  sunk.gravity_W = {0.0, 0.0, -9.81};
  sunk.links[0].v_WB.setZero();
  sunk.links[0].X_WB.orientation = description::from_roll_pitch_yaw(1.5707963267948966, 0.0, 0.0);
  DeviceWorld world{sunk, kind(), plugin_with({{"link", "cube"}, {"fmu", "Buoyancy"}})};
  world.runtime.start();
  for (int k = 0; k < 100; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk) << world.runtime.fault();
  // rho g V = 9.81 N carries 1 kg.
  EXPECT_NEAR(world.host.state().p_WB[0].z(), 0.0, 1e-9);
}

// Every input an FMU may ask for, in the frame of a link that is turned by a quarter about z and falls: the
// motion at the start of the step, accelerations as means over the step before.
TEST(FmuFluidDynamics, GivesEveryInput) {
  hosts::fake::FakeWorld falling = cube();
  falling.gravity_W = {0.0, 0.0, -9.8};
  falling.links[0].w_WB = {0.0, 0.0, 0.5};
  DeviceWorld world{falling, kind(),
                    plugin_with({{"name", "water"},
                                 {"link", "cube"},
                                 {"fmu", LOCKSTEP_EVERY_FLUID_INPUT},
                                 {"density", "1000"},
                                 {"surface_height", "2"},
                                 {"signals",
                                  "relativeVelocity_y angularVelocity_z gravityDirection_z up_z "
                                  "linearAcceleration_z angularAcceleration_z fluidDensity depth"}})};
  std::map<std::string, runtime::SignalView> views;
  for (const char* variable : {"relativeVelocity_y", "angularVelocity_z", "gravityDirection_z", "up_z",
                               "linearAcceleration_z", "angularAcceleration_z", "fluidDensity", "depth"})
    views[variable] = world.runtime.watch(std::string{"arm/water/"} + variable);
  const auto seen = [&](const char* variable) { return views.at(variable).number(); };
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk) << world.runtime.fault();
  EXPECT_EQ(seen("linearAcceleration_z"), 0.0);
  EXPECT_NEAR(seen("relativeVelocity_y"), -1.0, 1e-12);
  EXPECT_NEAR(seen("angularVelocity_z"), 0.5, 1e-12);
  EXPECT_EQ(seen("depth"), 2.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(seen("linearAcceleration_z"), -9.8, 1e-9);
  EXPECT_NEAR(seen("angularAcceleration_z"), 0.3, 1e-9);
  EXPECT_NEAR(seen("angularVelocity_z"), 0.5003, 1e-12);
  EXPECT_EQ(seen("gravityDirection_z"), -1.0);
  EXPECT_EQ(seen("up_z"), 1.0);
  EXPECT_EQ(seen("fluidDensity"), 1000.0);
  EXPECT_NEAR(seen("depth"), 2.0 + 0.5 * 9.8e-6, 1e-12);
}

// Two fluids around one link act both: twice 10 N.s/m.
TEST(FmuFluidDynamics, SeveralFluidsActTogether) {
  core::ConfigNode plugin = plugin_with({{"name", "one"}, {"link", "cube"}, {"fmu", "LinearFriction"}});
  plugin.children.push_back(
      element("single_body_fluid_dynamics", {{"name", "two"}, {"link", "cube"}, {"fmu", "LinearFriction"}}));
  DeviceWorld world{cube(), kind(), plugin};
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk) << world.runtime.fault();
  EXPECT_NEAR(world.host.state().v_WB[0].x(), 1.0 - 0.001 * 20.0, 1e-12);
}

// A wrong link name is forgiven when the model has one link, with a warning; else it is an error.
TEST(FmuFluidDynamics, ForgivesTheNameOfAnOnlyLink) {
  std::vector<std::string> log;
  DeviceWorld world{cube(), kind(), plugin_with({{"link", "floating_cube"}, {"fmu", "NullFriction"}}), &log};
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0], "there is no link 'floating_cube'; the only one of the model is taken: 'arm/cube'");
  hosts::fake::FakeWorld two = cube();
  two.links.push_back(two.links[0]);
  two.links[1].name = "arm/other";
  EXPECT_NE(
      error_of([&] {
        DeviceWorld lost{two, kind(), plugin_with({{"link", "floating_cube"}, {"fmu", "NullFriction"}})};
      }).find("there is no link 'floating_cube' in model 'arm'"),
      std::string::npos);
}

// Messages name what is missing, with file and line.
TEST(FmuFluidDynamics, NamesWhatDoesNotFit) {
  EXPECT_NE(error_of([&] {
              DeviceWorld world{cube(), kind(), plugin_with({{"fmu", "NullFriction"}})};
            }).find("test.world:10"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              DeviceWorld world{cube(), kind(), plugin_with({{"link", "cube"}, {"fmu", "Damper"}})};
            }).find("the FMU has no variable 'fluidDynamicForce_x'; outputs are: jointTorque"),
            std::string::npos);
}

// A step allocates nothing.
TEST(FmuFluidDynamics, AllocatesNothingInAStep) {
  DeviceWorld world{cube(), kind(), plugin_with({{"link", "cube"}, {"fmu", "LinearFriction"}})};
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const long before = test::allocation_count();
  bool fine = true;
  for (int k = 0; k < 100; ++k)
    fine = succeeded(world.runtime.step()) && fine;
  EXPECT_EQ(test::allocation_count() - before, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::devices::fmu_fluid_dynamics
