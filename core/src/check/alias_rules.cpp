// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "check/rules.hpp"

namespace lockstep::core {
namespace {

/// Which function sets the variable: FMI 2 has one for Integer and Enumeration.
VariableType base_type(VariableType type) noexcept {
  return type == VariableType::kEnumeration ? VariableType::kInt32 : type;
}

/// Variables grouped by value reference (and base type where `by_type`), each group in file order.
std::vector<const Variable*> grouped(const ModelDescription& model, bool by_type) {
  std::vector<const Variable*> sorted;
  sorted.reserve(model.variables().size());
  for (const Variable& variable : model.variables())
    sorted.push_back(&variable);
  std::stable_sort(sorted.begin(), sorted.end(), [by_type](const Variable* a, const Variable* b) {
    if (by_type && base_type(a->type) != base_type(b->type)) return base_type(a->type) < base_type(b->type);
    return a->value_reference < b->value_reference;
  });
  return sorted;
}

template <class OnGroup>
void for_each_group(const std::vector<const Variable*>& sorted, bool by_type, OnGroup&& on_group) {
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first + 1;
    while (last < sorted.size() && sorted[last]->value_reference == sorted[first]->value_reference &&
           (!by_type || base_type(sorted[last]->type) == base_type(sorted[first]->type)))
      ++last;
    if (last - first > 1) on_group(Span<const Variable* const>{sorted.data() + first, last - first});
    first = last;
  }
}

bool can_be_set(const Variable& variable) noexcept {
  return variable.causality == Causality::kInput || variable.causality == Causality::kParameter ||
         variable.causality == Causality::kIndependent;
}

void check_alias_set(Rules& rules, Span<const Variable* const> set) {
  const Variable& first = *set.front();
  const Variable* settable = nullptr;
  const Variable* started = nullptr;
  for (const Variable* const variable : set) {
    if (can_be_set(*variable)) {
      if (settable != nullptr)
        rules.warn(rules.where(*variable), "alias-both-settable",
                   fmt::format("variables '{}' and '{}' share value reference {} but both can be set",
                               settable->name, variable->name, variable->value_reference),
                   "give one of them a value reference of its own");
      settable = variable;
    }
    const bool constant = variable->variability == Variability::kConstant;
    if (constant != (first.variability == Variability::kConstant))
      rules.warn(rules.where(*variable), "alias-constant",
                 fmt::format("variables '{}' and '{}' share value reference {} but only one is constant",
                             first.name, variable->name, variable->value_reference),
                 "give one of them a value reference of its own");
    if (!constant && variable->start != nullptr) {
      if (started != nullptr)
        rules.warn(rules.where(*variable), "alias-two-starts",
                   fmt::format("variables '{}' and '{}' share value reference {} and both have a start value",
                               started->name, variable->name, variable->value_reference),
                   "leave the start value with one of them");
      started = variable;
    }
    if (variable->unit != first.unit)
      rules.warn(rules.where(*variable), "alias-unit",
                 fmt::format("variables '{}' and '{}' share value reference {} but have different units",
                             first.name, variable->name, variable->value_reference),
                 "give both the same unit");
  }
}

}  // namespace

void check_aliases(Rules& rules) {
  const ModelDescription& model = rules.model;
  if (model.fmi_version() == FmiVersion::k3) {
    for_each_group(grouped(model, false), false, [&](Span<const Variable* const> set) {
      for (std::size_t i = 1; i < set.size(); ++i)
        rules.warn(
            rules.where(*set[i]), "duplicate-value-reference",
            fmt::format("variables '{}' and '{}' both have value reference {}; in FMI 3 it must be unique",
                        set[0]->name, set[i]->name, set[i]->value_reference),
            "give it a value reference of its own, or make it an <Alias> of the other variable");
    });
    return;
  }
  if (model.fmi_version() == FmiVersion::k2)
    for_each_group(grouped(model, true), true,
                   [&](Span<const Variable* const> set) { check_alias_set(rules, set); });
}

}  // namespace lockstep::core
