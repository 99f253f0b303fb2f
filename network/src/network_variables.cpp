// SPDX-License-Identifier: Apache-2.0
#include "network_variables.hpp"

#include <set>

#include "lockstep/core/description_builder.hpp"

namespace lockstep::network {
namespace {

using core::Causality;
using core::Variable;

Causality causality_in_network(const Variable& variable, bool connected) noexcept {
  switch (variable.causality) {
    case Causality::kInput:
      return connected ? Causality::kLocal : Causality::kInput;
    case Causality::kOutput:
    case Causality::kParameter:
      return connected ? Causality::kLocal : variable.causality;
    default:
      return Causality::kLocal;
  }
}

core::VariableSpec spec_of(const Component& component, const Variable& variable, bool connected) {
  const core::ModelDescription& description = component.description();
  core::VariableSpec spec;
  spec.name = component.name() + '.' + std::string{variable.name};
  spec.type = variable.type;
  spec.causality = causality_in_network(variable, connected);
  spec.variability = variable.variability;
  if (variable.unit < description.units().size()) spec.unit = description.units()[variable.unit].name;
  spec.description = variable.description;
  spec.dimensions = component.stepper().dimensions(variable);
  const core::Value* const given_value = component.given(variable);
  core::Value start = given_value != nullptr ? *given_value : core::start_value(variable);
  const std::size_t given = std::visit([](const auto& values) { return values.size(); }, start);
  // Sizes may have changed by structural parameters; what does not fit is left to the component.
  if (given == 1 || given == component.stepper().element_count(variable)) spec.start = std::move(start);
  if (variable.type == core::VariableType::kEnumeration &&
      variable.declared_type < description.type_definitions().size()) {
    for (const core::EnumerationItem& item : description.type_definitions()[variable.declared_type].items)
      spec.items.emplace_back(item.name, item.value);
  }
  return spec;
}

void add_units(core::DescriptionBuilder& builder, const Components& components) {
  std::set<std::string_view> known;  // the first component decides what a name means
  for (const auto& component : components) {
    for (const core::Unit& unit : component->description().units())
      if (unit.base && known.insert(unit.name).second) builder.add_unit(unit.name, *unit.base);
  }
}

}  // namespace

NetworkVariables describe(const NetworkConfig& config, const Components& components,
                          const std::vector<Wire>& wires) {
  core::DescriptionBuilder builder{config.name};
  builder.set_default_experiment(config.experiment);
  add_units(builder, components);
  std::set<std::pair<std::size_t, const Variable*>> connected;
  for (const Wire& wire : wires)
    connected.emplace(wire.to.component, wire.to.variable);
  NetworkVariables result;
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const Variable& variable : components[c]->description().variables()) {
      if (variable.type == core::VariableType::kClock || variable.causality == Causality::kIndependent)
        continue;
      builder.add(spec_of(*components[c], variable, connected.count({c, &variable}) != 0));
      result.entries.push_back({NetworkVariable::Kind::kComponent, c, &variable});
    }
  }
  using core::VariableType;
  for (std::size_t w = 0; w < wires.size(); ++w) {
    if (!wires[w].is_real()) continue;
    const core::ModelDescription& target = components[wires[w].to.component]->description();
    core::VariableSpec spec;
    spec.name = "error(" + wires[w].to.name + ")";
    spec.causality = Causality::kLocal;
    const core::TableIndex unit = wires[w].to.variable->unit;
    if (unit < target.units().size()) spec.unit = target.units()[unit].name;
    spec.description =
        "coupling error of the last step: what the input was given against what its source had";
    builder.add(spec);
    result.entries.push_back({NetworkVariable::Kind::kWireError, w, nullptr});
  }
  builder.add(
      {"master.step_size", VariableType::kFloat64, Causality::kLocal, {}, "s", "last step of the master"});
  result.entries.push_back({NetworkVariable::Kind::kStepSize, 0, nullptr});
  builder.add({"master.iterations", VariableType::kUInt32, Causality::kLocal, {}, "", "in its last step"});
  result.entries.push_back({NetworkVariable::Kind::kIterations, 0, nullptr});
  result.description = builder.build();
  return result;
}

}  // namespace lockstep::network
