// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_set>
#include <vector>

#include "check/rules.hpp"
#include "lockstep/core/number_text.hpp"
#include "value_range.hpp"

namespace lockstep::core {
namespace {

/// The values of each enumeration type, by the index of the type.
using ItemValues = std::vector<std::unordered_set<std::int64_t>>;

ItemValues item_values(const ModelDescription& model) {
  ItemValues result(model.type_definitions().size());
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const EnumerationItem& item : model.type_definitions()[i].items)
      result[i].insert(item.value);
  return result;
}

void check_enumeration(Rules& rules, const Variable& variable, const ItemValues& items) {
  if (variable.declared_type == kNone || variable.start == nullptr) return;
  for (const std::int64_t value : variable.start->integers) {
    if (items[variable.declared_type].count(value) != 0) continue;
    rules.warn(rules.where(variable), "start-not-an-item",
               fmt::format("variable '{}': start value {} is no item of enumeration '{}'", variable.name,
                           value, rules.model.type_definitions()[variable.declared_type].name),
               "use the value of an item");
    return;
  }
}

bool is_empty_range(const NumericAttributes& numeric) {
  const auto crossed = [](const auto& min, const auto& max) { return min && max && *min > *max; };
  return crossed(numeric.min, numeric.max) || crossed(numeric.min_integer, numeric.max_integer) ||
         crossed(numeric.min_unsigned, numeric.max_unsigned);
}

void check_numeric(Rules& rules, const Variable& variable) {
  if (variable.numeric == nullptr) return;
  if (is_empty_range(*variable.numeric)) {
    rules.warn(rules.where(variable), "min-above-max",
               fmt::format("variable '{}': min is greater than max: {}", variable.name, range_text(variable)),
               "exchange or correct them");
  } else if (const std::string start = outside_range(variable, start_value(variable)); !start.empty()) {
    rules.warn(rules.where(variable), "start-out-of-range",
               fmt::format("variable '{}': start value {} is outside its range, {}", variable.name, start,
                           range_text(variable)),
               "correct the start value or the limits");
  }
  if (const std::optional<double>& nominal = variable.numeric->nominal; nominal && !(*nominal > 0.0))
    rules.warn(rules.where(variable), "bad-nominal",
               fmt::format("variable '{}': nominal {} is not greater than 0; 1 is used", variable.name,
                           to_text(*nominal)),
               "give a nominal value greater than 0");
}

bool has_continuous_states(const ModelDescription& model) {
  return model.interface(InterfaceKind::kModelExchange) != nullptr;
}

void check_flags(Rules& rules, const Variable& variable, bool is_state) {
  if (variable.reinit && !is_state)
    rules.warn(rules.where(variable), "reinit-not-a-state",
               fmt::format("variable '{}' has reinit=\"true\" but is not a continuous state", variable.name),
               "remove reinit or list the variable's derivative in ModelStructure");
  if (!variable.can_set_multiple_per_instant && variable.causality != Causality::kInput)
    rules.warn(
        rules.where(variable), "multiple-set-not-an-input",
        fmt::format("variable '{}' has canHandleMultipleSetPerTimeInstant=\"false\" but is not an input",
                    variable.name),
        "remove the attribute");
  if (variable.intermediate_update && variable.variability != Variability::kContinuous)
    rules.warn(
        rules.where(variable), "intermediate-not-continuous",
        fmt::format("variable '{}' has intermediateUpdate=\"true\" but is not continuous", variable.name),
        "remove intermediateUpdate");
  if (variable.causality == Causality::kStructuralParameter && variable.is_array())
    rules.warn(rules.where(variable), "array-structural-parameter",
               fmt::format("structural parameter '{}' is an array", variable.name), "make it a scalar");
}

void check_derivative(Rules& rules, const Variable& variable) {
  if (variable.derivative_of == kNone) return;
  const Variable& state = rules.model.variables()[variable.derivative_of];
  const bool real = state.type == VariableType::kFloat64 || state.type == VariableType::kFloat32;
  if (!real || state.variability != Variability::kContinuous)
    rules.warn(rules.where(variable), "derivative-of-not-continuous",
               fmt::format(
                   "variable '{}' is declared as derivative of '{}', which is not a continuous real variable",
                   variable.name, state.name),
               "correct the attribute derivative");
}

}  // namespace

void check_values(Rules& rules) {
  const ModelDescription& model = rules.model;
  std::vector<bool> is_state(model.variables().size(), false);
  for (const Unknown& row : model.structure().continuous_state_derivatives)
    if (row.variable != kNone && model.variables()[row.variable].derivative_of != kNone)
      is_state[model.variables()[row.variable].derivative_of] = true;
  const ItemValues items = item_values(model);
  std::size_t index = 0;
  for (const Variable& variable : model.variables()) {
    check_numeric(rules, variable);
    if (variable.type == VariableType::kEnumeration) check_enumeration(rules, variable, items);
    check_flags(rules, variable, is_state[index++] || !has_continuous_states(model));
    check_derivative(rules, variable);
  }
}

}  // namespace lockstep::core
