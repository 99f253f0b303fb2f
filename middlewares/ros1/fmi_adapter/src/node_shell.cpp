// SPDX-License-Identifier: Apache-2.0
#include "node_shell.hpp"

#include <diagnostic_msgs/DiagnosticArray.h>
#include <ros/callback_queue.h>
#include <rosgraph_msgs/Clock.h>

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace fmi_adapter {
namespace {

using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::NodeDiagnostics;
using lockstep::middlewares::NodeState;
using lockstep::middlewares::Reply;
using lockstep::middlewares::SimTime;
using lockstep::middlewares::TickClock;
using lockstep::middlewares::Trigger;

constexpr std::uint32_t kClockQueue = 10;
constexpr double kClockReminderS = 0.1;  // how often /clock is published while time stands
constexpr double kWarningPeriodS = 1.0;
constexpr double kIdleS = 0.1;  // how soon a request to stop is seen

SimTime to_sim_time(const ros::Time& time) {
  return SimTime{static_cast<std::int64_t>(time.toNSec())};
}
ros::Time to_ros_time(SimTime time) {
  return ros::Time{}.fromNSec(static_cast<std::uint64_t>(time.count()));
}

template <class Response>
bool answer(const Reply& reply, Response& response) {
  response.success = reply.success;
  response.message = reply.message;
  return true;
}

void handle_callbacks(double at_most_s) {
  ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(at_most_s));
}

}  // namespace

NodeShell::NodeShell(ros::NodeHandle handle)
    : NodeShell{handle, lockstep::middlewares::read_setup(private_parameters(handle))} {}

NodeShell::NodeShell(ros::NodeHandle handle, lockstep::middlewares::NodeSetup setup)
    : handle_{handle},
      clock_{setup.clock},
      update_period_s_{setup.node.update_period_s},
      core_{setup.node, catalogue_, *this},
      known_parameters_{setup.node.parameters} {
  core_.configure();
  if (clock_.drive) ticks_.emplace(update_period_s_, clock_.real_time_factor);
  connect();
  offer_services();
}

void NodeShell::connect() {
  const auto& channels = core_.channels();
  for (std::size_t i = 0; i < channels.inputs.size(); ++i) {
    const auto& channel = channels.inputs[i];
    const auto* type = static_cast<const Ros1MessageType*>(channel.type);
    subscribers_.push_back(type->subscribe(
        handle_, channel,
        [this, i](std::optional<ros::Time> stamp, const std::vector<lockstep::core::Value>& fields) {
          std::optional<SimTime> at;
          if (stamp) at = to_sim_time(*stamp);
          core_.on_message(i, at, now(), fields);
        }));
  }
  // Whoever waits for this node's outputs must get the last one even if it comes late.
  const bool latch = clock_.wait_for_inputs || core_.trigger().kind == Trigger::Kind::kMessage;
  for (const auto& channel : channels.outputs)
    publishers_.push_back(
        static_cast<const Ros1MessageType*>(channel.type)->advertise(handle_, channel, latch));
}

void NodeShell::offer_services() {
  using std_srvs::SetBool;
  using std_srvs::Trigger;
  const auto offer_trigger = [this](const char* name, std::function<bool(Trigger::Response&)> body) {
    const boost::function<bool(Trigger::Request&, Trigger::Response&)> callback =
        [body = std::move(body)](Trigger::Request&, Trigger::Response& response) { return body(response); };
    services_.push_back(handle_.advertiseService(name, callback));
  };
  const boost::function<bool(SetBool::Request&, SetBool::Response&)> pause =
      [this](SetBool::Request& request, SetBool::Response& response) {
        return answer(core_.pause(request.data != 0, now()), response);
      };
  services_.push_back(handle_.advertiseService("pause", pause));
  offer_trigger("step", [this](Trigger::Response& response) {
    const Reply reply = core_.step();
    if (clock_.drive && reply.success) tick();
    return answer(reply, response);
  });
  offer_trigger("reset",
                [this](Trigger::Response& response) { return answer(core_.reset(now()), response); });
  offer_trigger("set_parameters",
                [this](Trigger::Response& response) { return set_changed_parameters(response); });
  diagnostics_ = ros::NodeHandle{}.advertise<diagnostic_msgs::DiagnosticArray>("/diagnostics", 10);
  diagnostics_timer_ = handle_.createWallTimer(ros::WallDuration(1.0),
                                               [this](const ros::WallTimerEvent&) { publish_diagnostics(); });
}

bool NodeShell::set_changed_parameters(std_srvs::Trigger::Response& response) {
  std::vector<NamedParameter> current = private_parameters(handle_);
  response.success = true;
  for (const NamedParameter& parameter : current) {
    const bool known =
        std::any_of(known_parameters_.begin(), known_parameters_.end(), [&](const NamedParameter& old) {
          return old.name == parameter.name && old.value == parameter.value;
        });
    if (known) continue;
    const Reply reply = core_.set_parameter(parameter.name, parameter.value);
    response.success = response.success && reply.success;
    response.message += (response.message.empty() ? "" : "; ") + reply.message;
  }
  if (response.message.empty()) response.message = "no parameter changed";
  known_parameters_ = std::move(current);
  return true;
}

SimTime NodeShell::now() const {
  return clock_.drive ? ticks_->now() : to_sim_time(ros::Time::now());
}

void NodeShell::publish(std::size_t output_channel, SimTime stamp,
                        const std::vector<lockstep::core::Value>& fields) {
  publishers_[output_channel]->publish(to_ros_time(stamp), fields);
}

