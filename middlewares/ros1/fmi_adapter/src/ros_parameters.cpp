// SPDX-License-Identifier: Apache-2.0
#include "ros_parameters.hpp"

#include <algorithm>
#include <optional>

#include "lockstep/core/error.hpp"

namespace fmi_adapter {
namespace {

using lockstep::Error;
using lockstep::ErrorCode;
using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::ParameterValue;
using XmlRpc::XmlRpcValue;

bool all_are(XmlRpcValue& list, XmlRpcValue::Type type) {
  for (int i = 0; i < list.size(); ++i) {
    if (list[i].getType() != type) return false;
  }
  return true;
}

template <class T, class Element>
std::vector<T> elements(XmlRpcValue& list) {
  std::vector<T> result;
  for (int i = 0; i < list.size(); ++i)
    result.push_back(static_cast<T>(static_cast<Element&>(list[i])));
  return result;
}

// Lists of mixed whole and real numbers are lists of reals.
std::optional<ParameterValue> list_value(XmlRpcValue& list) {
  if (all_are(list, XmlRpcValue::TypeBoolean)) return ParameterValue{elements<bool, bool>(list)};
  if (all_are(list, XmlRpcValue::TypeInt)) return ParameterValue{elements<std::int64_t, int>(list)};
  if (all_are(list, XmlRpcValue::TypeString)) return ParameterValue{elements<std::string, std::string>(list)};
  std::vector<double> numbers;
  for (int i = 0; i < list.size(); ++i) {
    if (list[i].getType() == XmlRpcValue::TypeDouble) {
      numbers.push_back(static_cast<double&>(list[i]));
    } else if (list[i].getType() == XmlRpcValue::TypeInt) {
      numbers.push_back(static_cast<int&>(list[i]));
    } else {
      return {};
    }
  }
  return ParameterValue{numbers};
}

std::optional<ParameterValue> value_of(XmlRpcValue& value) {
  switch (value.getType()) {
    case XmlRpcValue::TypeBoolean:
      return ParameterValue{static_cast<bool&>(value)};
    case XmlRpcValue::TypeInt:
      return ParameterValue{static_cast<std::int64_t>(static_cast<int&>(value))};
    case XmlRpcValue::TypeDouble:
      return ParameterValue{static_cast<double&>(value)};
    case XmlRpcValue::TypeString:
      return ParameterValue{static_cast<std::string&>(value)};
    case XmlRpcValue::TypeArray:
      return list_value(value);
    default:
      return {};
  }
}

/// Typed look-up among the parameters that were read.
class Lookup {
 public:
  explicit Lookup(const std::vector<NamedParameter>& parameters) : parameters_{parameters} {}

  void read(const char* name, double& target) const {
    const ParameterValue* value = find(name);
    if (value == nullptr) return;
    if (const auto* number = std::get_if<double>(value)) {
      target = *number;
    } else if (const auto* whole = std::get_if<std::int64_t>(value)) {
      target = static_cast<double>(*whole);
    } else {
      refuse(name, "a number");
    }
  }
  void read(const char* name, bool& target) const { read_as<bool>(name, target, "true or false"); }
  void read(const char* name, std::string& target) const { read_as<std::string>(name, target, "a text"); }
  void read(const char* name, std::size_t& target) const {
    std::int64_t number = static_cast<std::int64_t>(target);
    read_as<std::int64_t>(name, number, "a whole number above 0");
    if (number <= 0) refuse(name, "a whole number above 0");
    target = static_cast<std::size_t>(number);
  }

 private:
  const ParameterValue* find(const char* name) const {
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const NamedParameter& parameter) { return parameter.name == name; });
    return found == parameters_.end() ? nullptr : &found->value;
  }
  template <class T>
  void read_as(const char* name, T& target, const char* expected) const {
    const ParameterValue* value = find(name);
    if (value == nullptr) return;
    const T* typed = std::get_if<T>(value);
    if (typed == nullptr) refuse(name, expected);
    target = *typed;
  }
  [[noreturn]] static void refuse(const char* name, const char* expected) {
    throw Error{ErrorCode::kBadInput,
                std::string{"parameter '"} + name + "' has the wrong type, expected " + expected};
  }

  const std::vector<NamedParameter>& parameters_;
};

}  // namespace

std::vector<NamedParameter> private_parameters(const ros::NodeHandle& handle) {
  std::vector<NamedParameter> result;
  std::vector<std::string> names;
  if (!handle.getParamNames(names)) return result;
  const std::string prefix = handle.getNamespace() + "/";
  for (const std::string& name : names) {
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    const std::string own = name.substr(prefix.size());
    XmlRpcValue value;
    if (own.find('/') != std::string::npos || !handle.getParam(own, value)) continue;
    if (std::optional<ParameterValue> known = value_of(value)) result.push_back({own, std::move(*known)});
  }
  return result;
}

NodeSetup read_parameters(const ros::NodeHandle& handle) {
  NodeSetup setup;
  setup.node.parameters = private_parameters(handle);
  const Lookup lookup{setup.node.parameters};
  lookup.read("fmu_path", setup.node.fmu_path);
  lookup.read("step_size", setup.node.step_size_s);
  lookup.read("update_period", setup.node.update_period_s);
  lookup.read("mapping", setup.node.mapping_file);
  lookup.read("trigger", setup.node.trigger);
  lookup.read("interpolate", setup.node.interpolate);
  lookup.read("use_stop_time", setup.node.honour_stop_time);
  lookup.read("max_points", setup.node.max_points);
  lookup.read("allow_unknown_parameters", setup.node.allow_unknown_parameters);
  std::string policy = "stop";
  lookup.read("fault_policy", policy);
  setup.node.fault_policy = lockstep::middlewares::parse_fault_policy(policy);
  lookup.read("drive_clock", setup.clock.drive);
  lookup.read("real_time_factor", setup.clock.real_time_factor);
  lookup.read("wait_for_inputs", setup.clock.wait_for_inputs);
  lookup.read("input_timeout", setup.clock.input_timeout_s);
  setup.node.publish_start = setup.clock.wait_for_inputs;
  return setup;
}

}  // namespace fmi_adapter
