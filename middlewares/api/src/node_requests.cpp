// SPDX-License-Identifier: Apache-2.0
// What a node is asked from outside: pause, step, reset, parameters, diagnostics.
#include <fmt/format.h>

#include "node_core_impl.hpp"

namespace lockstep::middlewares {

using core::Variable;

Reply NodeCore::pause(bool pause, SimTime now) {
  Impl& self = *impl_;
  if (self.state != NodeState::kActive) return {false, fmt::format("the node is {}", to_string(self.state))};
  if (self.is_paused == pause) return {true, pause ? "paused already" : "runs already"};
  self.is_paused = pause;
  if (pause) self.stand_still();
  if (pause || !self.runs()) return {true, pause ? "paused" : "goes on"};
  self.close_gap(now);
  return {true, fmt::format("goes on at FMU time {} s", self.adapter->fmu_time_s())};
}

Reply NodeCore::step() {
  Impl& self = *impl_;
  if (!self.runs()) return {false, fmt::format("the node is {}", to_string(self.state))};
  if (!self.is_paused && self.trigger.kind != Trigger::Kind::kService)
    return {false, "the node runs by itself; pause it first, or choose trigger: service"};
  if (self.has_finished) return {false, "the simulation ended; reset it"};
  static_cast<void>(self.approach(self.adapter->time() + self.period(), {}));
  if (self.state != NodeState::kActive) return {false, self.fault};
  self.publish(self.adapter->time());
  return {true, fmt::format("FMU time {} s", self.adapter->fmu_time_s())};
}

Reply NodeCore::reset(SimTime now) {
  Impl& self = *impl_;
  if (self.state == NodeState::kUnconfigured || self.state == NodeState::kInactive)
    return {false, fmt::format("the node is {}", to_string(self.state))};
  try {
    self.targets.clear();
    self.far_stamp.reset();
    self.adapter->reset();
    self.arrays.restart(*self.ports);
    self.latest.assign(self.latest.size(), {});
    self.has_finished = self.held = self.is_safe = false;
    if (self.trigger.kind != Trigger::Kind::kMessage) self.adapter->exit_initialization(now);
  } catch (const Error& error) {
    self.state = NodeState::kFaulted;
    self.fault = error.what();
    return {false, self.fault};
  }
  self.state = NodeState::kActive;
  self.fault.clear();
  if (self.runs() && self.config.publish_start) self.publish(now);
  return {true, "starts again"};
}

void NodeCore::on_jump_back(SimTime now) {
  Impl& self = *impl_;
  if (!self.started()) return;
  self.targets.clear();
  if (self.config.jump_policy == JumpPolicy::kContinue) {
    const SimTime gap = now - self.adapter->time();
    if (gap.count() < 0) self.adapter->shift_time(gap);
    self.outlet.log(
        core::LogLevel::kWarning,
        fmt::format("time jumped back; the FMU goes on at FMU time {} s", self.adapter->fmu_time_s()));
    return;
  }
  self.outlet.log(core::LogLevel::kWarning, "time jumped back; the FMU starts again");
  if (self.state != NodeState::kInactive) {
    const Reply reply = reset(now);
    if (!reply.success) self.outlet.log(core::LogLevel::kError, reply.message);
    return;
  }
  try {
    self.adapter->reset();  // the next activate() starts it
  } catch (const Error& error) {
    self.state = NodeState::kFaulted;
    self.fault = error.what();
    self.outlet.log(core::LogLevel::kError, self.fault);
  }
}

std::vector<ParameterInfo> NodeCore::parameters() const {
  if (impl_->adapter == nullptr) return {};
  const core::ModelDescription& description = impl_->adapter->description();
  std::vector<ParameterInfo> infos =
      describe_parameters(description, impl_->config.parameters, reserved_names());
  for (ParameterInfo& info : infos) {
    const auto mapped = impl_->mapped_values.find(info.variable);
    if (mapped == impl_->mapped_values.end()) continue;
    const std::size_t count = impl_->adapter->element_count(*info.variable);
    info.value =
        to_parameter(to_value(description, *info.variable, count, mapped->second), info.variable->is_array());
  }
  return infos;
}

Reply NodeCore::set_parameter(const std::string& name, const ParameterValue& value) {
  Impl& self = *impl_;
  if (self.state != NodeState::kActive && self.state != NodeState::kInactive)
    return {false, fmt::format("the node is {}", to_string(self.state))};
  try {
    const core::ModelDescription& description = self.adapter->description();
    const Variable* variable = description.find(name);
    if (variable == nullptr)
      variable = assign_parameters(description, {{name, value}}, {}, false).front().variable;
    self.adapter->set_tunable(
        *variable, to_value(description, *variable, self.adapter->element_count(*variable), value));
    return {true, fmt::format("{} = {}", variable->name, core::to_text(self.adapter->value(*variable)))};
  } catch (const Error& error) {
    return {false, error.what()};
  }
}

NodeDiagnostics NodeCore::diagnostics() const {
  const Impl& self = *impl_;
  NodeDiagnostics result;
  result.message = std::string{to_string(self.state)} + (self.is_paused ? ", paused" : "");
  if (self.has_finished) result.message = "simulation ended";
  const auto add = [&](const char* name, const auto& value) {
    result.values.emplace_back(name, fmt::format("{}", value));
  };
  add("FMU", self.config.fmu_path);
  add("state", to_string(self.state));
  if (self.adapter != nullptr) {
    const adapter::AdapterCounters counters = self.adapter->counters();
    add("FMU time [s]", self.adapter->fmu_time_s());
    add("steps", self.adapter->statistics().steps);
    add("input points dropped", counters.points_dropped);
    add("input points replaced", counters.points_duplicate);
  }
  add("step time mean [s]", self.step_time_s.mean());
  add("step time max [s]", self.step_time_s.largest());
  add("lateness mean [s]", self.lateness_s.mean());
  add("lateness max [s]", self.lateness_s.largest());
  add("overruns", self.overruns);
  add("messages in", self.messages);
  add("messages out", self.published);
  add("values refused", self.refused);
  add("values clipped", self.clipped);
  add("stamps refused", self.refused_stamps);
  add("gaps skipped", self.skipped_gaps);
  add("triggers in the past", self.late_triggers);
  add("faults", self.faults);
  const std::uint64_t oddities = self.overruns + self.refused + self.clipped + self.refused_stamps +
                                 self.skipped_gaps + self.late_triggers;
  if (oddities > 0) result.level = NodeDiagnostics::Level::kWarning;
  if (self.state == NodeState::kFaulted || self.held) {
    result.level = NodeDiagnostics::Level::kError;
    result.message += ": " + self.fault.substr(0, self.fault.find('\n'));
  }
  return result;
}

}  // namespace lockstep::middlewares
