// SPDX-License-Identifier: Apache-2.0
#include "description_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/core/value.hpp"
#include "report.hpp"
#include "variable_json.hpp"

namespace lockstep::cli {
namespace {

using core::InterfaceCapabilities;
using core::InterfaceKind;
using core::ModelDescription;
using nlohmann::ordered_json;

void add_text(ordered_json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = text;
}

ordered_json co_simulation_json(const InterfaceCapabilities& can) {
  ordered_json json;
  json["canHandleVariableCommunicationStepSize"] = can.variable_step_size;
  json["maxOutputDerivativeOrder"] = can.max_output_derivative_order;
  json["canInterpolateInputs"] = can.can_interpolate_inputs;
  json["canRunAsynchronuously"] = can.can_run_asynchronously;
  json["hasEventMode"] = can.has_event_mode;
  json["providesIntermediateUpdate"] = can.provides_intermediate_update;
  json["mightReturnEarlyFromDoStep"] = can.might_return_early;
  json["canReturnEarlyAfterIntermediateUpdate"] = can.can_return_early_after_update;
  json["recommendedIntermediateInputSmoothness"] = can.recommended_intermediate_smoothness;
  json["providesEvaluateDiscreteStates"] = can.provides_evaluate_discrete_states;
  if (can.fixed_internal_step_s) json["fixedInternalStepSize"] = *can.fixed_internal_step_s;
  json["toolCoupling"] = can.tool_coupling;
  return json;
}

ordered_json interface_json(InterfaceKind kind, const InterfaceCapabilities& can) {
  ordered_json json;
  json["modelIdentifier"] = can.model_identifier;
  json["needsExecutionTool"] = can.needs_execution_tool;
  json["canBeInstantiatedOnlyOncePerProcess"] = can.can_be_instantiated_only_once_per_process;
  json["canGetAndSetFMUState"] = can.can_get_and_set_state;
  json["canSerializeFMUState"] = can.can_serialize_state;
  json["providesDirectionalDerivatives"] = can.provides_directional_derivatives;
  json["providesAdjointDerivatives"] = can.provides_adjoint_derivatives;
  json["providesPerElementDependencies"] = can.provides_element_dependencies;
  if (kind == InterfaceKind::kModelExchange) {
    json["needsCompletedIntegratorStep"] = can.needs_completed_integrator_step;
    json["providesEvaluateDiscreteStates"] = can.provides_evaluate_discrete_states;
  }
  if (kind == InterfaceKind::kCoSimulation) json.update(co_simulation_json(can));
  return json;
}

ordered_json interfaces_json(const ModelDescription& description) {
  constexpr std::pair<const char*, InterfaceKind> kKinds[] = {
      {"coSimulation", InterfaceKind::kCoSimulation},
      {"modelExchange", InterfaceKind::kModelExchange},
      {"scheduledExecution", InterfaceKind::kScheduledExecution}};
  ordered_json json = ordered_json::object();
  for (const auto& [key, kind] : kKinds)
    if (const InterfaceCapabilities* can = description.interface(kind))
      json[key] = interface_json(kind, *can);
  return json;
}

ordered_json experiment_json(const core::DefaultExperiment& experiment) {
  ordered_json json = ordered_json::object();
  if (experiment.start_time_s) json["startTime"] = *experiment.start_time_s;
  if (experiment.stop_time_s) json["stopTime"] = *experiment.stop_time_s;
  if (experiment.tolerance) json["tolerance"] = *experiment.tolerance;
  if (experiment.step_size_s) json["stepSize"] = *experiment.step_size_s;
  return json;
}

ordered_json unit_json(const core::Unit& unit) {
  ordered_json json;
  json["name"] = unit.name;
  if (unit.base) {
    constexpr const char* kNames[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    ordered_json base;
    for (std::size_t i = 0; i < unit.base->exponents.size(); ++i)
      if (unit.base->exponents[i] != 0) base[kNames[i]] = unit.base->exponents[i];
    base["factor"] = unit.base->factor;
    base["offset"] = unit.base->offset;
    json["baseUnit"] = std::move(base);
  }
  ordered_json displays = ordered_json::array();
  for (const core::DisplayUnit& display : unit.display_units) {
    displays.push_back({{"name", display.name},
                        {"factor", display.factor},
                        {"offset", display.offset},
                        {"inverse", display.inverse}});
  }
  if (!displays.empty()) json["displayUnits"] = std::move(displays);
  return json;
}

ordered_json unknowns_json(const ModelDescription& description, Span<const core::Unknown> unknowns) {
  constexpr const char* kKinds[] = {"dependent", "constant", "fixed", "tunable", "discrete"};
  ordered_json list = ordered_json::array();
  const auto name = [&](core::TableIndex index) {
    return index == core::kNone ? ordered_json{} : ordered_json(description.variables()[index].name);
  };
  for (const core::Unknown& unknown : unknowns) {
    ordered_json json;
    json["variable"] = name(unknown.variable);
    if (unknown.dependencies_given) {
      ordered_json dependencies = ordered_json::array();
      for (const core::TableIndex index : unknown.dependencies)
        dependencies.push_back(name(index));
      json["dependencies"] = std::move(dependencies);
      ordered_json kinds = ordered_json::array();
      for (const core::DependencyKind kind : unknown.kinds)
        kinds.push_back(kKinds[static_cast<std::size_t>(kind)]);
      json["dependenciesKind"] = std::move(kinds);
    }
    list.push_back(std::move(json));
  }
  return list;
}

ordered_json structure_json(const ModelDescription& description) {
  const core::ModelStructure& structure = description.structure();
  ordered_json json;
  json["outputs"] = unknowns_json(description, structure.outputs);
  json["continuousStateDerivatives"] = unknowns_json(description, structure.continuous_state_derivatives);
  json["clockedStates"] = unknowns_json(description, structure.clocked_states);
  json["initialUnknowns"] = unknowns_json(description, structure.initial_unknowns);
  json["eventIndicators"] = unknowns_json(description, structure.event_indicators);
  return json;
}

ordered_json build_json(const core::BuildConfiguration& build) {
  ordered_json json;
  json["modelIdentifier"] = build.model_identifier;
  add_text(json, "platform", build.platform);
  add_text(json, "description", build.description);
  ordered_json sets = ordered_json::array();
  for (const core::SourceFileSet& set : build.file_sets) {
    ordered_json entry;
    add_text(entry, "language", set.language);
    add_text(entry, "compiler", set.compiler);
    add_text(entry, "compilerOptions", set.compiler_options);
    entry["files"] = std::vector<std::string_view>(set.files.begin(), set.files.end());
    entry["includeDirectories"] =
        std::vector<std::string_view>(set.include_directories.begin(), set.include_directories.end());
    ordered_json definitions = ordered_json::object();
    for (const core::SourceFileSet::Definition& definition : set.definitions)
      definitions[std::string{definition.name}] = definition.value;
    entry["definitions"] = std::move(definitions);
    sets.push_back(std::move(entry));
  }
  json["sourceFileSets"] = std::move(sets);
  json["libraries"] = std::vector<std::string_view>(build.libraries.begin(), build.libraries.end());
  return json;
}

ordered_json terminal_json(const core::Terminal& terminal) {
  ordered_json json;
  json["name"] = terminal.name;
  json["depth"] = terminal.depth;
  add_text(json, "terminalKind", terminal.kind);
  add_text(json, "matchingRule", terminal.matching_rule);
  add_text(json, "description", terminal.description);
  ordered_json members = ordered_json::array();
  for (const core::TerminalMember& member : terminal.members) {
    members.push_back({{"variableName", member.variable_name},
                       {"memberName", member.member_name},
                       {"variableKind", member.variable_kind}});
  }
  json["members"] = std::move(members);
  return json;
}

ordered_json platforms_json(const core::Fmu& fmu) {
  ordered_json list = ordered_json::array();
  for (const core::PlatformBinary& binary : fmu.binaries()) {
    list.push_back({{"platform", binary.platform},
                    {"modelIdentifier", binary.model_identifier},
                    {"entry", binary.entry},
                    {"thisMachine", binary.this_machine}});
  }
  return list;
}

void add_header(ordered_json& json, const ModelDescription& description) {
  json["fmiVersion"] = description.fmi_version_text();
  json["modelName"] = description.model_name();
  json["instantiationToken"] = description.instantiation_token();
  add_text(json, "description", description.description());
  add_text(json, "author", description.author());
  add_text(json, "version", description.model_version());
  add_text(json, "copyright", description.copyright());
  add_text(json, "license", description.license());
  add_text(json, "generationTool", description.generation_tool());
  add_text(json, "generationDateAndTime", description.generation_date_and_time());
  json["variableNamingConvention"] = description.variable_naming_convention();
}

template <class T, class Convert>
ordered_json list_of(Span<const T> items, Convert convert) {
  ordered_json list = ordered_json::array();
  for (const T& item : items)
    list.push_back(convert(item));
  return list;
}

}  // namespace

ordered_json to_json(const core::Fmu& fmu) {
  const ModelDescription& description = fmu.description();
  ordered_json json;
  json["file"] = fmu.path().string();
  add_header(json, description);
  json["interfaces"] = interfaces_json(description);
  json["platforms"] = platforms_json(fmu);
  json["hasSources"] = fmu.has_sources();
  json["defaultExperiment"] = experiment_json(description.default_experiment());
  json["continuousStates"] = description.continuous_state_count();
  json["eventIndicators"] = description.event_indicator_count();
  json["variables"] = list_of(description.variables(), [&](const core::Variable& variable) {
    return variable_json(description, variable);
  });
  json["units"] = list_of(description.units(), unit_json);
  json["typeDefinitions"] = list_of(description.type_definitions(), [&](const core::TypeDefinition& type) {
    return type_definition_json(description, type);
  });
  json["modelStructure"] = structure_json(description);
  json["logCategories"] = list_of(description.log_categories(), [](const core::LogCategory& category) {
    return ordered_json{{"name", category.name}, {"description", category.description}};
  });
  json["buildConfigurations"] = list_of(description.build_configurations(), build_json);
  json["terminals"] = list_of(description.terminals(), terminal_json);
  json["annotations"] = list_of(description.annotations(), [](const core::Annotation& annotation) {
    return ordered_json{{"type", annotation.type}, {"xml", annotation.xml}};
  });
  json["diagnostics"] = to_json(fmu.diagnostics());
  return json;
}

}  // namespace lockstep::cli
