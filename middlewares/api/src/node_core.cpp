// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/node_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "lockstep/core/isolation_config.hpp"
#include "lockstep/core/number_text.hpp"
#include "node_core_impl.hpp"

namespace lockstep::middlewares {
namespace {

using core::Variable;

constexpr std::array<std::string_view, 22> kReserved{"fmu_path",
                                                     "step_size",
                                                     "update_period",
                                                     "mapping",
                                                     "trigger",
                                                     "isolation",
                                                     "call_limit",
                                                     "interpolate",
                                                     "use_stop_time",
                                                     "fault_policy",
                                                     "max_points",
                                                     "max_advance",
                                                     "drive_clock",
                                                     "real_time_factor",
                                                     "wait_for_inputs",
                                                     "input_timeout",
                                                     "allow_unknown_parameters",
                                                     "step_while_inactive",
                                                     "on_jump_back",
                                                     "autostart",
                                                     "latched_inputs",
                                                     "queue_size"};

void require_positive(const char* name, double value, bool zero_allowed) {
  if (std::isfinite(value) && (value > 0.0 || (zero_allowed && value == 0.0))) return;
  throw Error{ErrorCode::kBadInput,
              fmt::format("parameter '{}' is {}, expected a number of seconds above 0{}", name, value,
                          zero_allowed ? ", or 0 for the FMU's default" : "")};
}

/// What the mapping says, and before it what the parameters say.
core::IsolationOptions isolation_of(const NodeConfig& config, const Mapping& mapping) {
  core::IsolationOptions isolation;
  core::read_isolation(mapping.isolation, isolation);
  core::ConfigNode parameters{"parameters"};
  if (!config.isolation.empty()) parameters.children.emplace_back("isolation", config.isolation);
  if (config.call_limit_s)
    parameters.children.emplace_back("call_limit", core::to_text(*config.call_limit_s));
  core::read_isolation(parameters, isolation);
  return isolation;
}

adapter::AdapterOptions options_of(const NodeConfig& config, const Mapping& mapping) {
  adapter::AdapterOptions options;
  if (config.step_size_s != 0.0) options.step = core::Rational::from_seconds(config.step_size_s);
  options.interpolate = config.interpolate;
  options.max_points = config.max_points;
  options.duplicate = adapter::DuplicatePolicy::kReplace;  // of two messages in one instant the newer counts
  options.honour_stop_time = config.honour_stop_time;
  options.stepper.set_calculated = true;  // parameter files of fmi_adapter set them
  options.stepper.isolation = isolation_of(config, mapping);
  return options;
}

}  // namespace

std::string_view to_string(NodeState state) noexcept {
  switch (state) {
    case NodeState::kUnconfigured:
      return "unconfigured";
    case NodeState::kInactive:
      return "inactive";
    case NodeState::kActive:
      return "active";
    case NodeState::kFaulted:
      break;
  }
  return "faulted";
}

devices::FaultPolicy parse_fault_policy(std::string_view text) {
  if (const auto policy = devices::find_fault_policy(text)) return *policy;
  throw Error{ErrorCode::kBadInput,
              fmt::format("parameter 'fault_policy' is '{}', expected stop, safe, hold or restart", text)};
}

JumpPolicy parse_jump_policy(std::string_view text) {
  if (text == "restart") return JumpPolicy::kRestart;
  if (text == "continue") return JumpPolicy::kContinue;
  throw Error{ErrorCode::kBadInput,
              fmt::format("parameter 'on_jump_back' is '{}', expected restart or continue", text)};
}

Span<const std::string_view> NodeCore::reserved_names() noexcept {
  return kReserved;
}

NodeCore::NodeCore(NodeConfig config, const MessageCatalogue& catalogue, Outlet& outlet)
    : impl_{std::make_unique<Impl>(std::move(config), catalogue, outlet)} {}
NodeCore::~NodeCore() = default;

void NodeCore::configure() {
  Impl& self = *impl_;
  if (self.state != NodeState::kUnconfigured)
    throw Error{ErrorCode::kBadUsage, "the node is configured already; clean it up first"};
  const NodeConfig& config = self.config;
  if (config.fmu_path.empty())
    throw Error{ErrorCode::kBadInput, "parameter 'fmu_path' is not set; give it the path of an FMU file"};
  require_positive("step_size", config.step_size_s, true);
  require_positive("update_period", config.update_period_s, false);
  if (!(config.max_advance_s == 0.0 || config.max_advance_s >= config.update_period_s)) {
    throw Error{
        ErrorCode::kBadInput,
        fmt::format("parameter 'max_advance' is {}, expected at least the update_period ({} s), or 0 for "
                    "no limit",
                    config.max_advance_s, config.update_period_s)};
  }
  const Mapping mapping = config.mapping_file.empty() ? Mapping{} : read_mapping(config.mapping_file);
  try {
    self.adapter = std::make_unique<adapter::Adapter>(config.fmu_path, options_of(config, mapping));
    self.apply_parameters(mapping);
    self.ports = std::make_unique<FmuPorts>(*self.adapter);
    self.channels = build_channels(self.ports->table(), mapping, self.catalogue);
    self.choose_trigger(mapping);
    self.read_safe_values(mapping);
  } catch (...) {
    cleanup();
    throw;
  }
  for (const Channel& channel : self.channels.inputs)
    self.inputs.emplace_back(*self.ports, channel.fields, self.arrays);
  for (const Channel& channel : self.channels.outputs)
    self.outputs.emplace_back(channel);
  self.latest.assign(self.channels.inputs.size(), {});
  self.state = NodeState::kInactive;
}

void NodeCore::Impl::choose_trigger(const Mapping& mapping) {
  trigger = !config.trigger.empty() ? parse_trigger(config.trigger) : mapping.trigger.value_or(Trigger{});
  trigger_channel.reset();
  if (trigger.kind != Trigger::Kind::kMessage) return;
  const std::string resolved = outlet.resolve(trigger.topic);
  std::string known;
  for (std::size_t i = 0; i < channels.inputs.size() && !trigger_channel; ++i) {
    const std::string& topic = channels.inputs[i].topic;
    if (topic == trigger.topic || outlet.resolve(topic) == resolved) trigger_channel = i;
    known += (known.empty() ? "'" : ", '") + topic + "'";
  }
  if (trigger_channel) return;
  throw Error{
      ErrorCode::kBadInput,
      fmt::format("the trigger is a message on '{}', which is no topic of an input; {}", trigger.topic,
                  known.empty() ? "the FMU has none" : fmt::format("expected one of {}", known))};
}

void NodeCore::Impl::apply_parameters(const Mapping& mapping) {
  const core::ModelDescription& description = adapter->description();
  std::vector<Diagnostic> findings;
  const auto set = [&](const Variable& variable, const auto& value, const SourceLocation& where) {
    try {
      adapter->set_initial(variable,
                           to_value(description, variable, adapter->element_count(variable), value));
    } catch (const Error& error) {
      findings.push_back({Severity::kError, "parameter", error.message(), {}, where});
    }
  };
  std::set<const Variable*> set_at_run_time;
  mapped_values.clear();
  for (const Assignment& assignment :
       assign_parameters(description, config.parameters, kReserved, config.allow_unknown_parameters)) {
    set(*assignment.variable, assignment.value, SourceLocation{});
    if (assignment.optional) set_at_run_time.insert(assignment.variable);
  }
  for (const MappedParameter& parameter : mapping.parameters) {
    const Variable* variable = description.find(parameter.name);
    if (set_at_run_time.count(variable) > 0) continue;  // that was later than the file
    if (variable != nullptr) {
      set(*variable, parameter.values, parameter.where);
      mapped_values.emplace(variable, parameter.values);
    } else {
      findings.push_back({Severity::kError, "parameter",
                          fmt::format("the FMU has no variable '{}'", parameter.name),
                          "use the FMU's own name", parameter.where});
    }
  }
  if (!findings.empty()) throw Error{ErrorCode::kBadInput, "wrong parameters", findings};
}

void NodeCore::Impl::read_safe_values(const Mapping& mapping) {
  safe = std::make_unique<SafePorts>(*ports);
  std::vector<Diagnostic> findings;
  for (const MappedParameter& given : mapping.safe) {
    try {
      safe->declare(given.name, given.values);
    } catch (const Error& error) {
      findings.push_back({Severity::kError, "safe", error.message(), {}, given.where});
    }
  }
  if (!findings.empty()) throw Error{ErrorCode::kBadInput, "wrong safe values", findings};
  if (config.fault_policy == devices::FaultPolicy::kSafe && mapping.safe.empty())
    throw Error{ErrorCode::kBadInput,
                "parameter 'fault_policy' is 'safe', but no output has a safe value; declare them in the "
                "mapping file, as in safe: {y: 0}, or choose stop, hold or restart"};
}

void NodeCore::cleanup() noexcept {
  Impl& self = *impl_;
  self.inputs.clear();
  self.arrays = {};
  self.outputs.clear();
  self.channels = {};
  self.safe.reset();
  self.ports.reset();
  self.adapter.reset();
  self.targets.clear();
  self.far_stamp.reset();
  self.state = NodeState::kUnconfigured;
  self.is_paused = self.has_finished = self.held = self.is_safe = false;
  self.fault.clear();
}

void NodeCore::activate(SimTime now) {
  Impl& self = *impl_;
  if (self.state != NodeState::kInactive)
    throw Error{ErrorCode::kBadUsage,
                fmt::format("the node is {}, expected inactive", to_string(self.state))};
  self.state = NodeState::kActive;
  if (self.started()) {
    if (!self.config.step_while_inactive) self.close_gap(now);
    return;
  }
  if (self.trigger.kind == Trigger::Kind::kMessage) return;
  try {
    self.adapter->exit_initialization(now);
  } catch (...) {
    self.state = NodeState::kInactive;
    throw;
  }
  if (self.config.publish_start) self.publish(now);
}

void NodeCore::deactivate() noexcept {
  if (impl_->state == NodeState::kActive) impl_->state = NodeState::kInactive;
  impl_->is_paused = false;
  impl_->stand_still();
}

NodeState NodeCore::state() const noexcept {
  return impl_->state;
}
const Channels& NodeCore::channels() const noexcept {
  return impl_->channels;
}
const Trigger& NodeCore::trigger() const noexcept {
  return impl_->trigger;
}
bool NodeCore::finished() const noexcept {
  return impl_->has_finished;
}
bool NodeCore::paused() const noexcept {
  return impl_->is_paused;
}

bool NodeCore::inputs_ready(SimTime instant) const noexcept {
  return std::all_of(impl_->latest.begin(), impl_->latest.end(),
                     [&](const std::optional<SimTime>& stamp) { return stamp && *stamp >= instant; });
}

}  // namespace lockstep::middlewares
