// SPDX-License-Identifier: Apache-2.0
#include "component.hpp"

#include <algorithm>

#include "lockstep/core/element_type.hpp"

namespace lockstep::network {
namespace {

using core::Variable;

const core::TypeDefinition* type_of(const core::ModelDescription& description, const Variable& variable) {
  const auto types = description.type_definitions();
  return variable.declared_type < types.size() ? &types[variable.declared_type] : nullptr;
}

/// Groups as Stepper binds them: one type, and the same clocks.
std::vector<std::vector<const Variable*>> grouped(const std::vector<const Variable*>& variables) {
  std::vector<std::vector<const Variable*>> groups;
  for (const Variable* variable : variables) {
    const auto fits = [&](const std::vector<const Variable*>& group) {
      const Variable& first = *group.front();
      return first.type == variable->type && std::equal(first.clocks.begin(), first.clocks.end(),
                                                        variable->clocks.begin(), variable->clocks.end());
    };
    const auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group != groups.end())
      group->push_back(variable);
    else
      groups.push_back({variable});
  }
  return groups;
}

}  // namespace

void Component::apply(const ComponentConfig& config, bool structural, std::vector<Diagnostic>& problems) {
  const core::ModelDescription& description = stepper_->description();
  for (const StartValue& value : config.start_values) {
    const Variable* const variable = description.find(value.variable);
    if (variable == nullptr) {
      if (structural) continue;  // said once
      const auto similar = description.similar_names(value.variable, 1);
      problems.push_back(
          {Severity::kError, "network-variable",
           "component '" + config.name + "' has no variable '" + value.variable + "'",
           similar.empty() ? std::string{} : "did you mean '" + std::string{similar.front()} + "'?",
           value.where});
      continue;
    }
    if ((variable->causality == core::Causality::kStructuralParameter) != structural) continue;
    try {
      const core::TypeDefinition* const type = type_of(description, *variable);
      const core::Value parsed = core::parse_value(
          *variable, value.text, type != nullptr ? type->items : Span<const core::EnumerationItem>{});
      stepper_->set(*variable, parsed);
      given_[variable] = parsed;
    } catch (const Error& error) {
      problems.push_back({Severity::kError, "network-value",
                          "component '" + config.name + "': " + error.message(), "", value.where});
    }
  }
}

Component::Component(const ComponentConfig& config, const ComponentUse& use)
    : name_{config.name}, stepper_{config.make(config.name, use)} {
  std::vector<Diagnostic> problems;
  apply(config, true, problems);  // sizes of arrays first
  apply(config, false, problems);
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "component '" + name_ + "' cannot be used", std::move(problems)};
}

const core::Value* Component::given(const Variable& variable) const noexcept {
  const auto found = given_.find(&variable);
  return found == given_.end() ? nullptr : &found->second;
}

bool Component::takes_ramp(const Variable& input) const noexcept {
  if (!stepper_->capabilities().input_ramps || input.type != core::VariableType::kFloat64) return false;
  if (input.causality != core::Causality::kInput || input.variability != core::Variability::kContinuous)
    return false;
  const bool by_update = description().fmi_version() == core::FmiVersion::k3 &&
                         stepper_->capabilities().kind == core::InterfaceKind::kCoSimulation;
  return !by_update || input.intermediate_update;
}

void Component::want_input(const Variable& variable, bool ramp) {
  if (inputs_.emplace(&variable, InputPlace{ramp, nullptr, nullptr}).second)
    wanted_inputs_.push_back(&variable);
}

void Component::want_output(const Variable& variable) {
  if (outputs_.emplace(&variable, nullptr).second) wanted_outputs_.push_back(&variable);
}

void Component::bind() {
  Group held, ramps;
  for (const Variable* variable : wanted_inputs_)
    (inputs_.at(variable).ramp ? ramps : held).push_back(variable);
  for (const Group& group : grouped(held))
    bind_inputs(group);
  for (const Group& group : grouped(ramps))
    bind_ramps(group);
  for (const Group& group : grouped(wanted_outputs_))
    bind_outputs(group);
}

void Component::bind_inputs(const Group& group) {
  core::with_element_type(group.front()->type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* place = stepper_->bind_inputs<T>(group).data();
    for (const Variable* variable : group) {
      inputs_.at(variable).start = place;
      place += stepper_->element_count(*variable);
    }
  });
}

void Component::bind_ramps(const Group& group) {
  const core::RampGroup bound = stepper_->bind_ramps(group);
  std::size_t first = 0;
  for (const Variable* variable : group) {
    inputs_.at(variable).start = bound.at_start.data() + first;
    inputs_.at(variable).end = bound.at_end.data() + first;
    first += stepper_->element_count(*variable);
  }
}

void Component::bind_outputs(const Group& group) {
  core::with_element_type(group.front()->type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* place = stepper_->bind_outputs<T>(group).data();
    for (const Variable* variable : group) {
      outputs_.at(variable) = place;
      place += stepper_->element_count(*variable);
    }
  });
}

bool Component::save() noexcept {
  try {
    stepper_->save(snapshot_);
    return true;
  } catch (...) {  // the stepper keeps the reason for fault()
    return false;
  }
}

bool Component::restore() noexcept {
  try {
    stepper_->restore(*snapshot_);
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace lockstep::network
