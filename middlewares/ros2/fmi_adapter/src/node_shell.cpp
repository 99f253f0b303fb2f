// SPDX-License-Identifier: Apache-2.0
#include "node_shell.hpp"

#include <algorithm>
#include <rclcpp/create_timer.hpp>

#include "lockstep/core/error.hpp"

namespace fmi_adapter {
namespace {

using lockstep::core::SimTime;
using lockstep::middlewares::NodeState;
using lockstep::middlewares::Trigger;

constexpr std::size_t kCoupledDepth = 1000;  // where no message may be lost

/// `coupled`: others wait for each message of this node, or it waits for theirs.
rclcpp::QoS qos_of(const Transport& transport, bool coupled, bool latched) {
  rclcpp::QoS qos = rclcpp::SystemDefaultsQoS();
  if (transport.queue_size > 0) {
    qos = rclcpp::QoS(static_cast<std::size_t>(transport.queue_size));
  } else if (coupled) {
    qos = rclcpp::QoS(kCoupledDepth);
  }
  if (latched) qos.reliable().transient_local();
  return qos;
}

}  // namespace

NodeShell::NodeShell(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeSetup setup,
                     const Transport& transport, ParameterMemory& memory,
                     std::function<void(const std::string&)> on_fault)
    : node_{node},
      on_fault_{std::move(on_fault)},
      setup_{std::move(setup)},
      core_{setup_.node, catalogue_, *this} {
  core_.configure();
  connect(transport);
  parameters_ = std::make_unique<FmuParameters>(
      node_.get_node_parameters_interface(), node_.get_logger(), memory, core_.parameters(),
      [this](const std::string& name, const lockstep::middlewares::ParameterValue& value) {
        const lockstep::middlewares::Reply reply = core_.set_parameter(name, value);
        rcl_interfaces::msg::SetParametersResult result;
        result.successful = reply.success;
        result.reason = reply.success ? "" : reply.message;
        return result;
      });
  if (setup_.clock.drive)
    driver_ = std::make_unique<ClockDriver>(node_, setup_.clock, setup_.node.update_period_s, core_,
                                            [this] { follow_up(); });
  requests_ = std::make_unique<Requests>(node_, core_, setup_.node,
                                         Requests::Hooks{[this] { return now(); },
                                                         [this](bool stepped) {
                                                           if (driver_ != nullptr)
                                                             driver_->after_request(stepped);
                                                           follow_up();
                                                         }});
  if (setup_.node.step_while_inactive && driver_ == nullptr) {
    start_timer();
    on_time();
  }
}

NodeShell::~NodeShell() {
  drop(timer_);
  drop(worker_);
}

void NodeShell::connect(const Transport& transport) {
  const bool coupled = setup_.clock.wait_for_inputs || core_.trigger().kind == Trigger::Kind::kMessage;
  // Whoever waits for this node's outputs must be able to get the last one even if it comes late.
  const rclcpp::QoS inputs = qos_of(transport, coupled, transport.latched_inputs);
  const rclcpp::QoS outputs = qos_of(transport, coupled, coupled);
  const auto& channels = core_.channels();
  for (const auto& channel : channels.outputs) {
    publishers_.push_back(
        std::make_unique<ChannelPublisher>(node_.get_node_topics_interface(), channel, outputs));
  }
  for (std::size_t i = 0; i < channels.inputs.size(); ++i)
    subscribe(i, inputs);
}

void NodeShell::subscribe(std::size_t channel, const rclcpp::QoS& qos) {
  const auto& input = core_.channels().inputs[channel];
  const auto reader = std::make_shared<ChannelReader>(input);
  subscriptions_.push_back(rclcpp::create_generic_subscription(
      node_.get_node_topics_interface(), input.topic, input.type->name, qos,
      [this, channel, reader,
       present = std::weak_ptr<bool>{present_}](std::shared_ptr<const rclcpp::SerializedMessage> message) {
        if (!present.expired()) on_message(channel, *reader, *message);
      }));
}

void NodeShell::activate() {
  waits_for_time_ = false;
  if (driver_ != nullptr) {
    driver_->start();
    return;
  }
  const SimTime start = now();
  if (start.count() > 0 || core_.trigger().kind == Trigger::Kind::kMessage) {
    core_.activate(start);
  } else {
    waits_for_time_ = true;  // simulated time, and nobody has published it yet
  }
  if (timer_ == nullptr) start_timer();
  follow_up();
}

void NodeShell::deactivate() {
  requests_->stop_steps("the node was deactivated");
  waits_for_time_ = false;
  core_.deactivate();
  if (driver_ != nullptr) driver_->stop();
  if (!setup_.node.step_while_inactive) drop(timer_);
}

void NodeShell::start_timer() {
  const auto clock = node_.get_clock();
  rcl_jump_threshold_t threshold{};
  threshold.min_backward.nanoseconds = -1;
  jump_handler_ = clock->create_jump_callback([] {},
                                              [this, clock](const rcl_time_jump_t& jump) {
                                                if (jump.delta.nanoseconds < 0 && clock->ros_time_is_active())
                                                  jumped_back_ = true;
                                              },
                                              threshold);
  last_call_ = now();
  timer_ = rclcpp::create_timer(node_.get_node_base_interface(), node_.get_node_timers_interface(), clock,
                                rclcpp::Duration::from_seconds(setup_.node.update_period_s),
                                [this] { on_time(); });
}

void NodeShell::handle_jump() {
  if (jumped_back_.exchange(false)) core_.on_jump_back(now());
}

void NodeShell::on_time() {
  const SimTime at = now();
  if (at.count() == 0) return;
  if (waits_for_time_) {
    waits_for_time_ = false;
    try {
      core_.activate(at);
    } catch (const lockstep::Error& error) {
      RCLCPP_ERROR(node_.get_logger(), "%s", error.what());
      on_fault_(error.what());
    }
    last_call_ = at;
    return;
  }
  // Simulated time that was switched on later begins anywhere, and no jump tells of it.
  if (at < last_call_ && node_.get_clock()->ros_time_is_active()) jumped_back_ = true;
  handle_jump();
  const double since_s = static_cast<double>((at - last_call_).count()) * 1e-9;
  last_call_ = at;
  core_.on_timer(at, std::max(0.0, since_s - setup_.node.update_period_s));
  follow_up();
}

void NodeShell::on_message(std::size_t channel, ChannelReader& reader,
                           const rclcpp::SerializedMessage& message) {
  try {
    const auto& values = reader.read(message);
    handle_jump();
    core_.on_message(channel, reader.stamp(), now(), values);
  } catch (const std::exception& error) {
    RCLCPP_WARN_THROTTLE(node_.get_logger(), *node_.get_clock(), 1000, "topic '%s': %s",
                         core_.channels().inputs[channel].topic.c_str(), error.what());
    return;
  }
  if (driver_ != nullptr) driver_->after_message();
  follow_up();
}

void NodeShell::follow_up() {
  if (core_.state() == NodeState::kFaulted) on_fault_(core_.diagnostics().message);
  if (!core_.busy()) {
    drop(worker_);
  } else if (worker_ == nullptr) {  // the executor serves others between two slices
    worker_ = node_.create_wall_timer(std::chrono::nanoseconds{0}, [this] {
      core_.work();
      follow_up();
    });
  }
}

SimTime NodeShell::now() const {
  return driver_ != nullptr ? driver_->now() : SimTime{node_.now().nanoseconds()};
}

void NodeShell::publish(std::size_t output_channel, SimTime stamp,
                        const std::vector<lockstep::core::Value>& fields) {
  try {
    publishers_[output_channel]->publish(stamp, fields);
  } catch (const std::exception& error) {
    if (!rclcpp::ok(node_.get_node_base_interface()->get_context())) return;  // the process is told to end
    RCLCPP_ERROR_THROTTLE(node_.get_logger(), *node_.get_clock(), 1000, "topic '%s': %s",
                          core_.channels().outputs[output_channel].topic.c_str(), error.what());
  }
}

std::string NodeShell::resolve(const std::string& topic) const {
  return node_.get_node_topics_interface()->resolve_topic_name(topic);
}

void NodeShell::log(lockstep::core::LogLevel level, const std::string& text) {
  switch (level) {
    case lockstep::core::LogLevel::kError:
      RCLCPP_ERROR(node_.get_logger(), "%s", text.c_str());
      break;
    case lockstep::core::LogLevel::kWarning:
      RCLCPP_WARN(node_.get_logger(), "%s", text.c_str());
      break;
    default:
      RCLCPP_INFO(node_.get_logger(), "%s", text.c_str());
  }
}

}  // namespace fmi_adapter
