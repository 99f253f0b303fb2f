// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>
#include <std_srvs/SetBool.h>
#include <std_srvs/Trigger.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/middlewares/api/node_setup.hpp"
#include "lockstep/middlewares/api/tick_clock.hpp"
#include "message_types.hpp"
#include "ros_parameters.hpp"

namespace fmi_adapter {

/// NodeCore on ROS 1: topics and services below the node's name, /diagnostics, time from ROS or /clock driven
/// by this node. Construction does all set-up and throws lockstep::Error; nothing is advertised before the
/// FMU is ready.
class NodeShell : private lockstep::middlewares::Outlet {
 public:
  explicit NodeShell(ros::NodeHandle handle);

  /// Runs until the simulation ends or `go_on` says no, which it must when ROS has shut down. Returns the
  /// exit code of the program.
  int run(std::function<bool()> go_on = ros::ok);

 private:
  using SimTime = lockstep::middlewares::SimTime;

  NodeShell(ros::NodeHandle handle, lockstep::middlewares::NodeSetup setup);
  void publish(std::size_t output_channel, SimTime stamp,
               const std::vector<lockstep::core::Value>& fields) override;
  void log(lockstep::core::LogLevel level, const std::string& text) override;
  std::string resolve(const std::string& topic) const override;

  void connect();
  void offer_services();
  void spin_with_timer();
  void spin_by_system_time();
  void handle_or_work(double at_most_s);
  void drive_clock();
  void tick();
  void publish_clock();
  void stand();
  void wait_for_inputs(SimTime instant);
  void wait_for_real_time();
  void publish_diagnostics();
  bool set_changed_parameters(std_srvs::Trigger::Response& response);
  SimTime now() const;

  ros::NodeHandle handle_;
  lockstep::middlewares::ClockConfig clock_;
  double update_period_s_;
  Ros1Catalogue catalogue_;  // before core_, which points into it
  lockstep::middlewares::NodeCore core_;
  std::vector<std::unique_ptr<ChannelPublisher>> publishers_;
  std::vector<ros::Subscriber> subscribers_;
  std::vector<ros::ServiceServer> services_;
  std::vector<lockstep::middlewares::NamedParameter> known_parameters_;
  ros::Publisher diagnostics_;
  ros::Publisher clock_publisher_;
  ros::WallTimer diagnostics_timer_;
  std::function<bool()> go_on_{ros::ok};
  std::optional<lockstep::middlewares::TickClock>
      ticks_;  // of the clock this node drives; empty: it does not
  ros::WallTime clock_published_, warned_;
};

}  // namespace fmi_adapter
