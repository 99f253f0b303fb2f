// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lockstep/core/model_description.hpp"

namespace lockstep::core {
namespace {

/// Whether ModelStructure lists what such a model remembers, as far as a description can tell: continuous
/// states are listed for Model Exchange; states that change at events or at the end of a step of the solver
/// are not.
bool lists_memory(const ModelDescription& model) noexcept {
  const InterfaceCapabilities* const exchange = model.interface(InterfaceKind::kModelExchange);
  if (exchange == nullptr || exchange->needs_completed_integrator_step) return false;
  if (model.event_indicator_count() != 0 || !model.structure().clocked_states.empty()) return false;
  return std::none_of(model.variables().begin(), model.variables().end(), [](const Variable& variable) {
    return variable.variability == Variability::kDiscrete || variable.type == VariableType::kClock;
  });
}

bool has_row(Span<const Unknown> rows, TableIndex variable) noexcept {
  return std::any_of(rows.begin(), rows.end(),
                     [variable](const Unknown& row) { return row.variable == variable; });
}

/// Whether every output, and every start value that is computed, has its row.
bool lists_results(const ModelDescription& model) noexcept {
  const ModelStructure& structure = model.structure();
  const auto is_computed_at_start = [&](TableIndex i) {
    return model.variables()[i].initial != Initial::kExact;
  };
  for (TableIndex i = 0; i < model.variables().size(); ++i) {
    if (model.variables()[i].causality != Causality::kOutput) continue;
    if (!has_row(structure.outputs, i)) return false;
    if (is_computed_at_start(i) && !has_row(structure.initial_unknowns, i)) return false;
  }
  return std::all_of(structure.continuous_state_derivatives.begin(),
                     structure.continuous_state_derivatives.end(), [&](const Unknown& row) {
                       const TableIndex state =
                           row.variable == kNone ? kNone : model.variables()[row.variable].derivative_of;
                       return state != kNone &&
                              (!is_computed_at_start(state) || has_row(structure.initial_unknowns, state));
                     });
}

}  // namespace

bool may_use_input(const ModelDescription& model, const Variable& input) noexcept {
  if (model.fmi_version() == FmiVersion::k1 || !lists_memory(model) || !lists_results(model)) return true;
  const auto depends = [&](const Unknown& row) {
    return !row.dependencies_given ||
           std::any_of(row.dependencies.begin(), row.dependencies.end(), [&](TableIndex index) {
             return index == kNone || (model.variables()[index].value_reference == input.value_reference &&
                                       model.variables()[index].type == input.type);
           });
  };
  const ModelStructure& structure = model.structure();
  for (const Span<const Unknown> rows :
       {structure.outputs, structure.continuous_state_derivatives, structure.initial_unknowns})
    if (std::any_of(rows.begin(), rows.end(), depends)) return true;
  return false;
}

}  // namespace lockstep::core
