// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/node_setup.hpp"

#include <algorithm>

namespace lockstep::middlewares {
namespace {

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

NodeSetup read_setup(std::vector<NamedParameter> parameters) {
  NodeSetup setup;
  setup.node.parameters = std::move(parameters);
  const Lookup lookup{setup.node.parameters};
  lookup.read("fmu_path", setup.node.fmu_path);
  lookup.read("step_size", setup.node.step_size_s);
  lookup.read("update_period", setup.node.update_period_s);
  lookup.read("mapping", setup.node.mapping_file);
  lookup.read("trigger", setup.node.trigger);
  lookup.read("interpolate", setup.node.interpolate);
  lookup.read("use_stop_time", setup.node.honour_stop_time);
  lookup.read("max_points", setup.node.max_points);
  lookup.read("max_advance", setup.node.max_advance_s);
  lookup.read("allow_unknown_parameters", setup.node.allow_unknown_parameters);
  lookup.read("step_while_inactive", setup.node.step_while_inactive);
  std::string policy = "stop", jump = "restart";
  lookup.read("fault_policy", policy);
  setup.node.fault_policy = parse_fault_policy(policy);
  lookup.read("on_jump_back", jump);
  setup.node.jump_policy = parse_jump_policy(jump);
  lookup.read("drive_clock", setup.clock.drive);
  lookup.read("real_time_factor", setup.clock.real_time_factor);
  lookup.read("wait_for_inputs", setup.clock.wait_for_inputs);
  lookup.read("input_timeout", setup.clock.input_timeout_s);
  setup.node.publish_start = setup.clock.wait_for_inputs;
  return setup;
}

}  // namespace lockstep::middlewares
