// SPDX-License-Identifier: Apache-2.0
// Tests that need a master: started by rostest as a node.
#include <gtest/gtest.h>
#include <ros/ros.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "shell_tests");
  const ros::NodeHandle handle;  // ROS stays up between the tests
  return RUN_ALL_TESTS();
}
