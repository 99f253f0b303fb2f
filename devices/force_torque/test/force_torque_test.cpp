// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/force_torque/force_torque.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/device_world.hpp"

namespace lockstep::devices::force_torque {
namespace {

using core::Status;
using test::element;
using test::error_of;

constexpr double kPi = 3.14159265358979323846;

/// `<sensor>` with fields of `<force_torque>`.
core::ConfigNode sensor_with(const std::vector<std::pair<std::string, std::string>>& fields) {
  core::ConfigNode sensor{"sensor", {}, {"test.world", 9, 1}};
  sensor.children.push_back(element("force_torque", fields));
  return sensor;
}

/// A sensor of the joint "arm/wrist". Its frame is turned a quarter about x in the child, the sensor half a
/// turn about z.
DeviceContext context_of_wrist() {
  DeviceContext context = test::test_context();
  context.sensor.emplace();
  context.sensor->name = "ft";
  context.sensor->joint = "arm/wrist";
  context.sensor->link = "arm/hand";
  context.sensor->X_LJ = {{0, 0, 0}, description::from_roll_pitch_yaw(kPi / 2, 0.0, 0.0)};
  context.sensor->X_LS = {{5, 5, 5}, description::from_roll_pitch_yaw(0.0, 0.0, kPi)};
  return context;
}

/// The joint hangs between "arm/fore" (turned half a turn about x) and "arm/hand" (a quarter about z); the
/// test writes the reaction into the host's arrays.
struct WristWorld {
  explicit WristWorld(const core::ConfigNode& config, bool on_world = false)
      : host{world()}, runtime{static_cast<hosts::Host&>(host)} {
    auto& layout = const_cast<hosts::WorldLayout&>(host.layout());
    layout.joints[0].parent = on_world ? hosts::kWorld : 0;
    layout.joints[0].child = on_world ? hosts::kWorld : 1;
    for (MadeDevice& made : kind().make(config, context_of_wrist()))
      runtime.add(std::move(made.device), made.options, "arm");
    runtime.bind();
    force = runtime.watch("arm/ft/force");
    torque = runtime.watch("arm/ft/torque");
    runtime.start();
  }
  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.emplace_back();
    made.joints[0].name = "arm/wrist";
    made.links.resize(2);
    made.links[0].name = "arm/fore";
    made.links[0].X_WB.orientation = description::from_roll_pitch_yaw(kPi, 0.0, 0.0);
    made.links[1].name = "arm/hand";
    made.links[1].X_WB.orientation = description::from_roll_pitch_yaw(0.0, 0.0, kPi / 2);
    return made;
  }
  /// Force 1 2 3 and torque 4 5 6 of the parent on the child, in the joint's frame.
  void measure() {
    host.state().reaction[0].force_n = {1.0, 2.0, 3.0};
    host.state().reaction[0].torque_nm = {4.0, 5.0, 6.0};
    ASSERT_EQ(runtime.begin_step(), Status::kOk);
    ASSERT_EQ(runtime.end_step(), Status::kOk);
  }

  hosts::fake::FakeHost host;
  runtime::Runtime runtime;
  runtime::SignalView force, torque;
};

void expect_reading(const WristWorld& world, const Eigen::Vector3d& force, const Eigen::Vector3d& torque) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(world.force.number(i), force[i], 1e-12) << i;
    EXPECT_NEAR(world.torque.number(i), torque[i], 1e-12) << i;
  }
}

// By default: what the child does to the parent, in the child's axes; 0 before the first step. In the child
// the reaction is (1, -3, 2).
TEST(ForceTorque, MeasuresChildToParentInTheChildsAxes) {
  WristWorld world{core::ConfigNode{"sensor"}};
  expect_reading(world, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero());
  world.measure();
  expect_reading(world, {-1.0, 3.0, -2.0}, {-4.0, 6.0, -5.0});
}

// In the other direction, and in the axes of the sensor: half a turn about z from the child's.
TEST(ForceTorque, MeasuresInTheSensorsAxes) {
  WristWorld world{sensor_with({{"frame", "sensor"}, {"measure_direction", "parent_to_child"}})};
  world.measure();
  expect_reading(world, {-1.0, 3.0, 2.0}, {-4.0, 6.0, 5.0});
}

