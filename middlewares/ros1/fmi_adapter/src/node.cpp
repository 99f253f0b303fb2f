// SPDX-License-Identifier: Apache-2.0
#include <ros/ros.h>

#include <exception>

#include "lockstep/core/error.hpp"
#include "node_shell.hpp"
#include "stop_requests.hpp"

namespace {

int run(const ros::NodeHandle& handle) {
  fmi_adapter::NodeShell shell{handle};
  fmi_adapter::begin_running();
  return shell.run(fmi_adapter::may_run);
}

}  // namespace

/// Exit codes: 0 ended properly, 1 the FMU failed, 2 something about the FMU, the parameters or the mapping
/// is wrong.
int main(int argc, char** argv) {
  ros::init(argc, argv, "fmi_adapter_node", ros::init_options::NoSigintHandler);
  fmi_adapter::catch_stop_requests();
  const ros::NodeHandle handle{"~"};  // outlives the shell: without a handle ROS, and its log, is shut down
  try {
    return run(handle);
  } catch (const lockstep::Error& error) {
    ROS_FATAL_STREAM(error.what());
    return error.code() == lockstep::ErrorCode::kFmuFailed ? 1 : 2;
  } catch (const std::exception& error) {
    ROS_FATAL_STREAM(error.what());
    return 2;
  }
}
