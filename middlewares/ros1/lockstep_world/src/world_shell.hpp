// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/world_setup.hpp"
#include "lockstep/world/world.hpp"
#include "service_types.hpp"

namespace lockstep_world {

/// A world as a node of ROS 1: topics and services below the node's name, /clock, /diagnostics. Construction
/// does all set-up and throws lockstep::Error; nothing is advertised before the world is ready.
///
/// Services of its own: ~pause (std_srvs/SetBool), ~step (std_srvs/Trigger, one step, then paused) and ~reset
/// (std_srvs/Trigger, time and state).
class WorldShell : private lockstep::middlewares::WorldOutlet {
 public:
  explicit WorldShell(ros::NodeHandle handle);
  ~WorldShell() override = default;

  /// Runs until the duration is over or `go_on` says no, which it must when ROS has shut down. Throws
  /// Error{kFmuFailed} when the world stops because of a fault, after everything was published.
  void run(const std::function<bool()>& go_on);

 private:
  using SimTime = lockstep::middlewares::SimTime;

  WorldShell(ros::NodeHandle handle, const lockstep::middlewares::WorldSetup& setup);
  void publish(std::size_t output_channel, SimTime stamp,
               const std::vector<lockstep::core::Value>& fields) override;
  void log(lockstep::core::LogLevel level, const std::string& text) override;
  void publish_clock(SimTime time) override;

  void connect();
  void offer_services();
  void offer(const char* type, const char* name, OnCall on_call);
  void run_world(const std::function<bool()>& go_on);
  /// `fault`: why the world stopped; empty: it did not.
  void publish_diagnostics(const std::string& fault);
  bool may_wait() const { return !ends_; }

  ros::NodeHandle handle_;
  lockstep::middlewares::WorldSetup setup_;
  WorldCatalogue catalogue_;  // before bridge_, which points into it
  lockstep::world::World world_;
  lockstep::middlewares::WorldBridge bridge_;
  ros::Publisher clock_, diagnostics_;
  std::vector<std::unique_ptr<fmi_adapter::ChannelPublisher>> publishers_;
  std::vector<ros::Subscriber> subscribers_;
  std::vector<ros::ServiceServer> services_;
  ros::WallTimer diagnostics_timer_;
  std::atomic<bool> ends_{false};  // nobody should wait for the world any more
};

}  // namespace lockstep_world
