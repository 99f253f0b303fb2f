// SPDX-License-Identifier: Apache-2.0
#include <ros/ros.h>
#include <ros/xmlrpc_manager.h>

#include <atomic>
#include <csignal>
#include <exception>

#include "lockstep/core/error.hpp"
#include "node_shell.hpp"

namespace {

enum class Phase { kStarting, kRunning, kStopping };
std::atomic<Phase> phase{Phase::kStarting};
static_assert(std::atomic<Phase>::is_always_lock_free, "set by handlers of signals");

/// Ctrl-C, SIGTERM (service managers, roslaunch's second attempt) and `rosnode kill`. A node that runs ends
/// its loop, and main shuts ROS down: the last diagnostics are sent, and no thread is left when the program
/// ends. roscpp alone would shut down in a thread of its own, which nobody joins. It still has to help where
/// no loop looks: while the node starts, say without a master, and when it is told a second time.
void request_stop() {
  if (phase.exchange(Phase::kStopping) != Phase::kRunning) ros::requestShutdown();
}

void catch_requests_to_stop() {
  for (const int number : {SIGINT, SIGTERM})
    std::signal(number, [](int) { request_stop(); });
  // Before ROS starts: it keeps what is there, and its server does not run yet.
  ros::XMLRPCManager::instance()->bind("shutdown",
                                       [](const XmlRpc::XmlRpcValue& request, XmlRpc::XmlRpcValue& response) {
                                         XmlRpc::XmlRpcValue arguments = request;  // without const access
                                         if (arguments.size() > 1)
                                           ROS_WARN_STREAM("Told to shut down: " << arguments[1]);
                                         request_stop();
                                         response = ros::xmlrpc::responseInt(1, "", 0);
                                       });
}

int run(const ros::NodeHandle& handle) {
  fmi_adapter::NodeShell shell{handle};
  Phase expected = Phase::kStarting;
  phase.compare_exchange_strong(expected, Phase::kRunning);
  return shell.run([] { return ros::ok() && phase == Phase::kRunning; });
}

}  // namespace

/// Exit codes: 0 ended properly, 1 the FMU failed, 2 something about the FMU, the parameters or the mapping
/// is wrong.
int main(int argc, char** argv) {
  ros::init(argc, argv, "fmi_adapter_node", ros::init_options::NoSigintHandler);
  catch_requests_to_stop();
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
