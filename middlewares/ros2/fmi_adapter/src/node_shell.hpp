// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <vector>

#include "clock_driver.hpp"
#include "lockstep/middlewares/api/node_setup.hpp"
#include "message_catalogue.hpp"
#include "requests.hpp"
#include "ros_parameters.hpp"

namespace fmi_adapter {

struct Transport {
  bool latched_inputs{false};
  std::int64_t queue_size{0};  ///< 0: what suits the trigger
};

/// A configured node: NodeCore with topics, timers, parameters and services of ROS 2. Construction configures
/// and throws lockstep::Error or rclcpp's exceptions; destruction cleans up. Calls come from the node's
/// default callback group, one at a time.
class NodeShell : private lockstep::middlewares::Outlet {
 public:
  /// `memory` outlives this. `on_fault` is called with the reason when the FMU has failed for good; it must
  /// not destroy the shell before returning.
  NodeShell(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeSetup setup,
            const Transport& transport, ParameterMemory& memory,
            std::function<void(const std::string&)> on_fault);
  ~NodeShell() override;

  /// Throws lockstep::Error when the FMU does not start.
  void activate();
  void deactivate();
  const lockstep::middlewares::NodeCore& core() const noexcept { return core_; }

 private:
  using SimTime = lockstep::core::SimTime;

  void publish(std::size_t output_channel, SimTime stamp,
               const std::vector<lockstep::core::Value>& fields) override;
  void log(lockstep::core::LogLevel level, const std::string& text) override;
  std::string resolve(const std::string& topic) const override;

  void connect(const Transport& transport);
  void subscribe(std::size_t channel, const rclcpp::QoS& qos);
  void start_timer();
  void on_time();
  void on_message(std::size_t channel, ChannelReader& reader, const rclcpp::SerializedMessage& message);
  void handle_jump();
  void follow_up();  // after each call to the core: faults, and work that is left
  SimTime now() const;

  rclcpp_lifecycle::LifecycleNode& node_;
  std::function<void(const std::string&)> on_fault_;
  lockstep::middlewares::NodeSetup setup_;
  Ros2Catalogue catalogue_;  // before core_, which points into it
  lockstep::middlewares::NodeCore core_;
  std::vector<std::unique_ptr<ChannelPublisher>> publishers_;
  std::vector<rclcpp::GenericSubscription::SharedPtr> subscriptions_;
  std::unique_ptr<FmuParameters> parameters_;
  std::unique_ptr<ClockDriver> driver_;  // null: time comes from ROS
  std::unique_ptr<Requests> requests_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::TimerBase::SharedPtr worker_;  // while the core is busy
  rclcpp::JumpHandler::SharedPtr jump_handler_;
  std::atomic<bool> jumped_back_{false};  // set by the thread that listens to /clock
  bool waits_for_time_{false};            // active, but simulated time has not begun
  SimTime last_call_{0};
  /// A message may be handed over after its subscription is gone: the executor had it ready already.
  std::shared_ptr<bool> present_{std::make_shared<bool>(true)};
};

}  // namespace fmi_adapter
