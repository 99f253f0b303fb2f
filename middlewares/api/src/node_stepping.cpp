// SPDX-License-Identifier: Apache-2.0
// How the FMU of a node moves: timer, messages, slices of work, faults, what is published.
#include <fmt/format.h>

#include <algorithm>

#include "node_core_impl.hpp"
#include "seldom.hpp"

namespace lockstep::middlewares {
namespace {

using adapter::Advance;
using core::LogLevel;
using Clock = std::chrono::steady_clock;

double to_seconds(SimTime time) {
  return static_cast<double>(time.count()) / 1e9;
}

}  // namespace

bool NodeCore::busy() const noexcept {
  return impl_->busy();
}
void NodeCore::work() {
  impl_->work();
}

void NodeCore::on_timer(SimTime now, double lateness_s) {
  Impl& self = *impl_;
  const bool inactive = self.state == NodeState::kInactive && self.config.step_while_inactive;
  if (inactive && !self.started()) self.start(now);
  if (!self.moves() || self.trigger.kind != Trigger::Kind::kTimer) return;
  self.lateness_s.add(lateness_s);
  if (self.is_too_far(now - self.adapter->time())) self.skip_to(now);
  const bool late = self.busy();
  self.targets.assign(1, now);
  if (!late) return self.work();
  self.count_work();  // the instant before was not reached; whoever listens sees how far the FMU is
  if (self.state == NodeState::kActive) self.publish(self.adapter->time());
}

void NodeCore::on_message(std::size_t input_channel, std::optional<SimTime> stamp, SimTime arrival,
                          const std::vector<core::Value>& fields) {
  Impl& self = *impl_;
  if (self.state != NodeState::kActive && self.state != NodeState::kInactive) return;
  ++self.messages;
  // Without a stamp a message counts from its arrival on; for a node whose time stands, from now on.
  const bool holds = self.state == NodeState::kInactive && !self.config.step_while_inactive;
  const bool stands = self.is_paused || holds || self.trigger.kind == Trigger::Kind::kService;
  const SimTime at = stamp ? *stamp : stands && self.started() ? self.adapter->time() : arrival;
  const bool triggers = self.trigger_channel == input_channel;
  const bool follows = self.trigger.kind == Trigger::Kind::kMessage;  // other messages; else a clock
  if (self.started() && !self.accepts_stamp(input_channel, at, follows ? self.last_target() : arrival))
    return;
  self.read_fields(input_channel, at, fields);
  self.latest[input_channel] = std::max(self.latest[input_channel].value_or(at), at);
  if (self.state != NodeState::kActive || !triggers || self.is_paused || self.has_finished) return;
  if (self.started()) {
    const bool works = self.busy();
    self.targets.push_back(at);
    if (!works) self.work();
  } else {
    self.start(at);
    if (self.state == NodeState::kActive) self.publish(at);
  }
}

void NodeCore::Impl::read_fields(std::size_t channel, SimTime at, const std::vector<core::Value>& values) {
  const std::vector<FieldBinding>& bindings = channels.inputs[channel].fields;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const std::string why = inputs[channel].add(*ports, i, at, values[i]);
    if (why.empty() || !worth_a_line(++refused)) continue;
    outlet.log(LogLevel::kWarning, fmt::format("topic '{}': {} = {} {}", channels.inputs[channel].topic,
                                               bindings[i].port->name, core::to_text(values[i]), why));
  }
}

SimTime NodeCore::Impl::last_target() const {
  return targets.empty() ? adapter->time() : targets.back();
}

bool NodeCore::Impl::is_too_far(SimTime ahead) const noexcept {
  return config.max_advance_s > 0.0 && to_seconds(ahead) > config.max_advance_s;
}

// A wrong stamp must neither keep the FMU busy for hours nor hold its input for ever. Two of them in a row
// that agree are no mistake: the sender was away.
bool NodeCore::Impl::accepts_stamp(std::size_t channel, SimTime at, SimTime present) {
  std::string reason;
  if (is_too_far(at - present)) {
    const bool again =
        trigger_channel == channel && far_stamp && !is_too_far(at - *far_stamp) && at >= *far_stamp;
    if (again) {
      far_stamp.reset();
      skip_to(at);
      return true;
    }
    if (trigger_channel == channel) far_stamp = at;
    reason = fmt::format("lies {} s ahead, more than max_advance ({} s)", to_seconds(at - present),
                         config.max_advance_s);
  } else if (trigger_channel == channel && targets.size() >= config.max_points) {
    reason = fmt::format("came while {} instants were waiting (max_points)", targets.size());
  } else {
    return true;
  }
  if (worth_a_line(++refused_stamps)) {
    outlet.log(LogLevel::kWarning, fmt::format("topic '{}': the message stamped {} s {} and was refused",
                                               channels.inputs[channel].topic, to_seconds(at), reason));
  }
  return false;
}

