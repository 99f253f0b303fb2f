// SPDX-License-Identifier: Apache-2.0
#include "info_text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "lockstep/core/number_text.hpp"
#include "lockstep/core/value.hpp"
#include "table.hpp"

namespace lockstep::cli {
namespace {

using core::Causality;
using core::InterfaceCapabilities;
using core::InterfaceKind;
using core::ModelDescription;
using core::Variable;

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

std::string kinds_of(const ModelDescription& description) {
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < core::kInterfaceKindCount; ++i) {
    const auto kind = static_cast<InterfaceKind>(i);
    if (description.interface(kind) != nullptr) kinds.emplace_back(to_string(kind));
  }
  return kinds.empty() ? "no interface" : joined(kinds, ", ");
}

/// Whether a binary for this machine is there, and what else there is.
std::string platforms_of(const core::Fmu& fmu) {
  std::vector<std::string> platforms;
  bool here = false;
  for (const core::PlatformBinary& binary : fmu.binaries()) {
    here = here || binary.this_machine;
    const std::string name = binary.platform + (binary.this_machine ? " (this machine)" : "");
    if (platforms.empty() || platforms.back() != name) platforms.push_back(name);
  }
  if (fmu.has_sources()) platforms.emplace_back("sources");
  if (platforms.empty()) return "none: the FMU cannot run anywhere";
  std::string text = joined(platforms, ", ");
  if (!here) text += fmu.has_sources() ? "; here with --build-sources" : "; none for this machine";
  return text;
}

std::string experiment_of(const core::DefaultExperiment& experiment) {
  std::vector<std::string> parts;
  const auto seconds = [](double value) { return core::to_text(value) + " s"; };
  if (experiment.start_time_s || experiment.stop_time_s) {
    parts.push_back(core::to_text(experiment.start_time_s.value_or(0.0)) + " to " +
                    (experiment.stop_time_s ? seconds(*experiment.stop_time_s) : "?"));
  }
  if (experiment.step_size_s) parts.push_back("step " + seconds(*experiment.step_size_s));
  if (experiment.tolerance) parts.push_back("tolerance " + core::to_text(*experiment.tolerance));
  return joined(parts, ", ");
}

std::string file_of(const core::Fmu& fmu) {
  std::error_code failed;
  const auto bytes = static_cast<double>(std::filesystem::file_size(fmu.path(), failed));
  if (failed) return fmu.path().string();
  return fmu.path().string() +
         (bytes < 1e6 ? fmt::format(" ({:.0f} kB)", bytes / 1e3) : fmt::format(" ({:.1f} MB)", bytes / 1e6));
}

std::string overview(const core::Fmu& fmu) {
  const ModelDescription& description = fmu.description();
  Table table{{Table::Align::kLeft, Table::Align::kLeft}};
  const auto add = [&](const char* label, std::string_view text) {
    if (!text.empty()) table.add({label, shortened(text, 200)});
  };
  add("file", file_of(fmu));
  add("FMI", fmt::format("{}: {}", description.fmi_version_text(), kinds_of(description)));
  add("made by", joined({std::string{description.generation_tool()},
                         std::string{description.generation_date_and_time()}},
                        description.generation_date_and_time().empty() ? "" : ", "));
  add("author", description.author());
  add("version", description.model_version());
  add("copyright", description.copyright());
  add("license", description.license());
  add("platforms", platforms_of(fmu));
  add("default run", experiment_of(description.default_experiment()));
  if (description.continuous_state_count() + description.event_indicator_count() > 0) {
    add("states", fmt::format("{} continuous, {} event indicator{}", description.continuous_state_count(),
                              description.event_indicator_count(),
                              description.event_indicator_count() == 1 ? "" : "s"));
  }
  return table.text(2);
}

/// What an interface can do, in words; what it cannot is left out.
std::string abilities_of(const InterfaceCapabilities& can, InterfaceKind kind) {
  std::vector<std::string> words;
  const auto add = [&](bool able, const char* text) {
    if (able) words.emplace_back(text);
  };
  const bool co_simulation = kind == InterfaceKind::kCoSimulation;
  add(co_simulation && can.variable_step_size, "any step size");
  add(co_simulation && can.has_event_mode, "event mode");
  add(co_simulation && can.might_return_early, "early return");
  add(co_simulation && can.provides_intermediate_update, "intermediate update");
  add(co_simulation && can.can_interpolate_inputs, "interpolated inputs");
  add(co_simulation && can.max_output_derivative_order > 0, "output derivatives");
  add(co_simulation && can.can_run_asynchronously, "asynchronous steps");
  add(can.can_get_and_set_state,
      can.can_serialize_state ? "save and restore, serialised too" : "save and restore");
  add(can.provides_directional_derivatives, "directional derivatives");
  add(can.provides_adjoint_derivatives, "adjoint derivatives");
  std::string text = words.empty() ? "the minimum" : joined(words, ", ");
  if (co_simulation && can.fixed_internal_step_s)
    text += fmt::format("; internal step {} s", core::to_text(*can.fixed_internal_step_s));
  if (can.can_be_instantiated_only_once_per_process) text += "; one instance a process";
  if (can.needs_execution_tool || can.tool_coupling) text += "; needs the tool that made it";
  return text;
}

std::string abilities(const ModelDescription& description) {
  Table table{{Table::Align::kLeft, Table::Align::kLeft}};
  for (std::size_t i = 0; i < core::kInterfaceKindCount; ++i) {
    const auto kind = static_cast<InterfaceKind>(i);
    if (const InterfaceCapabilities* can = description.interface(kind))
      table.add({std::string{to_string(kind)}, abilities_of(*can, kind)});
  }
  return table.empty() ? "" : "\nAbilities\n" + table.text(2);
}

std::string type_of(const Variable& variable) {
  std::string text{to_string(variable.type)};
  if (!variable.is_array()) return text;
  text += '[';
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i)
    text += (i > 0 ? "," : "") + std::to_string(variable.dimensions[i].size);
  return text + ']';
}

