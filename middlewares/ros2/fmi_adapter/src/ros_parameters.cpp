// SPDX-License-Identifier: Apache-2.0
#include "ros_parameters.hpp"

#include <rclcpp/version.h>
#include <limits>
#include <type_traits>

namespace fmi_adapter {
namespace {

using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::ParameterInfo;
using lockstep::middlewares::ParameterValue;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

/// A default that is empty or 0 keeps what the original does.
struct NodeParameter {
  const char* name;
  rclcpp::ParameterValue value;
  const char* description;
};

std::vector<NodeParameter> node_parameters() {
  const auto value = [](const auto& it) { return rclcpp::ParameterValue{it}; };
  return {
      {"fmu_path", value(std::string{}), "the FMU file"},
      {"step_size", value(0.0), "[s] step of the FMU; 0: its default"},
      {"update_period", value(0.01), "[s] how often the FMU is moved to the present time, and publishes"},
      {"mapping", value(std::string{}), "a mapping file: grouped, stamped messages, names, trigger"},
      {"trigger", value(std::string{}), "timer, service, or 'message: <topic>'; empty: the mapping file's"},
      {"interpolate", value(true), "inputs on straight lines between their points"},
      {"use_stop_time", value(false), "end at the FMU's default stop time"},
      {"fault_policy", value(std::string{"stop"}), "when the FMU fails: stop, safe, hold or restart"},
      {"max_points", value(std::int64_t{65'536}), "input points waiting for each input"},
      {"max_advance", value(3600.0),
       "[s] how far ahead an instant may lie, else it is a mistake; 0: no limit"},
      {"allow_unknown_parameters", value(false), "parameters that fit no variable are no mistake"},
      {"step_while_inactive", value(false), "step from configure on; only publishing waits for activate"},
      {"on_jump_back", value(std::string{"restart"}), "when simulated time jumps back: restart or continue"},
      {"drive_clock", value(false), "publish /clock"},
      {"real_time_factor", value(0.0), "speed of that clock; 0: as fast as possible"},
      {"wait_for_inputs", value(false), "step only when all inputs of the instant are there"},
      {"input_timeout", value(0.0), "[s] wall clock; how long to wait for inputs; 0: for ever"},
      {"autostart", value(false), "configure and activate without being asked"},
      {"latched_inputs", value(false), "ask publishers for the last message sent before we came"},
      {"queue_size", value(std::int64_t{0}), "history depth of topics; 0: what suits the trigger"},
  };
}

template <class Bounds, class Number, class Ranges>
void add_range(std::optional<Number> min, std::optional<Number> max, Ranges& ranges) {
  if (!min && !max) return;
  Bounds range;
  range.from_value = min.value_or(std::numeric_limits<Number>::lowest());
  range.to_value = max.value_or(std::numeric_limits<Number>::max());
  range.step = 0;
  ranges.push_back(range);
}

const rclcpp::ParameterValue* override_of(Parameters& parameters, const std::string& name) {
  const auto& overrides = parameters.get_parameter_overrides();
  const auto found = overrides.find(name);
  return found == overrides.end() ? nullptr : &found->second;
}

SetParametersResult refusal(const std::string& reason) {
  SetParametersResult result;
  result.successful = false;
  result.reason = reason;
  return result;
}

}  // namespace

std::optional<ParameterValue> from_ros(const rclcpp::ParameterValue& value) {
  switch (value.get_type()) {
    case rclcpp::PARAMETER_BOOL:
      return ParameterValue{value.get<bool>()};
    case rclcpp::PARAMETER_INTEGER:
      return ParameterValue{value.get<std::int64_t>()};
    case rclcpp::PARAMETER_DOUBLE:
      return ParameterValue{value.get<double>()};
    case rclcpp::PARAMETER_STRING:
      return ParameterValue{value.get<std::string>()};
    case rclcpp::PARAMETER_BOOL_ARRAY:
      return ParameterValue{value.get<std::vector<bool>>()};
    case rclcpp::PARAMETER_INTEGER_ARRAY:
      return ParameterValue{value.get<std::vector<std::int64_t>>()};
    case rclcpp::PARAMETER_DOUBLE_ARRAY:
      return ParameterValue{value.get<std::vector<double>>()};
    case rclcpp::PARAMETER_STRING_ARRAY:
      return ParameterValue{value.get<std::vector<std::string>>()};
    default:
      return {};
  }
}

rclcpp::ParameterValue to_ros(const ParameterValue& value) {
  return std::visit([](const auto& it) { return rclcpp::ParameterValue{it}; }, value);
}

rclcpp::ParameterValue as_type_of(const rclcpp::ParameterValue& target, const rclcpp::ParameterValue& value) {
  if (target.get_type() == rclcpp::PARAMETER_DOUBLE && value.get_type() == rclcpp::PARAMETER_INTEGER)
    return rclcpp::ParameterValue{static_cast<double>(value.get<std::int64_t>())};
  if (target.get_type() == rclcpp::PARAMETER_DOUBLE_ARRAY &&
      value.get_type() == rclcpp::PARAMETER_INTEGER_ARRAY) {
    const auto& whole = value.get<std::vector<std::int64_t>>();
    return rclcpp::ParameterValue{std::vector<double>(whole.begin(), whole.end())};
  }
  return value;
}

ParameterDescriptor descriptor_of(const ParameterInfo& info) {
  ParameterDescriptor descriptor;
  descriptor.name = info.name;
  descriptor.description = info.description;
  if (!info.unit.empty()) descriptor.additional_constraints = "unit: " + info.unit;
  descriptor.read_only = !info.tunable;
  descriptor.dynamic_typing = info.tunable;  // else it could never be taken back
  const rclcpp::ParameterValue value = to_ros(info.value);
  descriptor.type = static_cast<std::uint8_t>(value.get_type());
  if (value.get_type() == rclcpp::PARAMETER_DOUBLE)
    add_range<rcl_interfaces::msg::FloatingPointRange>(info.min, info.max, descriptor.floating_point_range);
  if (value.get_type() == rclcpp::PARAMETER_INTEGER)
    add_range<rcl_interfaces::msg::IntegerRange>(info.min_integer, info.max_integer,
                                                 descriptor.integer_range);
  return descriptor;
}

std::set<std::string> declare_node_parameters(Parameters& parameters) {
  for (const NodeParameter& parameter : node_parameters()) {
    ParameterDescriptor descriptor;
    descriptor.description = parameter.description;
    const rclcpp::ParameterValue* given = override_of(parameters, parameter.name);
    const bool is_whole = given != nullptr && given->get_type() == rclcpp::PARAMETER_INTEGER;
    if (is_whole && parameter.value.get_type() == rclcpp::PARAMETER_DOUBLE) {
      parameters.declare_parameter(parameter.name, as_type_of(parameter.value, *given), descriptor, true);
    } else {
      parameters.declare_parameter(parameter.name, parameter.value, descriptor);
    }
  }
  const std::vector<std::string> names = parameters.list_parameters({}, 0).names;
  return {names.begin(), names.end()};
}

std::shared_ptr<void> accept_whole_numbers(Parameters& parameters) {
#if RCLCPP_VERSION_GTE(21, 0, 0)  // Iron
  return parameters.add_pre_set_parameters_callback([&parameters](std::vector<rclcpp::Parameter>& changes) {
    for (rclcpp::Parameter& change : changes) {
      if (!parameters.has_parameter(change.get_name())) continue;
      const auto present = parameters.get_parameter(change.get_name()).get_parameter_value();
      change = rclcpp::Parameter{change.get_name(), as_type_of(present, change.get_parameter_value())};
    }
  });
#else
  static_cast<void>(parameters);
  return {};
#endif
}

std::vector<NamedParameter> given_parameters(Parameters& parameters, const std::set<std::string>& own,
                                             const ParameterMemory& memory) {
  std::vector<NamedParameter> result;
  for (const NodeParameter& known : node_parameters()) {
    if (auto value = from_ros(parameters.get_parameter(known.name).get_parameter_value()))
      result.push_back({known.name, std::move(*value)});
  }
  std::set<std::string> set_since;
  for (const auto& [name, before] : memory) {
    const auto now = parameters.get_parameter(name).get_parameter_value();
    if (now == before) continue;
    set_since.insert(name);
    if (auto known = from_ros(now)) result.push_back({name, std::move(*known), true});
  }
  for (const auto& [name, value] : parameters.get_parameter_overrides()) {
    if (name.find('.') != std::string::npos || own.count(name) > 0 || set_since.count(name) > 0) continue;
    if (auto known = from_ros(value)) result.push_back({name, std::move(*known)});
  }
  return result;
}

FmuParameters::FmuParameters(Parameters::SharedPtr parameters, rclcpp::Logger logger, ParameterMemory& memory,
                             const std::vector<ParameterInfo>& infos, Apply apply)
    : parameters_{std::move(parameters)}, logger_{std::move(logger)}, apply_{std::move(apply)} {
  ParameterMemory declared;
  for (const auto& [name, value] : memory) {  // unit and range may be others now
    if (parameters_->get_parameter(name).get_parameter_value() != value) declared.emplace(name, value);
    undeclare(name);
  }
  memory.clear();
  for (const ParameterInfo& info : infos) {
    const auto before = declared.find(info.name);
    if (info.tunable)
      memory.emplace(info.name, before != declared.end() ? before->second : to_ros(info.value));
    declare(info);
  }
  on_set_ =
      parameters_->add_on_set_parameters_callback([this](const Changes& changes) { return on_set(changes); });
}

void FmuParameters::undeclare(const std::string& name) const {
  try {
    parameters_->undeclare_parameter(name);
  } catch (const std::exception& error) {
    RCLCPP_WARN(logger_, "parameter '%s' stays: %s", name.c_str(), error.what());
  }
}

void FmuParameters::declare(const ParameterInfo& info) {
  const rclcpp::ParameterValue value = to_ros(info.value);
  if (!parameters_->has_parameter(info.name)) {
    parameters_->declare_parameter(info.name, value, descriptor_of(info), true);
  } else if (parameters_->get_parameter(info.name).get_parameter_value() != value) {
    RCLCPP_WARN(logger_, "parameter '%s' shows the value of an earlier FMU; this one has %s",
                info.name.c_str(), rclcpp::to_string(value).c_str());
  }
  names_.insert(info.name);
}

SetParametersResult FmuParameters::on_set(const Changes& changes) const {
  SetParametersResult result;
  result.successful = true;
  for (auto change = changes.begin(); change != changes.end() && result.successful; ++change) {
    if (names_.count(change->get_name()) == 0) continue;
    const auto value = from_ros(change->get_parameter_value());
    result = value ? apply_(change->get_name(), *value)
                   : refusal("parameter '" + change->get_name() + "' needs a value");
    if (!result.successful) take_back(changes.begin(), change);
  }
  return result;
}

void FmuParameters::take_back(Changes::const_iterator first, Changes::const_iterator last) const {
  for (; first != last; ++first) {
    if (names_.count(first->get_name()) == 0) continue;
    if (const auto value = from_ros(parameters_->get_parameter(first->get_name()).get_parameter_value()))
      apply_(first->get_name(), *value);
  }
}

}  // namespace fmi_adapter
