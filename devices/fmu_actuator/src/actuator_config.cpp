// SPDX-License-Identifier: Apache-2.0
#include "actuator_config.hpp"

namespace lockstep::devices::fmu_actuator {
namespace {

/// Tags of the first versions of gazebo-fmi, with the variable each one renames.
constexpr std::pair<const char*, const char*> kDeprecated[] = {
    {"actuatorInputName", "actuatorInput"}, {"jointPositionName", "jointPosition"},
    {"jointVelocityName", "jointVelocity"}, {"jointAccelerationName", "jointAcceleration"},
    {"jointTorqueName", "jointTorque"},
};

void tell(const DeviceContext& context, const Diagnostic& finding) {
  if (context.log) context.log({core::LogLevel::kWarning, "fmu_actuator", finding.id, to_string(finding)});
}

ActuatorConfig read_actuator(const core::ConfigNode& node, const DeviceContext& context) {
  ActuatorConfig config;
  config.joint = node.text_of("joint");
  config.name = node.text_of("name", "");
  if (config.name.empty()) config.name = hosts::normalized_scope(config.joint) + "_actuator";
  config.enabled = node.boolean("enabled", true);
  config.without_limits = node.boolean("disable_velocity_effort_limits", false);
  config.safe_value = node.number("safe_value", 0.0);
  config.fmu = read_fmu_config(node, context);
  config.options = read_options(node);
  std::vector<std::string_view> known = kFmuFields;
  for (const char* field :
       {"joint", "name", "enabled", "disable_velocity_effort_limits", "safe_value", "fault_policy", "period"})
    known.emplace_back(field);
  for (const auto& [tag, variable] : kDeprecated) {
    known.emplace_back(tag);
    if (!node.has(tag)) continue;
    config.fmu.variable_names[variable] = node.text_of(tag);
    tell(context, node.finding(Severity::kWarning, "deprecated",
                               "'" + std::string{tag} + "' of actuator '" + config.name + "' is an old tag",
                               "write <variable_names><" + std::string{variable} + " name=\"" +
                                   node.text_of(tag) + "\"/></variable_names>"));
  }
  for (const Diagnostic& unknown : node.unknown_fields(known))
    tell(context, unknown);
  if (!config.enabled)
    tell(context, node.finding(Severity::kWarning, "disabled",
                               "actuator '" + config.name + "' is not enabled and left out"));
  return config;
}

}  // namespace

std::vector<ActuatorConfig> read_actuators(const core::ConfigNode& plugin, const DeviceContext& context) {
  const std::vector<const core::ConfigNode*> nodes = plugin.all("actuator");
  for (const Diagnostic& unknown : plugin.unknown_fields({"actuator", "name", "filename", "type", "device"}))
    tell(context, unknown);
  if (nodes.empty())
    plugin.fail("config-missing", "the plugin has no <actuator>",
                "write one <actuator> for each joint with an FMU");
  std::vector<ActuatorConfig> configs;
  std::vector<Diagnostic> problems;
  for (const core::ConfigNode* node : nodes) {
    try {
      configs.push_back(read_actuator(*node, context));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "fmu_actuator: the configuration is wrong", std::move(problems)};
  return configs;
}

}  // namespace lockstep::devices::fmu_actuator
