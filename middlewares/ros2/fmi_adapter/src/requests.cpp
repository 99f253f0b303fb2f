// SPDX-License-Identifier: Apache-2.0
#include "requests.hpp"

#include <std_srvs/srv/set_bool.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "clock_driver.hpp"

namespace fmi_adapter {

using lockstep::middlewares::Reply;

Requests::Requests(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeCore& core,
                   const lockstep::middlewares::NodeConfig& config, Hooks hooks)
    : node_{node},
      core_{core},
      period_s_{config.update_period_s},
      limit_s_{config.max_advance_s},
      slice_{config.slice},
      hooks_{std::move(hooks)} {
  const auto answer = [](const Reply& reply, auto& response) {
    response.success = reply.success;
    response.message = reply.message;
  };
  offer<std_srvs::srv::SetBool>(node, "~/pause", [this, answer](const auto& request, auto& response) {
    answer(pause(request.data), response);
  });
  offer<std_srvs::srv::Trigger>(
      node, "~/step", [this, answer](const auto&, auto& response) { answer(step_alone(), response); });
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

Reply Requests::step_alone() {
  if (steps_) return {false, "other steps are being made; pause ends them"};
  return step();
}

Reply Requests::pause(bool pause) {
  stop_steps(pause ? "the node was paused" : "the node goes on by itself");
  const Reply reply = core_.pause(pause, hooks_.now());
  stopped_ = false;
  hooks_.after(false);
  return reply;
}

Reply Requests::reset() {
  stop_steps("the node was reset");
  const Reply reply = core_.reset(hooks_.now());
  hooks_.after(false);
  return reply;
}

Requests::~Requests() {
  stop_steps("the node was cleaned up");
}

void Requests::begin_steps(std::uint64_t count, Answer answer) {
  const double asked_s = static_cast<double>(count) * period_s_;
  if (steps_) return answer({false, "other steps are being made; pause ends them"});
  if (limit_s_ > 0.0 && asked_s > limit_s_) {
    return answer({false, std::to_string(count) + " steps of " + std::to_string(period_s_) +
                              " s are more than " + std::to_string(limit_s_) +
                              " s, the parameter max_advance; ask for fewer"});
  }
  steps_ = Steps{count, 0, std::move(answer)};
  make_steps();
}

void Requests::make_steps() {
  const auto end = std::chrono::steady_clock::now() + slice_;
  Reply reply{true, ""};
  while (steps_ && steps_->made < steps_->wanted && reply.success) {
    reply = step();
    if (reply.success) ++steps_->made;
    if (std::chrono::steady_clock::now() >= end) break;
  }
  if (!steps_) return;
  if (!reply.success || steps_->made == steps_->wanted) return end_steps(reply);
  if (stepper_ == nullptr)
    stepper_ = node_.create_wall_timer(std::chrono::nanoseconds{0}, [this] { make_steps(); });
}

void Requests::stop_steps(const std::string& reason) {
  if (!steps_) return;
  end_steps({false, "stopped after " + std::to_string(steps_->made) + " of " +
                        std::to_string(steps_->wanted) + " steps: " + reason});
}

void Requests::end_steps(const Reply& reply) {
  const Answer answer = std::move(steps_->answer);
  steps_.reset();
  drop(stepper_);
  answer(reply);
}

}  // namespace fmi_adapter
