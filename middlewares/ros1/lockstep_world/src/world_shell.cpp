// SPDX-License-Identifier: Apache-2.0
#include "world_shell.hpp"

#include <diagnostic_msgs/DiagnosticArray.h>
#include <rosgraph_msgs/Clock.h>

#include <thread>

#include "lockstep/core/error.hpp"
#include "ros_parameters.hpp"

namespace lockstep_world {
namespace {

using lockstep::middlewares::NodeDiagnostics;
using lockstep::middlewares::Reply;
using lockstep::middlewares::SimTime;
using lockstep::middlewares::WorldSetup;

constexpr std::uint32_t kClockQueue = 10;
constexpr std::uint32_t kSpinners = 4;  // a call that waits for the world must not keep messages waiting
constexpr std::chrono::milliseconds kClockReminder{
    100};                            // how often /clock is published while time stands still
constexpr double kPiece_s = 3600.0;  // a run without an end is made of such pieces

ros::Time to_ros_time(SimTime time) {
  return ros::Time{}.fromNSec(static_cast<std::uint64_t>(time.count()));
}

void log_line(lockstep::core::LogLevel level, const std::string& text) {
  switch (level) {
    case lockstep::core::LogLevel::kError:
      ROS_ERROR_STREAM(text);
      break;
    case lockstep::core::LogLevel::kWarning:
      ROS_WARN_STREAM(text);
      break;
    default:
      ROS_INFO_STREAM(text);
  }
}

lockstep::scenario::Scenario scenario_of(const WorldSetup& setup) {
  lockstep::scenario::Scenario scenario = lockstep::world::scenario_of(setup.world);
  if (setup.real_time_factor) scenario.real_time = setup.real_time_factor;
  if (!scenario.real_time) scenario.real_time = 1.0;
  return scenario;
}

lockstep::world::WorldOptions world_options() {
  lockstep::world::WorldOptions options;
  options.log = [](const lockstep::core::LogMessage& message) {
    log_line(message.level, std::string{message.text});
  };
  return options;
}

lockstep::middlewares::BridgeConfig bridge_config(const WorldSetup& setup) {
  lockstep::middlewares::BridgeConfig config = setup.bridge;
  if (setup.joint_states) config.joint_states = "sensor_msgs/JointState";
  return config;
}

}  // namespace

WorldShell::WorldShell(ros::NodeHandle handle)
    : WorldShell{handle, lockstep::middlewares::read_world_setup(fmi_adapter::private_parameters(handle))} {}

WorldShell::WorldShell(ros::NodeHandle handle, const WorldSetup& setup)
    : handle_{handle},
      setup_{setup},
      world_{scenario_of(setup), world_options()},
      bridge_{world_.runtime(), bridge_config(setup), catalogue_, *this} {
  if (!setup_.record.empty()) world_.record(setup_.record);
  if (setup_.paused) world_.control().pause();
  connect();
  offer_services();
}

void WorldShell::connect() {
  const auto& channels = bridge_.channels();
  clock_ = ros::NodeHandle{}.advertise<rosgraph_msgs::Clock>("/clock", kClockQueue);
  diagnostics_ = ros::NodeHandle{}.advertise<diagnostic_msgs::DiagnosticArray>("/diagnostics", 1);
  for (std::size_t i = 0; i < channels.inputs.size(); ++i) {
    const auto& channel = channels.inputs[i];
    const auto* type = static_cast<const fmi_adapter::Ros1MessageType*>(channel.type);
    subscribers_.push_back(type->subscribe(
        handle_, channel,
        [this, i](std::optional<ros::Time> stamp, const std::vector<lockstep::core::Value>& fields) {
          std::optional<SimTime> at;
          if (stamp) at = SimTime{static_cast<std::int64_t>(stamp->toNSec())};
          bridge_.on_message(i, at, fields);
        }));
  }
  for (const auto& channel : channels.outputs)
    publishers_.push_back(static_cast<const fmi_adapter::Ros1MessageType*>(channel.type)
                              ->advertise(handle_, channel, bridge_.keeps_step()));
  diagnostics_timer_ = handle_.createWallTimer(
      ros::WallDuration(1.0), [this](const ros::WallTimerEvent&) { publish_diagnostics({}); });
}

void WorldShell::offer(const char* type, const char* name, OnCall on_call) {
  services_.push_back(catalogue_.find_service(type)->offer(handle_, name, std::move(on_call)));
}

void WorldShell::offer_services() {
  const auto ask = [this](const char* request, std::vector<lockstep::core::Value> arguments) {
    return bridge_.ask(request, std::move(arguments), [this] { return may_wait(); });
  };
  offer("std_srvs/SetBool", "pause", [ask](const std::vector<lockstep::core::Value>& fields) {
    return ask(std::get<std::vector<bool>>(fields[0])[0] ? "world/pause" : "world/resume", {});
  });
  offer("std_srvs/Trigger", "step", [ask](const std::vector<lockstep::core::Value>&) {
    return ask("world/step", {std::vector<std::int64_t>{1}});
  });
  offer("std_srvs/Trigger", "reset", [ask](const std::vector<lockstep::core::Value>&) {
    return ask("world/reset", {std::vector<std::string>{"both"}});
  });
  const auto& mapped = bridge_.channels().services;
  for (std::size_t i = 0; i < mapped.size(); ++i)
    services_.push_back(
        static_cast<const Ros1ServiceType*>(mapped[i].type)
            ->offer(handle_, mapped[i].name, [this, i](const std::vector<lockstep::core::Value>& fields) {
              return bridge_.call(i, fields, [this] { return may_wait(); });
            }));
}

void WorldShell::publish(std::size_t output_channel, SimTime stamp,
                         const std::vector<lockstep::core::Value>& fields) {
  publishers_[output_channel]->publish(to_ros_time(stamp), fields);
}

void WorldShell::log(lockstep::core::LogLevel level, const std::string& text) {
  log_line(level, text);
}

void WorldShell::publish_clock(SimTime time) {
  rosgraph_msgs::Clock message;
  message.clock = to_ros_time(time);
  clock_.publish(message);
}

void WorldShell::run(const std::function<bool()>& go_on) {
  ros::AsyncSpinner spinner{kSpinners};
  spinner.start();
  std::thread publisher{[this] {
    while (!ends_)
      bridge_.publish(kClockReminder);
    while (bridge_.publish(std::chrono::nanoseconds{0})) {  // what the last steps left
    }
  }};
  std::exception_ptr failure;
  std::string fault;
  try {
    run_world(go_on);
  } catch (const std::exception& error) {
    failure = std::current_exception();
    fault = error.what();
  }
  ends_ = true;
  publisher.join();
  spinner.stop();
  publish_diagnostics(fault);
  if (failure) std::rethrow_exception(failure);
}

void WorldShell::run_world(const std::function<bool()>& go_on) {
  lockstep::world::RunHooks hooks;
  hooks.interrupted = [&] { return !go_on(); };
  if (setup_.duration_s > 0.0) {
    static_cast<void>(world_.run_until(setup_.duration_s, hooks));
  } else {
    while (!world_.run_for(kPiece_s, hooks).stopped) {
    }
  }
  world_.finish();
}

void WorldShell::publish_diagnostics(const std::string& fault) {
  const NodeDiagnostics facts = bridge_.diagnostics();
  diagnostic_msgs::DiagnosticArray message;
  message.header.stamp = ros::Time::now();
  message.status.resize(1);
  auto& status = message.status.front();
  status.level = static_cast<std::int8_t>(facts.level);
  status.name = ros::this_node::getName().substr(1) + ": world";
  status.message = facts.message;
  if (!fault.empty()) {
    status.level = diagnostic_msgs::DiagnosticStatus::ERROR;
    status.message = fault;
  }
  for (const auto& [key, value] : facts.values) {
    status.values.emplace_back();
    status.values.back().key = key;
    status.values.back().value = value;
  }
  diagnostics_.publish(message);
}

}  // namespace lockstep_world
