// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "lockstep/middlewares/api/node_setup.hpp"
#include "lockstep/middlewares/api/tick_clock.hpp"

namespace fmi_adapter {

/// Ends a timer. An executor keeps what was ready when it woke: a timer that is only let go of may still
/// call.
inline void drop(rclcpp::TimerBase::SharedPtr& timer) {
  if (timer != nullptr) timer->cancel();
  timer.reset();
}

/// Makes the time: publishes /clock, one update period a tick, as fast as possible or at a factor of real
/// time, and steps the node to each instant; where it is told so only when all inputs of the instant before
/// are there. Never blocks the executor.
class ClockDriver {
 public:
  using SimTime = lockstep::core::SimTime;

  ClockDriver(rclcpp_lifecycle::LifecycleNode& node, const lockstep::middlewares::ClockConfig& config,
              double update_period_s, lockstep::middlewares::NodeCore& core,
              std::function<void()> after_step);
  ~ClockDriver();
  ClockDriver(const ClockDriver&) = delete;
  ClockDriver& operator=(const ClockDriver&) = delete;

  /// Activates the node at the present instant; the first one is one update period, since 0 would mean "no
  /// time yet". Throws lockstep::Error.
  void start();
  void stop();
  SimTime now() const noexcept { return ticks_.now(); }
  /// A message came: perhaps it was the one we wait for.
  void after_message();
  /// A request was served; `stepped`: it moved the FMU by one update period.
  void after_request(bool stepped);

 private:
  void go_on();
  void step();
  void tick();
  bool may_step();

  rclcpp_lifecycle::LifecycleNode& node_;
  lockstep::middlewares::ClockConfig config_;
  double period_s_;
  lockstep::middlewares::TickClock ticks_;
  lockstep::middlewares::NodeCore& core_;
  std::function<void()> after_step_;
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;   // between steps
  rclcpp::TimerBase::SharedPtr expiry_;  // of the wait for inputs
  bool waits_{false};
};

}  // namespace fmi_adapter
