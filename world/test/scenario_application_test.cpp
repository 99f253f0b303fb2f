// SPDX-License-Identifier: Apache-2.0
#include "scenario_application.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::world {
namespace {

description::World arm() {
  description::World world;
  description::Model model;
  model.name = model.scoped_name = "arm";
  description::Joint joint;
  joint.name = "knee";
  joint.scoped_name = "arm::knee";
  joint.axes.resize(1);
  model.joints.push_back(joint);
  joint.name = "ball";
  joint.scoped_name = "arm::ball";
  joint.axes.clear();
  model.joints.push_back(joint);
  world.models.push_back(model);
  return world;
}

std::string error_of(const scenario::Scenario& scenario) {
  description::World world = arm();
  try {
    apply_scenario(scenario, world);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Both ways to write a scoped name mean the same joint.
TEST(ScenarioApplication, SetsInitialPositions) {
  for (const char* name : {"arm::knee", "arm/knee"}) {
    scenario::Scenario scenario;
    scenario.initial.push_back({name, 0.5, {}, -3.0});
    description::World world = arm();
    apply_scenario(scenario, world);
    EXPECT_EQ(world.models[0].joints[0].axes[0].initial_position, 0.5);
    EXPECT_EQ(world.models[0].joints[0].axes[0].initial_velocity, -3.0);
  }
}

// Gains become a controller, changes of them requests to it; a joint only events speak of gets an idle
// controller.
TEST(ScenarioApplication, MakesControllersAndRequests) {
  scenario::Scenario scenario;
  scenario::JointControl control;
  control.joint = "arm::knee";
  control.pos_p = 10;
  control.pos_t = 1;
  scenario.events.push_back({2.0, control});
  description::World world = arm();
  const std::vector<TimedRequest> requests = apply_scenario(scenario, world);
  ASSERT_EQ(world.plugins.size(), 1U);
  EXPECT_EQ(world.plugins[0].filename, "joint_pid");
  EXPECT_EQ(world.plugins[0].config.text_of("joint"), "arm/knee");
  EXPECT_FALSE(world.plugins[0].config.at("position").has("p"));
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0].name, "arm/knee_pid/position_p");
  EXPECT_EQ(requests[1].name, "arm/knee_pid/position_target");
  EXPECT_EQ(requests[1].time_s, 2.0);
  EXPECT_EQ(requests[1].arguments, (std::vector<double>{1}));
}

// Devices go to their model; what is ours in the element is taken out.
TEST(ScenarioApplication, AddsDevicesAndPushes) {
  scenario::Scenario scenario;
  core::ConfigNode device{"devices"};
  device.children = {core::ConfigNode{"library", "mine.so"}, core::ConfigNode{"model", "arm"},
                     core::ConfigNode{"gain", "2"}};
  scenario.devices.push_back(device);
  scenario::Push push;
  push.link = "arm::tip";
  push.force_n[2] = 3;
  push.duration_s = 0.5;
  scenario.events.push_back({1.5, push});
  description::World world = arm();
  EXPECT_TRUE(apply_scenario(scenario, world).empty());
  ASSERT_EQ(world.models[0].plugins.size(), 1U);
  EXPECT_EQ(world.models[0].plugins[0].filename, "mine.so");
  EXPECT_FALSE(world.models[0].plugins[0].config.has("library"));
  EXPECT_EQ(world.models[0].plugins[0].config.number("gain"), 2);
  ASSERT_EQ(world.plugins.size(), 1U);
  EXPECT_EQ(world.plugins[0].config.numbers("force", 3), (std::vector<double>{0, 0, 3}));
  EXPECT_EQ(world.plugins[0].config.number("start"), 1.5);
}

// Numbers of the scenario reach the devices with the same bits: they do not become text on the way.
TEST(ScenarioApplication, NumbersStayNumbers) {
  const double third = 1.0 / 3.0;
  scenario::Scenario scenario;
  scenario::JointControl control;
  control.joint = "arm::knee";
  control.pos_p = third;
  control.force = -third;
  scenario.joints.push_back(control);
  scenario::Push push;
  push.link = "arm::tip";
  push.torque_nm[1] = third;
  push.duration_s = third;
  scenario.events.push_back({third, push});
  description::World world = arm();
  apply_scenario(scenario, world);
  ASSERT_EQ(world.plugins.size(), 2U);
  const core::ConfigNode& pid = world.plugins[0].config;
  EXPECT_EQ(pid.at("position").at("p").values, std::vector<double>{third});
  EXPECT_EQ(pid.at("effort").values, std::vector<double>{-third});
  const core::ConfigNode& force = world.plugins[1].config;
  EXPECT_EQ(force.at("torque").values, (std::vector<double>{0, third, 0}));
  EXPECT_EQ(force.at("start").values, std::vector<double>{third});
  EXPECT_EQ(force.at("duration").values, std::vector<double>{third});
}

TEST(ScenarioApplication, NamesWhatTheWorldDoesNotHave) {
  scenario::Scenario initial;
  initial.initial.push_back({"arm::hip", 0, {"s.yaml", 4, 1}});
  EXPECT_NE(error_of(initial).find("s.yaml:4:1: error: the world has no joint 'arm::hip'"),
            std::string::npos);
  initial.initial[0].joint = "knee";
  EXPECT_NE(error_of(initial).find("the world has no joint 'knee'; did you mean 'arm::knee'?"),
            std::string::npos)
      << error_of(initial);
  initial.initial[0].joint = "arm::ball";
  EXPECT_NE(error_of(initial).find("expected one with one axis"), std::string::npos);
  scenario::Scenario twice;
  scenario::JointControl control;
  control.joint = "arm::knee";
  twice.joints = {control, control};
  EXPECT_NE(error_of(twice).find("joint 'arm::knee' appears twice"), std::string::npos);
  scenario::Scenario device;
  device.devices.push_back(core::ConfigNode{"devices"});
  device.devices[0].children = {core::ConfigNode{"type", "x"}, core::ConfigNode{"model", "leg"}};
  EXPECT_NE(error_of(device).find("the world has no model 'leg'"), std::string::npos);
}

// Gravity, a ground, and where the robot starts: free where it is put, or held there.
TEST(ScenarioApplication, PlacesModels) {
  scenario::Scenario scenario;
  scenario.gravity = {0.0, 0.0, -1.62};
  scenario.ground_plane = true;
  scenario::ModelStart start;
  start.pose = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0};
  start.velocity = {0.5, 0.0, 0.0, 0.0, 0.0, 2.0};
  start.fixed_base = true;
  scenario.models.push_back(start);
  description::World world = arm();
  for (const char* name : {"foot", "body"}) {
    description::Link link;
    link.name = name;
    world.models[0].links.push_back(link);
  }
  world.models[0].joints[0].child = "foot";
  apply_scenario(scenario, world);
  EXPECT_EQ(world.gravity_m_s2, Eigen::Vector3d(0.0, 0.0, -1.62));
  ASSERT_EQ(world.models.size(), 2U);
  EXPECT_EQ(world.models[0].pose.position, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(world.models[0].velocity_m_s, Eigen::Vector3d(0.5, 0.0, 0.0));
  EXPECT_EQ(world.models[0].angular_velocity_rad_s, Eigen::Vector3d(0.0, 0.0, 2.0));
  const description::Joint& held = world.models[0].joints.back();
  EXPECT_EQ(held.parent, "world");
  EXPECT_EQ(held.child, "body");
  EXPECT_EQ(held.scoped_name, "arm::fixed_base");
  EXPECT_TRUE(world.models[1].is_static);
  EXPECT_EQ(world.models[1].scoped_name, "ground_plane");
  scenario.models[0].fixed_base = false;
  apply_scenario(scenario, world);
  EXPECT_EQ(world.models.size(), 2U) << "one ground is enough";
}

TEST(ScenarioApplication, NamesModelsThatCannotBePlaced) {
  scenario::Scenario scenario;
  scenario.models.emplace_back();
  scenario.models[0].model = "leg";
  EXPECT_NE(error_of(scenario).find("the world has no model 'leg'"), std::string::npos) << error_of(scenario);
  scenario.models[0].model = "";
  EXPECT_EQ(error_of(scenario), "no error");
  description::World two = arm();
  two.models.push_back(two.models[0]);
  EXPECT_THROW(apply_scenario(scenario, two), Error);
  two.models[1].is_static = true;
  EXPECT_NO_THROW(apply_scenario(scenario, two));
  two.models[0].is_static = true;
  EXPECT_THROW(apply_scenario(scenario, two), Error);
}

}  // namespace
}  // namespace lockstep::world