void NodeShell::log(lockstep::core::LogLevel level, const std::string& text) {
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

std::string NodeShell::resolve(const std::string& topic) const {
  // A handle refuses ~, because it would not be below the handle; here it is.
  const bool is_private = !topic.empty() && topic.front() == '~';
  return is_private ? ros::names::resolve(topic) : handle_.resolveName(topic);
}

int NodeShell::run(std::function<bool()> go_on) {
  go_on_ = std::move(go_on);
  if (clock_.drive) {
    drive_clock();
  } else {
    spin_with_timer();
  }
  publish_diagnostics();
  return core_.state() == NodeState::kFaulted ? 1 : 0;
}

void NodeShell::spin_with_timer() {
  // With simulated time there is no time before the first /clock; starting at 0 would make the FMU run after
  // it.
  // A message as trigger brings its own time.
  const bool needs_time = core_.trigger().kind != Trigger::Kind::kMessage;
  while (go_on_() && needs_time && !ros::Time::isValid())
    handle_callbacks(0.01);
  if (!go_on_()) return;
  core_.activate(now());
  if (core_.trigger().kind != Trigger::Kind::kTimer) {
    while (go_on_() && !core_.finished())
      handle_or_work(kIdleS);
  } else if (ros::Time::isSimTime()) {
    const ros::Timer timer =
        handle_.createTimer(ros::Duration(update_period_s_), [this](const ros::TimerEvent& event) {
          core_.on_timer(to_sim_time(event.current_expected),
                         (event.current_real - event.current_expected).toSec());
        });
    while (go_on_() && !core_.finished())
      handle_or_work(kIdleS);
  } else {
    spin_by_system_time();
  }
}

/// As with a timer of roscpp, whose thread would have to be woken first and then wake this one.
void NodeShell::spin_by_system_time() {
  const ros::Duration period(update_period_s_);
  ros::Time due = ros::Time::now() + period;
  while (go_on_() && !core_.finished()) {
    handle_or_work(std::min(kIdleS, (due - ros::Time::now()).toSec()));
    const ros::Time current = ros::Time::now();
    if (current >= due) {
      core_.on_timer(to_sim_time(due), (current - due).toSec());
      due += period;
    }
    // Somebody set the clock, or the FMU is too slow: no instants are made up for.
    if (current + period + period < due || due + period < current) due = current + period;
  }
}

void NodeShell::handle_or_work(double at_most_s) {
  handle_callbacks(core_.busy() ? 0.0 : std::max(0.0, at_most_s));
  core_.work();
}

/// The instant after the present one, for everybody who follows /clock.
void NodeShell::tick() {
  ticks_->tick();
  publish_clock();
}

void NodeShell::publish_clock() {
  rosgraph_msgs::Clock message;
  message.clock = to_ros_time(ticks_->now());
  clock_publisher_.publish(message);
  clock_published_ = ros::WallTime::now();
}

/// While time stands. Whoever comes then must get to know the time; were /clock latched instead, a listener
/// that connects while it runs would see time jump back to what is still in the queue.
void NodeShell::stand() {
  handle_callbacks(0.01);
  if (clock_.drive && (ros::WallTime::now() - clock_published_).toSec() > kClockReminderS) publish_clock();
}

void NodeShell::drive_clock() {
  clock_publisher_ = ros::NodeHandle{}.advertise<rosgraph_msgs::Clock>("/clock", kClockQueue);
  tick();  // not 0, which would mean "no time yet"
  core_.activate(ticks_->now());
  ticks_->restart(TickClock::Wall::now());
  while (go_on_() && !core_.finished()) {
    handle_callbacks(0.0);
    if (core_.paused() || core_.state() == NodeState::kFaulted) {
      stand();
      ticks_->restart(TickClock::Wall::now());
      continue;
    }
    wait_for_inputs(ticks_->now());
    if (!go_on_()) return;
    tick();
    core_.on_timer(ticks_->now(), 0.0);
    while (go_on_() && core_.busy()) {  // requests are served on the way
      handle_callbacks(0.0);
      core_.work();
    }
    wait_for_real_time();
  }
}

void NodeShell::wait_for_inputs(SimTime instant) {
  if (!clock_.wait_for_inputs) return;
  const ros::WallTime start = ros::WallTime::now();
  while (go_on_() && !core_.inputs_ready(instant)) {
    stand();
    const ros::WallTime wall_now = ros::WallTime::now();
    if (clock_.input_timeout_s <= 0.0 || (wall_now - start).toSec() <= clock_.input_timeout_s) continue;
    if ((wall_now - warned_).toSec() > kWarningPeriodS) {  // ROS_WARN_THROTTLE goes by simulated time
      warned_ = wall_now;
      ROS_WARN("Not all inputs came within %f s; going on with the last ones", clock_.input_timeout_s);
    }
    return;
  }
}

void NodeShell::wait_for_real_time() {
  const auto due = ticks_->due();
  while (due && go_on_()) {
    const double rest_s = std::chrono::duration<double>(*due - TickClock::Wall::now()).count();
    if (rest_s <= 0.0) return;
    handle_callbacks(std::min(rest_s, 0.01));
  }
}

void NodeShell::publish_diagnostics() {
  const NodeDiagnostics facts = core_.diagnostics();
  diagnostic_msgs::DiagnosticArray message;
  message.header.stamp = to_ros_time(now());
  message.status.resize(1);
  auto& status = message.status.front();
  status.level = static_cast<std::int8_t>(facts.level);
  status.name = ros::this_node::getName().substr(1) + ": FMU";
  status.message = facts.message;
  for (const auto& [key, value] : facts.values) {
    status.values.emplace_back();
    status.values.back().key = key;
    status.values.back().value = value;
  }
  diagnostics_.publish(message);
}

}  // namespace fmi_adapter
