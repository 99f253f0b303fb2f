// SPDX-License-Identifier: Apache-2.0
#include "stop_requests.hpp"

#include <ros/ros.h>
#include <ros/xmlrpc_manager.h>

#include <atomic>
#include <csignal>

namespace fmi_adapter {
namespace {

enum class Phase { kStarting, kRunning, kStopping };
std::atomic<Phase> phase{Phase::kStarting};
static_assert(std::atomic<Phase>::is_always_lock_free, "set by handlers of signals");

void request_stop() {
  if (phase.exchange(Phase::kStopping) != Phase::kRunning) ros::requestShutdown();
}

}  // namespace

void catch_stop_requests() {
  for (const int number : {SIGINT, SIGTERM})
    std::signal(number, [](int) { request_stop(); });
  // Before ROS starts: it keeps what is there, and its server does not run yet.
  ros::XMLRPCManager::instance()->bind("shutdown",
                                       [](const XmlRpc::XmlRpcValue& request, XmlRpc::XmlRpcValue& response) {
                                         XmlRpc::XmlRpcValue arguments = request;  // without const access
                                         if (arguments.size() > 1)
                                           ROS_WARN_STREAM("Asked to shut down: " << arguments[1]);
                                         request_stop();
                                         response = ros::xmlrpc::responseInt(1, "", 0);
                                       });
}

void begin_running() {
  Phase expected = Phase::kStarting;
  phase.compare_exchange_strong(expected, Phase::kRunning);
}

bool may_run() {
  return ros::ok() && phase == Phase::kRunning;
}

}  // namespace fmi_adapter