// In the parent's axes: (1, -3, 2) of the child is (3, 1, 2) in the world and (3, -1, -2) in the parent.
TEST(ForceTorque, MeasuresInTheParentsAxes) {
  WristWorld world{sensor_with({{"frame", "parent"}, {"measure_direction", "parent_to_child"}})};
  world.measure();
  expect_reading(world, {3.0, -1.0, -2.0}, {6.0, -4.0, -5.0});
  EXPECT_EQ(world.host.needs().links.size(), 2U);
  WristWorld default_axes{sensor_with({{"frame", "child"}, {"measure_direction", "child_to_parent"}})};
  default_axes.measure();
  expect_reading(default_axes, {-1.0, 3.0, -2.0}, {-4.0, 6.0, -5.0});
  EXPECT_TRUE(default_axes.host.needs().links.empty());
}

// A joint whose links are the world has the world's axes.
TEST(ForceTorque, KnowsThatTheWorldDoesNotTurn) {
  WristWorld world{sensor_with({{"frame", "parent"}, {"measure_direction", "parent_to_child"}}), true};
  world.measure();
  expect_reading(world, {1.0, -3.0, 2.0}, {4.0, -6.0, 5.0});
}

// As a device with fields: the same as a sensor at the joint, with the frame of the joint given.
TEST(ForceTorque, IsAlsoADevice) {
  core::ConfigNode config =
      element("plugin", {{"joint", "wrist"}, {"joint_pose", "0 0 0 1.5707963267948966 0 0"}, {"name", "ft"}});
  hosts::fake::FakeHost host{WristWorld::world()};
  runtime::Runtime runtime{static_cast<hosts::Host&>(host)};
  for (MadeDevice& made : kind().make(config, test::test_context()))
    runtime.add(std::move(made.device), made.options, "arm");
  runtime.bind();
  const auto force = runtime.watch("arm/ft/force");
  runtime.start();
  host.state().reaction[0].force_n = {1.0, 2.0, 3.0};
  ASSERT_EQ(runtime.begin_step(), Status::kOk);
  ASSERT_EQ(runtime.end_step(), Status::kOk);
  EXPECT_NEAR(force.number(0), -1.0, 1e-12);
  EXPECT_NEAR(force.number(1), 3.0, 1e-12);
  EXPECT_NEAR(force.number(2), -2.0, 1e-12);
}

// Noise is added to what is measured, and repeats after a restore and a reset.
TEST(ForceTorque, AddsNoise) {
  core::ConfigNode noise = element("noise", {{"stddev", "0.5"}, {"bias_mean", "10"}});
  noise.attributes.emplace_back("type", "gaussian");
  core::ConfigNode config = sensor_with({});
  config.children[0].children.emplace_back("torque");
  config.children[0].children[0].children.emplace_back("z");
  config.children[0].children[0].children[0].children.push_back(noise);
  noise.children.erase(noise.children.begin());
  config.children[0].children.emplace_back("force");
  config.children[0].children[1].children.emplace_back("x");
  config.children[0].children[1].children[0].children.push_back(noise);
  WristWorld world{config};
  const double first = world.torque.number(2);
  EXPECT_NE(first, 0.0);
  EXPECT_EQ(std::fabs(world.force.number(0)), 10.0);
  EXPECT_EQ(world.force.number(1), 0.0);
  const auto snapshot = world.runtime.save();
  world.measure();
  const double second = world.torque.number(2);
  world.runtime.restore(*snapshot);
  world.measure();
  EXPECT_EQ(world.torque.number(2), second);
  world.runtime.reset();
  EXPECT_EQ(world.torque.number(2), first);
}

// What is written wrongly is named with its line.
TEST(ForceTorque, SaysWhatDoesNotFit) {
  const auto error_with = [](const core::ConfigNode& config, const DeviceContext& context) {
    return error_of([&] { static_cast<void>(kind().make(config, context)); });
  };
  EXPECT_NE(error_with(sensor_with({{"frame", "world"}}), context_of_wrist())
                .find("test.world:10:1: error: 'frame' is 'world', expected one of: child, parent, sensor"),
            std::string::npos);
  EXPECT_NE(error_with(sensor_with({{"measure_direction", "up"}}), context_of_wrist())
                .find("'measure_direction' is 'up', expected one of: child_to_parent, parent_to_child"),
            std::string::npos);
  EXPECT_NE(error_with(core::ConfigNode{"sensor", {}, {"test.world", 9, 1}}, test::test_context())
                .find("test.world:9:1: error: a force_torque sensor measures a joint"),
            std::string::npos);
  DeviceContext of_link = context_of_wrist();
  of_link.sensor->joint.clear();
  EXPECT_NE(error_with(core::ConfigNode{"sensor"}, of_link).find("measures a joint"), std::string::npos);
  EXPECT_EQ(kind().sensor_types, std::vector<std::string>{"force_torque"});
}

}  // namespace
}  // namespace lockstep::devices::force_torque
