// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/model_description.hpp"

#include <algorithm>

#include "description/model_impl.hpp"

namespace lockstep::core {
namespace {

template <std::size_t N, class Enum>
std::string_view name_at(const std::array<std::string_view, N>& names, Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : std::string_view{"unknown"};
}

}  // namespace

std::string_view to_string(VariableType type) noexcept {
  static constexpr std::array<std::string_view, kVariableTypeCount> kNames{
      "Float32", "Float64", "Int8",    "UInt8",  "Int16",  "UInt16",      "Int32", "UInt32",
      "Int64",   "UInt64",  "Boolean", "String", "Binary", "Enumeration", "Clock"};
  return name_at(kNames, type);
}

std::string_view to_string(Causality causality) noexcept {
  static constexpr std::array<std::string_view, 7> kNames{
      "parameter", "calculatedParameter", "structuralParameter", "input", "output", "local", "independent"};
  return name_at(kNames, causality);
}

std::string_view to_string(Variability variability) noexcept {
  static constexpr std::array<std::string_view, 5> kNames{"constant", "fixed", "tunable", "discrete",
                                                          "continuous"};
  return name_at(kNames, variability);
}

std::string_view to_string(Initial initial) noexcept {
  static constexpr std::array<std::string_view, 4> kNames{"exact", "approx", "calculated", "not given"};
  return name_at(kNames, initial);
}

std::string_view to_string(ClockInterval interval) noexcept {
  static constexpr std::array<std::string_view, 6> kNames{"constant", "fixed",     "tunable",
                                                          "changing", "countdown", "triggered"};
  return name_at(kNames, interval);
}

std::string_view to_string(FmiVersion version) noexcept {
  static constexpr std::array<std::string_view, 3> kNames{"1.0", "2.0", "3.0"};
  return name_at(kNames, version);
}

std::string_view to_string(InterfaceKind kind) noexcept {
  static constexpr std::array<std::string_view, kInterfaceKindCount> kNames{"Co-Simulation", "Model Exchange",
                                                                            "Scheduled Execution"};
  return name_at(kNames, kind);
}

ModelDescription::ModelDescription(std::unique_ptr<Impl> impl) noexcept : impl_{std::move(impl)} {}
ModelDescription::~ModelDescription() = default;

FmiVersion ModelDescription::fmi_version() const noexcept {
  return impl_->version;
}
std::string_view ModelDescription::fmi_version_text() const noexcept {
  return impl_->version_text;
}
std::string_view ModelDescription::model_name() const noexcept {
  return impl_->model_name;
}
std::string_view ModelDescription::instantiation_token() const noexcept {
  return impl_->token;
}
std::string_view ModelDescription::description() const noexcept {
  return impl_->description;
}
std::string_view ModelDescription::author() const noexcept {
  return impl_->author;
}
std::string_view ModelDescription::model_version() const noexcept {
  return impl_->model_version;
}
std::string_view ModelDescription::copyright() const noexcept {
  return impl_->copyright;
}
std::string_view ModelDescription::license() const noexcept {
  return impl_->license;
}
std::string_view ModelDescription::generation_tool() const noexcept {
  return impl_->generation_tool;
}
std::string_view ModelDescription::generation_date_and_time() const noexcept {
  return impl_->generation_date_and_time;
}
std::string_view ModelDescription::variable_naming_convention() const noexcept {
  return impl_->naming_convention;
}

const InterfaceCapabilities* ModelDescription::interface(InterfaceKind kind) const noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return impl_->has_interface[index] ? &impl_->interfaces[index] : nullptr;
}

const DefaultExperiment& ModelDescription::default_experiment() const noexcept {
  return impl_->experiment;
}
Span<const Variable> ModelDescription::variables() const noexcept {
  return impl_->variables;
}
Span<const Unit> ModelDescription::units() const noexcept {
  return impl_->units;
}
Span<const TypeDefinition> ModelDescription::type_definitions() const noexcept {
  return impl_->types;
}
const ModelStructure& ModelDescription::structure() const noexcept {
  return impl_->structure;
}
Span<const LogCategory> ModelDescription::log_categories() const noexcept {
  return impl_->log_categories;
}
Span<const BuildConfiguration> ModelDescription::build_configurations() const noexcept {
  return impl_->build_configurations;
}
Span<const Terminal> ModelDescription::terminals() const noexcept {
  return impl_->terminals;
}
Span<const Annotation> ModelDescription::annotations() const noexcept {
  return impl_->annotations;
}
bool ModelDescription::has_icon() const noexcept {
  return impl_->has_icon;
}

const Variable* ModelDescription::find(std::string_view name) const noexcept {
  const TableIndex index = impl_->names.find(name);
  return index == kNone ? nullptr : &impl_->variables[index];
}

const Variable* ModelDescription::find(ValueReference reference, VariableType type) const noexcept {
  const TableIndex index = impl_->references.find(reference, type);
  return index == kNone ? nullptr : &impl_->variables[index];
}

std::vector<const Variable*> ModelDescription::aliases_of(const Variable& variable) const {
  std::vector<const Variable*> result;
  TableIndex index = impl_->references.find(variable.value_reference, variable.type);
  for (; index != kNone; index = impl_->references.next(index))
    result.push_back(&impl_->variables[index]);
  return result;
}

std::uint32_t ModelDescription::continuous_state_count() const noexcept {
  return impl_->continuous_states;
}
std::uint32_t ModelDescription::event_indicator_count() const noexcept {
  return impl_->event_indicators;
}

}  // namespace lockstep::core
