// SPDX-License-Identifier: Apache-2.0
#include "block_config.hpp"

namespace lockstep::devices::fmu {
namespace {

/// The variable a child stands for: a name that is no XML name ("motor.u") is in the attribute `name`.
std::string variable_of(const core::ConfigNode& child) {
  const auto named = child.attribute("name");
  return named ? std::string{*named} : child.name;
}

void warn(const DeviceContext& context, const Diagnostic& finding) {
  if (context.log) context.log({core::LogLevel::kWarning, "fmu", finding.id, to_string(finding)});
}

InputSource read_input(const core::ConfigNode& child, const DeviceContext& context) {
  InputSource source;
  source.where = child;
  source.variable = variable_of(child);
  source.signal = child.has("signal") ? child.text_of("signal") : child.text;
  if (child.has("value")) source.value = child.text_of("value");
  if (child.boolean("delayed", false)) source.timing = Timing::kDelayed;
  for (const Diagnostic& unknown : child.unknown_fields({"name", "signal", "value", "delayed"}))
    warn(context, unknown);
  return source;
}

Phase read_phase(const core::ConfigNode& node) {
  const std::string text = node.text_of("phase", "control");
  for (const Phase phase : {Phase::kControl, Phase::kActuate, Phase::kObserve})
    if (text == to_string(phase)) return phase;
  node.fail("config-value", "phase is '" + text + "', expected control, actuate or observe");
}

}  // namespace

BlockConfig read_signals(const core::ConfigNode& node, const DeviceContext& context) {
  BlockConfig config;
  config.phase = read_phase(node);
  if (const core::ConfigNode* inputs = node.find("inputs")) {
    for (const core::ConfigNode& child : inputs->children)
      config.inputs.push_back(read_input(child, context));
  }
  for (const core::ConfigNode* outputs : node.all("outputs")) {
    // YAML: a list gives one node per item; SDF: one element with <output> children.
    if (!outputs->text.empty()) config.outputs.push_back(outputs->text);
    for (const core::ConfigNode* output : outputs->all("output"))
      config.outputs.push_back(output->as_text());
  }
  if (const core::ConfigNode* safe = node.find("safe_values")) {
    for (const core::ConfigNode& child : safe->children)
      config.safe_values.push_back({variable_of(child), child.as_text(), child});
  }
  return config;
}

BlockConfig read_block(const core::ConfigNode& node, const DeviceContext& context) {
  BlockConfig config = read_signals(node, context);
  config.model = read_fmu_config(node, context);
  config.name = node.text_of("name", config.model.file.stem().string());
  std::vector<std::string_view> known = kFmuFields;
  for (const char* field :
       {"type", "name", "filename", "phase", "inputs", "outputs", "safe_values", "fault_policy", "period"})
    known.emplace_back(field);
  for (const Diagnostic& unknown : node.unknown_fields(known))
    warn(context, unknown);
  return config;
}

}  // namespace lockstep::devices::fmu
