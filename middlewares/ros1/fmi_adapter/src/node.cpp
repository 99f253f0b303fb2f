// SPDX-License-Identifier: Apache-2.0
#include <ros/ros.h>

#include <csignal>
#include <exception>

#include "lockstep/core/error.hpp"
#include "node_shell.hpp"

/// Exit codes: 0 ended properly, 1 the FMU failed, 2 something about the FMU, the parameters or the mapping
/// is wrong.
int main(int argc, char** argv) {
  ros::init(argc, argv, "fmi_adapter_node");
  // roscpp itself ends properly on SIGINT only; service managers and roslaunch's second attempt send this.
  std::signal(SIGTERM, [](int) { ros::requestShutdown(); });
  const ros::NodeHandle handle{"~"};  // outlives the shell: without a handle ROS, and its log, is shut down
  try {
    fmi_adapter::NodeShell shell{handle};
    return shell.run();
  } catch (const lockstep::Error& error) {
    ROS_FATAL_STREAM(error.what());
    return error.code() == lockstep::ErrorCode::kFmuFailed ? 1 : 2;
  } catch (const std::exception& error) {
    ROS_FATAL_STREAM(error.what());
    return 2;
  }
}
