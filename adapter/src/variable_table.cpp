// SPDX-License-Identifier: Apache-2.0
#include "variable_table.hpp"

#include <algorithm>

namespace lockstep::adapter {
namespace {

using core::Causality;
using core::Variable;
using core::VariableType;

bool share_a_group(const Variable& a, const Variable& b) {
  return a.type == b.type && std::equal(a.clocks.begin(), a.clocks.end(), b.clocks.begin(), b.clocks.end());
}

// The group of `variable` among those whose first variables are in `firsts`; a new one if there is none.
template <class Group, class Make>
std::uint32_t group_of(const Variable& variable, std::vector<const Variable*>& firsts,
                       std::vector<std::unique_ptr<Group>>& groups, Make&& make) {
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (share_a_group(*firsts[i], variable)) return static_cast<std::uint32_t>(i);
  }
  firsts.push_back(&variable);
  groups.push_back(make());
  return static_cast<std::uint32_t>(groups.size() - 1);
}

bool is_ticked_by_the_fmu(const Variable& variable) {
  return variable.type == VariableType::kClock && variable.clock != nullptr &&
         variable.clock->interval != core::ClockInterval::kTriggered;
}

}  // namespace

VariableTable::VariableTable(const core::Stepper& stepper, const AdapterOptions& options)
    : first_{stepper.description().variables().data()},
      count_{stepper.description().variables().size()},
      slots_(count_) {
  std::vector<const Variable*> input_firsts, output_firsts;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Variable& variable = first_[i];
    Slot& slot = slots_[i];
    if (variable.causality == Causality::kInput && !is_ticked_by_the_fmu(variable)) {
      slot.group =
          group_of(variable, input_firsts, inputs_, [&] { return make_input_group(variable.type, options); });
      const bool linear = options.interpolate && variable.variability == core::Variability::kContinuous;
      slot.place = static_cast<std::uint32_t>(
          inputs_[slot.group]->add_variable(variable, stepper.element_count(variable), linear));
      input_variables_.push_back(&variable);
    } else if (variable.causality == Causality::kOutput) {
      slot.group =
          group_of(variable, output_firsts, outputs_, [&] { return make_output_group(variable.type); });
      slot.place = static_cast<std::uint32_t>(outputs_[slot.group]->add_variable(variable));
    }
  }
  for (const Variable* variable : input_variables_) {
    if (variable->type != VariableType::kFloat64 || variable->is_array()) continue;
    Slot& slot = slots_[static_cast<std::size_t>(variable - first_)];
    slot.number_input = &static_cast<TypedInputGroup<double>&>(*inputs_[slot.group]).input(slot.place);
  }
}

void VariableTable::resize_inputs(const core::Stepper& stepper) {
  for (const Variable* variable : input_variables_) {
    const Slot& at = slot(*variable);
    input(at).resize(at.place, stepper.element_count(*variable));
  }
}

void VariableTable::bind(core::Stepper& stepper) {
  for (const auto& group : inputs_)
    group->bind(stepper);
  for (const auto& group : outputs_)
    group->bind(stepper);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] && first_[i].causality == Causality::kOutput)
      slots_[i].number_output = output(slots_[i]).scalar_float64(slots_[i].place);
  }
}

void VariableTable::clear_inputs() noexcept {
  for (const auto& group : inputs_)
    group->clear();
}

}  // namespace lockstep::adapter