std::string start_of(const ModelDescription& description, const Variable& variable) {
  if (variable.start == nullptr || !variable.start->given()) return "";
  if (variable.type == core::VariableType::kEnumeration && variable.declared_type != core::kNone) {
    for (const core::EnumerationItem& item : description.type_definitions()[variable.declared_type].items)
      if (!variable.start->integers.empty() && item.value == variable.start->integers[0])
        return shortened(item.name, 24);
  }
  return shortened(core::to_text(core::start_value(variable)), 24);
}

/// All variables in one table, grouped by causality, the ones a user sets and reads first.
std::string variables_of(const ModelDescription& description, bool all) {
  constexpr std::size_t kShown = 30;  // of one causality
  constexpr Causality kOrder[] = {Causality::kInput,
                                  Causality::kOutput,
                                  Causality::kParameter,
                                  Causality::kStructuralParameter,
                                  Causality::kCalculatedParameter,
                                  Causality::kLocal,
                                  Causality::kIndependent};
  using Align = Table::Align;
  Table table{
      {Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft}};
  table.add({"name", "causality", "type", "variability", "start", "unit", "description"});
  std::string left_out;
  for (const Causality causality : kOrder) {
    std::size_t count = 0;
    for (const Variable& variable : description.variables()) {
      if (variable.causality != causality) continue;
      if (++count > kShown && !all) continue;
      const std::string unit{variable.unit == core::kNone ? std::string_view{}
                                                          : description.units()[variable.unit].name};
      table.add({std::string{variable.name}, std::string{to_string(causality)}, type_of(variable),
                 std::string{to_string(variable.variability)}, start_of(description, variable), unit,
                 shortened(variable.description, 60)});
    }
    if (count > kShown && !all)
      left_out += fmt::format("  ... and {} more of causality {}\n", count - kShown, to_string(causality));
  }
  if (!left_out.empty()) left_out += "  --all lists them\n";
  const std::size_t count = description.variables().size();
  if (count == 0) return "\nVariables: none\n";
  return fmt::format("\nVariables ({})\n", count) + table.text(2) + left_out;
}

std::string remarks_of(const core::Fmu& fmu) {
  const std::size_t count = fmu.diagnostics().size();
  if (count == 0) return "";
  return fmt::format("\n{} remark{} about the description; 'lockstep check {}' shows {}\n", count,
                     count == 1 ? "" : "s", fmu.path().string(), count == 1 ? "it" : "them");
}

}  // namespace

std::string info_text(const core::Fmu& fmu, bool all) {
  const ModelDescription& description = fmu.description();
  std::string text = shortened(description.model_name(), 200);
  if (!description.description().empty()) text += ": " + shortened(description.description(), 300);
  text += '\n' + overview(fmu) + abilities(description);
  text += variables_of(description, all);
  return text + remarks_of(fmu);
}

}  // namespace lockstep::cli
