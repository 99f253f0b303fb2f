// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/parameter_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lockstep/adapter/names.hpp"

namespace lockstep::middlewares {
namespace {

using core::Causality;
using core::Variable;
using core::VariableType;

template <class To, class From>
ParameterValue one_or_list(const std::vector<From>& elements, bool is_array) {
  if (is_array) return std::vector<To>(elements.begin(), elements.end());
  return elements.empty() ? To{} : static_cast<To>(elements.front());
}

std::string describe(const core::ModelDescription& description, const Variable& variable,
                     const std::string& name) {
  std::string text{variable.description};
  if (name != variable.name)
    text += fmt::format("{}FMU variable {}", text.empty() ? "" : "; ", variable.name);
  if (variable.type == VariableType::kEnumeration && variable.declared_type != core::kNone) {
    for (const core::EnumerationItem& item : description.type_definitions()[variable.declared_type].items)
      text += fmt::format("{}{} = {}", text.empty() ? "" : "; ", item.value, item.name);
  }
  return text;
}

void add_range(const Variable& variable, ParameterInfo& info) {
  if (variable.numeric == nullptr) return;
  info.min = variable.numeric->min;
  info.max = variable.numeric->max;
  info.min_integer = variable.numeric->min_integer;
  info.max_integer = variable.numeric->max_integer;
}

ParameterInfo describe(const core::ModelDescription& description, const Variable& variable,
                       const std::string& name, const NamedParameter* given) {
  ParameterInfo info;
  info.name = name;
  info.variable = &variable;
  core::Value value = core::start_value(variable);
  if (given != nullptr) {
    std::size_t count = 1;  // an array's size may hang on structural parameters: as many as were given
    if (variable.is_array()) {
      count = std::visit(
          [](const auto& it) -> std::size_t {
            if constexpr (std::is_same_v<std::decay_t<decltype(it)>, std::string> ||
                          std::is_arithmetic_v<std::decay_t<decltype(it)>>) {
              return 1;
            } else {
              return it.size();
            }
          },
          given->value);
    }
    value = to_value(description, variable, count, given->value);
  }
  info.value = to_parameter(value, variable.is_array());
  info.description = describe(description, variable, name);
  if (variable.unit != core::kNone) info.unit = description.units()[variable.unit].name;
  add_range(variable, info);
  info.tunable =
      variable.causality == Causality::kParameter && variable.variability == core::Variability::kTunable;
  return info;
}

}  // namespace

ParameterValue to_parameter(const core::Value& value, bool is_array) {
  return std::visit(
      [&](const auto& elements) -> ParameterValue {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        if constexpr (std::is_same_v<T, std::uint64_t>) {
          return one_or_list<std::int64_t>(elements, is_array);
        } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
          return std::string{};
        } else {
          return one_or_list<T>(elements, is_array);
        }
      },
      value);
}

std::vector<ParameterInfo> describe_parameters(const core::ModelDescription& description,
                                               const std::vector<NamedParameter>& given,
                                               Span<const std::string_view> reserved) {
  std::map<std::string, std::size_t> uses;
  for (const Variable& variable : description.variables())
    ++uses[adapter::plain_name(variable.name)];
  std::vector<ParameterInfo> result;
  for (const Variable& variable : description.variables()) {
    if (variable.type == VariableType::kBinary || variable.type == VariableType::kClock) continue;
    const std::string name = adapter::plain_name(variable.name);
    const bool taken = std::find(reserved.begin(), reserved.end(), name) != reserved.end();
    if (taken || !adapter::is_plain_name(name) || uses[name] > 1) continue;
    const auto found = std::find_if(given.begin(), given.end(),
                                    [&](const NamedParameter& parameter) { return parameter.name == name; });
    const bool is_given = found != given.end();
    const bool is_parameter =
        variable.causality == Causality::kParameter || variable.causality == Causality::kStructuralParameter;
    if (!is_parameter && !is_given) continue;
    result.push_back(describe(description, variable, name, is_given ? &*found : nullptr));
  }
  return result;
}

}  // namespace lockstep::middlewares
