// SPDX-License-Identifier: Apache-2.0
#include "ros_control.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/scenario/yaml_tree.hpp"

namespace lockstep::devices::controllers {
namespace {

core::ConfigNode read(const std::string& yaml, const std::string& name) {
  return read_ros_control(scenario::read_yaml(yaml, "control.yaml"), name);
}

// A file of ros_control as it is, with what nobody needs here.
TEST(RosControl, ReadsATrajectoryController) {
  const core::ConfigNode node = read(R"(
joint_state_controller: {type: joint_state_controller/JointStateController, publish_rate: 100}
arm_controller:
  type: effort_controllers/JointTrajectoryController
  state_publish_rate: 100
  joints:
    - elbow
    - wrist
  gains:
    elbow: { p: 12000, d: 50, i: 0.0, i_clamp: 10000 }
    wrist: { p: 30000, d: 100, i: 0.02, i_clamp: 10000 }
  constraints:
    goal_time: 2.0
)",
                                     "arm_controller");
  EXPECT_EQ(node.text_of("law"), "joint_trajectory");
  EXPECT_EQ(node.all("joints").size(), 2U);
  EXPECT_EQ(node.at("gains").at("wrist").number("d"), 100.0);
  EXPECT_EQ(node.at("constraints").number("goal_time"), 2.0);
  EXPECT_FALSE(node.has("state_publish_rate"));
}

// ROS 2: parameters below ros__parameters, types and limits with the manager.
TEST(RosControl, ReadsRos2) {
  const core::ConfigNode node = read(R"(
controller_manager:
  ros__parameters:
    arm: {type: joint_trajectory_controller/JointTrajectoryController}
    joint_limits: {elbow: {has_velocity_limits: true, max_velocity: 2}}
arm:
  ros__parameters:
    joints: [elbow]
    gains: {elbow: {p: 10, d: 1}}
)",
                                     "arm");
  EXPECT_EQ(node.at("gains").at("elbow").number("p"), 10.0);
  EXPECT_EQ(node.at("joint_limits").at("elbow").number("max_velocity"), 2.0);
}

// Position controllers of one joint and of a group.
TEST(RosControl, ReadsPositionControllers) {
  const core::ConfigNode one = read(
      "c: {type: effort_controllers/JointPositionController, joint: elbow, pid: {p: 3, i: 1, d: 2}}", "c");
  EXPECT_EQ(one.at("gains").at("elbow").number("d"), 2.0);
  EXPECT_EQ(one.text_of("joints"), "elbow");
  const core::ConfigNode group = read(
      "c: {type: effort_controllers/JointGroupPositionController, joints: [a, b], a: {pid: {p: 1}}, b: {pid: "
      "{p: 2}}}",
      "c");
  EXPECT_EQ(group.at("gains").at("b").number("p"), 2.0);
}

// Errors name what is wrong, and what there is.
TEST(RosControl, NamesWhatIsWrong) {
  const auto error_of = [](const std::string& yaml, const std::string& name) -> std::string {
    try {
      read(yaml, name);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(error_of("a: {x: 1}\nb: {x: 1}", "c").find("no controller 'c'; it has a, b"), std::string::npos);
  EXPECT_NE(error_of("c: {type: velocity_controllers/X}", "c").find("'velocity_controllers/X'"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::controllers
