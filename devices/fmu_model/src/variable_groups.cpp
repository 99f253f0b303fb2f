// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/variable_groups.hpp"

#include <algorithm>

namespace lockstep::devices {
namespace {

bool share_a_group(const core::Variable& a, const core::Variable& b) noexcept {
  return a.type == b.type && std::equal(a.clocks.begin(), a.clocks.end(), b.clocks.begin(), b.clocks.end());
}

}  // namespace

std::vector<Variables> bindable_groups(const Variables& variables) {
  std::vector<Variables> groups;
  for (const core::Variable* variable : variables) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Variables& known) {
      return share_a_group(*known.front(), *variable);
    });
    if (group == groups.end())
      groups.push_back({variable});
    else
      group->push_back(variable);
  }
  return groups;
}

Variables signal_variables(const core::ModelDescription& description, core::Causality causality) {
  Variables found;
  for (const core::Variable& variable : description.variables())
    if (variable.causality == causality && variable.type != core::VariableType::kClock)
      found.push_back(&variable);
  return found;
}

std::string names_of(const core::ModelDescription& description, core::Causality causality) {
  std::string names;
  for (const core::Variable& variable : description.variables())
    if (variable.causality == causality) names += (names.empty() ? "" : ", ") + std::string{variable.name};
  return names.empty() ? "(none)" : names;
}

std::string unit_of(const core::ModelDescription& description, const core::Variable& variable) {
  return variable.unit == core::kNone ? std::string{} : std::string{description.units()[variable.unit].name};
}

}  // namespace lockstep::devices
