// SPDX-License-Identifier: Apache-2.0
#include "fluid_config.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {
namespace {

FluidConfig read_fluid(const core::ConfigNode& node, const DeviceContext& context) {
  FluidConfig config;
  config.link = node.text_of("link");
  config.name = node.text_of("name", "");
  if (config.name.empty()) config.name = hosts::normalized_scope(config.link) + "_fluid";
  const std::string point = node.text_of("force_point", "origin");
  if (point != "origin" && point != "center_of_mass")
    node.fail("config-value", "force_point is '" + point + "', expected origin or center_of_mass");
  config.at_center_of_mass = point == "center_of_mass";
  config.density_kg_m3 = node.number("density", config.density_kg_m3);
  config.surface_height_m = node.number("surface_height", config.surface_height_m);
  config.fmu = read_fmu_config(node, context);
  config.options = read_options(node);
  std::vector<std::string_view> known = kFmuFields;
  for (const char* field :
       {"link", "name", "force_point", "density", "surface_height", "fault_policy", "period"})
    known.emplace_back(field);
  if (context.log) {
    for (const Diagnostic& unknown : node.unknown_fields(known))
      context.log({core::LogLevel::kWarning, "fmu_fluid_dynamics", unknown.id, to_string(unknown)});
  }
  return config;
}

}  // namespace

std::vector<FluidConfig> read_fluids(const core::ConfigNode& plugin, const DeviceContext& context) {
  const std::vector<const core::ConfigNode*> nodes = plugin.all("single_body_fluid_dynamics");
  if (context.log) {
    for (const Diagnostic& unknown :
         plugin.unknown_fields({"single_body_fluid_dynamics", "name", "filename", "type", "device"}))
      context.log({core::LogLevel::kWarning, "fmu_fluid_dynamics", unknown.id, to_string(unknown)});
  }
  if (nodes.empty())
    plugin.fail("config-missing", "the plugin has no <single_body_fluid_dynamics>",
                "write one for each link");
  std::vector<FluidConfig> configs;
  std::vector<Diagnostic> problems;
  for (const core::ConfigNode* node : nodes) {
    try {
      configs.push_back(read_fluid(*node, context));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "fmu_fluid_dynamics: the configuration is wrong", std::move(problems)};
  return configs;
}

}  // namespace lockstep::devices::fmu_fluid_dynamics
