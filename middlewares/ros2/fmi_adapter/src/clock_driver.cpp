// SPDX-License-Identifier: Apache-2.0
#include "clock_driver.hpp"

#include <cmath>

namespace fmi_adapter {
namespace {

constexpr std::size_t kClockQueue = 10;

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds{std::llround(seconds * 1e9)};
}

}  // namespace

ClockDriver::ClockDriver(rclcpp_lifecycle::LifecycleNode& node,
                         const lockstep::middlewares::ClockConfig& config, double update_period_s,
                         lockstep::middlewares::NodeCore& core, std::function<void()> after_step)
    : node_{node},
      config_{config},
      period_s_{update_period_s},
      ticks_{update_period_s, config.real_time_factor},
      core_{core},
      after_step_{std::move(after_step)},
      publisher_{rclcpp::create_publisher<rosgraph_msgs::msg::Clock>(
          node, "/clock", rclcpp::QoS(kClockQueue).reliable().transient_local())} {}

ClockDriver::~ClockDriver() {
  stop();
}

void ClockDriver::start() {
  if (now().count() == 0) tick();
  core_.activate(now());
  go_on();
}

void ClockDriver::stop() {
  drop(timer_);
  drop(expiry_);
  waits_ = false;
}

void ClockDriver::go_on() {
  if (timer_ != nullptr) return;
  const double wall_s = config_.real_time_factor > 0.0 ? period_s_ / config_.real_time_factor : 0.0;
  timer_ = node_.create_wall_timer(nanoseconds(wall_s), [this] { step(); });
}

bool ClockDriver::may_step() {
  if (core_.paused() || core_.finished() || core_.state() != lockstep::middlewares::NodeState::kActive)
    return false;
  if (!config_.wait_for_inputs || core_.inputs_ready(now())) return true;
  if (!waits_ && config_.input_timeout_s > 0.0) {
    drop(expiry_);
    expiry_ = node_.create_wall_timer(nanoseconds(config_.input_timeout_s), [this] {
      expiry_->cancel();
      waits_ = false;
      if (core_.paused()) return;  // to go on starts the wait again
      RCLCPP_WARN(node_.get_logger(), "Not all inputs came within %f s; going on with the last ones",
                  config_.input_timeout_s);
      tick();
      core_.on_timer(now(), 0.0);
      go_on();
      after_step_();
    });
  }
  waits_ = true;
  return false;
}

void ClockDriver::step() {
  if (core_.busy()) return;  // the instant before is not reached yet
  if (!may_step()) {
    drop(timer_);  // a message or a request starts it again
    return;
  }
  tick();
  core_.on_timer(now(), 0.0);
  after_step_();
}

void ClockDriver::after_message() {
  if (!waits_ || !core_.inputs_ready(now())) return;
  waits_ = false;
  drop(expiry_);
  go_on();
}

void ClockDriver::after_request(bool stepped) {
  if (stepped) tick();
  if (core_.state() == lockstep::middlewares::NodeState::kActive && !core_.paused()) go_on();
}

void ClockDriver::tick() {
  ticks_.tick();
  rosgraph_msgs::msg::Clock message;
  message.clock = rclcpp::Time{now().count(), RCL_ROS_TIME};
  publisher_->publish(message);
}

}  // namespace fmi_adapter
