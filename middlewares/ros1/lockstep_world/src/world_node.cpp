// SPDX-License-Identifier: Apache-2.0
#include <ros/ros.h>

#include <exception>

#include "lockstep/core/error.hpp"
#include "stop_requests.hpp"
#include "world_shell.hpp"

/// Exit codes: 0 ended properly, 1 the world stopped because of a fault, 2 something about the world, the
/// parameters or the mapping is wrong.
int main(int argc, char** argv) {
  ros::init(argc, argv, "lockstep_world", ros::init_options::NoSigintHandler);
  fmi_adapter::catch_stop_requests();
  const ros::NodeHandle handle{"~"};  // outlives the shell: without a handle ROS, and its log, is shut down
  try {
    lockstep_world::WorldShell shell{handle};
    fmi_adapter::begin_running();
    shell.run(fmi_adapter::may_run);
    return 0;
  } catch (const lockstep::Error& error) {
    ROS_FATAL_STREAM(error.what());
    return error.code() == lockstep::ErrorCode::kFmuFailed ? 1 : 2;
  } catch (const std::exception& error) {
    ROS_FATAL_STREAM(error.what());
    return 2;
  }
}
