// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lockstep/core/model_description.hpp"

namespace lockstep::core {
namespace {

/// Whether ModelStructure lists all that such a model remembers. Continuous states are listed for Model
/// Exchange, or where derivatives are offered; states that change at events or at the end of a step of the
/// solver are not.
bool lists_all_memory(const ModelDescription& model) noexcept {
  const InterfaceCapabilities* const exchange = model.interface(InterfaceKind::kModelExchange);
  const InterfaceCapabilities* const simulation = model.interface(InterfaceKind::kCoSimulation);
  const bool lists_states = exchange != nullptr
                                ? !exchange->needs_completed_integrator_step
                                : simulation != nullptr && simulation->provides_directional_derivatives;
  if (!lists_states || model.event_indicator_count() != 0 || !model.structure().clocked_states.empty())
    return false;
  return std::none_of(model.variables().begin(), model.variables().end(), [](const Variable& variable) {
    return variable.variability == Variability::kDiscrete || variable.type == VariableType::kClock;
  });
}

bool lists_all_outputs(const ModelDescription& model) noexcept {
  const auto outputs =
      std::count_if(model.variables().begin(), model.variables().end(),
                    [](const Variable& variable) { return variable.causality == Causality::kOutput; });
  return model.structure().outputs.size() == static_cast<std::size_t>(outputs);
}

}  // namespace

bool may_use_input(const ModelDescription& model, const Variable& input) noexcept {
  if (model.fmi_version() == FmiVersion::k1 || !lists_all_memory(model) || !lists_all_outputs(model))
    return true;
  const auto depends = [&](const Unknown& unknown) {
    return !unknown.dependencies_given ||
           std::any_of(unknown.dependencies.begin(), unknown.dependencies.end(), [&](TableIndex index) {
             return index == kNone || (model.variables()[index].value_reference == input.value_reference &&
                                       model.variables()[index].type == input.type);
           });
  };
  const ModelStructure& structure = model.structure();
  for (const Span<const Unknown> unknowns :
       {structure.outputs, structure.continuous_state_derivatives, structure.initial_unknowns})
    if (std::any_of(unknowns.begin(), unknowns.end(), depends)) return true;
  return false;
}

}  // namespace lockstep::core
