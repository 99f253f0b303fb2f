// SPDX-License-Identifier: Apache-2.0
#include "requests.hpp"

#include <std_srvs/srv/set_bool.hpp>
#include <std_srvs/srv/trigger.hpp>

namespace fmi_adapter {

using lockstep::middlewares::Reply;

Requests::Requests(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeCore& core, Hooks hooks)
    : core_{core}, hooks_{std::move(hooks)} {
  const auto answer = [](const Reply& reply, auto& response) {
    response.success = reply.success;
    response.message = reply.message;
  };
  offer<std_srvs::srv::SetBool>(node, "~/pause", [this, answer](const auto& request, auto& response) {
    answer(pause(request.data), response);
  });
  offer<std_srvs::srv::Trigger>(node, "~/step",
                                [this, answer](const auto&, auto& response) { answer(step(), response); });
  offer<std_srvs::srv::Trigger>(node, "~/reset",
                                [this, answer](const auto&, auto& response) { answer(reset(), response); });
  offer_simulation_interfaces(node);
}

Reply Requests::step() {
  const Reply reply = core_.step();
  stopped_ = stopped_ && !reply.success;
  hooks_.after(reply.success);
  return reply;
}

Reply Requests::pause(bool pause) {
  const Reply reply = core_.pause(pause, hooks_.now());
  stopped_ = false;
  hooks_.after(false);
  return reply;
}

Reply Requests::reset() {
  const Reply reply = core_.reset(hooks_.now());
  hooks_.after(false);
  return reply;
}

}  // namespace fmi_adapter