void NodeCore::Impl::skip_to(SimTime now) {
  const SimTime gap = now - adapter->time();
  targets.clear();
  adapter->shift_time(gap);
  ++skipped_gaps;
  outlet.log(LogLevel::kWarning,
             fmt::format("time went on by {} s at once, more than max_advance ({} s); the FMU goes on at FMU "
                         "time {} s as if nothing had been between",
                         to_seconds(gap), config.max_advance_s, adapter->fmu_time_s()));
}

void NodeCore::Impl::start(SimTime at) {
  try {
    adapter->exit_initialization(at);
  } catch (const Error& error) {
    fault = error.what();
    handle_failure();
  }
}

void NodeCore::Impl::close_gap(SimTime now) {
  const SimTime gap = now - adapter->time();
  if (gap.count() > 0 && trigger.kind == Trigger::Kind::kTimer) adapter->shift_time(gap);
}

void NodeCore::Impl::stand_still() noexcept {
  if (trigger.kind == Trigger::Kind::kTimer) targets.clear();
}

void NodeCore::Impl::work() {
  const Clock::time_point end = Clock::now() + config.slice;
  while (busy() && approach(targets.front(), end)) {
    const SimTime stamp = trigger.kind == Trigger::Kind::kMessage ? targets.front() : adapter->time();
    targets.pop_front();
    if (state == NodeState::kActive) publish(stamp);
    if (Clock::now() >= end) return;
  }
}

bool NodeCore::Impl::approach(SimTime target, std::optional<Clock::time_point> end) {
  if (held) return true;
  const Clock::time_point begin = Clock::now();
  const SimTime two_steps{static_cast<std::int64_t>(2e9 * adapter->step_size().seconds())};
  Advance outcome = Advance::kDone;
  bool there = false;
  while (!there) {  // one by one: a step is the least that can be asked of an FMU
    const bool is_last = target - adapter->time() < two_steps;
    outcome = is_last ? adapter->step_until(target).outcome : adapter->step().outcome;
    there = is_last || !adapter::succeeded(outcome);
    if (!there && end && Clock::now() >= *end) break;
  }
  spent += Clock::now() - begin;
  if (there) arrive(outcome);
  return there;
}

void NodeCore::Impl::count_work() {
  step_time_s.add(spent.count());
  if (spent.count() > config.update_period_s && trigger.kind == Trigger::Kind::kTimer) ++overruns;
  spent = {};
}

void NodeCore::Impl::arrive(Advance outcome) {
  count_work();
  switch (outcome) {
    case Advance::kStopTime:
    case Advance::kTerminated:
      has_finished = true;
      outlet.log(LogLevel::kInfo,
                 fmt::format("the simulation ended at FMU time {} s", adapter->fmu_time_s()));
      break;
    case Advance::kTargetInPast:
      if (trigger.kind == Trigger::Kind::kMessage) ++late_triggers;
      break;
    case Advance::kFailed:
      fault = adapter->fault();
      handle_failure();
      break;
    default:
      break;
  }
}

void NodeCore::Impl::handle_failure() {
  ++faults;
  outlet.log(LogLevel::kError, fault);
  switch (config.fault_policy) {
    case devices::FaultPolicy::kStop:
      state = NodeState::kFaulted;
      break;
    case devices::FaultPolicy::kSafe:
      held = is_safe = true;
      break;
    case devices::FaultPolicy::kHold:
      held = true;
      break;
    case devices::FaultPolicy::kRestart:
      try {
        const SimTime now = adapter->time();
        adapter->reset();
        adapter->exit_initialization(now);
      } catch (const Error& error) {
        fault = error.what();
        outlet.log(LogLevel::kError, fault);
        state = NodeState::kFaulted;
      }
      break;
  }
}

void NodeCore::Impl::publish(SimTime stamp) {
  core::Value value;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (is_safe) {
      outlet.publish(i, stamp, outputs[i].read(*safe));
    } else {
      outlet.publish(i, stamp, held ? outputs[i].values() : outputs[i].read(*ports));
    }
    ++published;
    for (const std::size_t field : outputs[i].clipped()) {
      if (!worth_a_line(++clipped)) continue;
      ports->read(channels.outputs[i].fields[field].port->handle, value);
      outlet.log(LogLevel::kWarning,
                 clipped_text(channels.outputs[i], field, value, outputs[i].values()[field]));
    }
  }
}

}  // namespace lockstep::middlewares
