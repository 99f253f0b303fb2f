// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "lockstep/adapter/names.hpp"

namespace lockstep::middlewares {
namespace {

using core::Value;
using core::Variable;
using core::VariableType;

using Element = std::variant<bool, std::int64_t, double, std::string>;

std::string to_text(const Element& element) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, bool>) {
          return std::string{value ? "true" : "false"};
        } else {
          return fmt::format("{}", value);
        }
      },
      element);
}

std::vector<Element> elements_of(const ParameterValue& given) {
  return std::visit(
      [](const auto& value) -> std::vector<Element> {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_constructible_v<Element, T>) {
          return {Element{value}};
        } else {
          std::vector<Element> result;
          for (const auto& element : value)
            result.emplace_back(static_cast<typename T::value_type>(element));
          return result;
        }
      },
      given);
}

[[noreturn]] void refuse(const Variable& variable, const Element& element, const std::string& expected) {
  throw Error{ErrorCode::kBadInput,
              fmt::format("parameter '{}' is {}, expected {}", variable.name, to_text(element), expected)};
}

double real_of(const Variable& variable, const Element& element) {
  std::optional<double> number;
  if (const auto* real = std::get_if<double>(&element)) number = *real;
  if (const auto* whole = std::get_if<std::int64_t>(&element)) number = static_cast<double>(*whole);
  if (!number || !std::isfinite(*number)) refuse(variable, element, "a finite number");
  if (const core::NumericAttributes* limits = variable.numeric) {
    if (limits->min && *number < *limits->min)
      refuse(variable, element, fmt::format("at least {}", *limits->min));
    if (limits->max && *number > *limits->max)
      refuse(variable, element, fmt::format("at most {}", *limits->max));
  }
  return *number;
}

struct Range {
  std::int64_t low, high;
};

Range range_of(VariableType type) {
  switch (type) {
    case VariableType::kInt8:
      return {std::numeric_limits<std::int8_t>::min(), std::numeric_limits<std::int8_t>::max()};
    case VariableType::kUInt8:
      return {0, std::numeric_limits<std::uint8_t>::max()};
    case VariableType::kInt16:
      return {std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()};
    case VariableType::kUInt16:
      return {0, std::numeric_limits<std::uint16_t>::max()};
    case VariableType::kInt32:
      return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    case VariableType::kUInt32:
      return {0, std::numeric_limits<std::uint32_t>::max()};
    case VariableType::kUInt64:
      return {0, std::numeric_limits<std::int64_t>::max()};  // parameters are 64-bit with sign
    default:
      return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  }
}

std::int64_t whole_of(const Variable& variable, const Element& element) {
  const auto* number = std::get_if<std::int64_t>(&element);
  if (number == nullptr) refuse(variable, element, "a whole number");
  Range range = range_of(variable.type);
  if (variable.numeric != nullptr) {
    range.low = std::max(range.low, variable.numeric->min_integer.value_or(range.low));
    range.high = std::min(range.high, variable.numeric->max_integer.value_or(range.high));
  }
  if (*number < range.low || *number > range.high)
    refuse(variable, element, fmt::format("a whole number from {} to {}", range.low, range.high));
  return *number;
}

std::int64_t item_of(const core::ModelDescription& description, const Variable& variable,
                     const Element& element) {
  if (variable.declared_type == core::kNone) return whole_of(variable, element);
  std::string items;
  for (const core::EnumerationItem& item : description.type_definitions()[variable.declared_type].items) {
    const auto* name = std::get_if<std::string>(&element);
    const auto* number = std::get_if<std::int64_t>(&element);
    if ((name != nullptr && *name == item.name) || (number != nullptr && *number == item.value))
      return item.value;
    items += fmt::format("{}{} ({})", items.empty() ? "" : ", ", item.name, item.value);
  }
  refuse(variable, element, "one of " + items);
}

bool flag_of(const Variable& variable, const Element& element) {
  if (const auto* flag = std::get_if<bool>(&element)) return *flag;
  if (const auto* number = std::get_if<std::int64_t>(&element);
      number != nullptr && (*number == 0 || *number == 1))
    return *number == 1;
  refuse(variable, element, "true or false");
}

template <class T, class Convert>
Value convert(const std::vector<Element>& elements, Convert&& one) {
  std::vector<T> result;
  for (const Element& element : elements)
    result.push_back(one(element));
  return result;
}

Value convert(const core::ModelDescription& description, const Variable& variable, std::size_t element_count,
              const std::vector<Element>& elements) {
  if (elements.size() != element_count) {
    throw Error{ErrorCode::kBadInput, fmt::format("parameter '{}' has {} element(s), expected {}",
                                                  variable.name, elements.size(), element_count)};
  }
  switch (variable.type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return convert<double>(elements, [&](const Element& element) { return real_of(variable, element); });
    case VariableType::kBoolean:
    case VariableType::kClock:
      return convert<bool>(elements, [&](const Element& element) { return flag_of(variable, element); });
    case VariableType::kEnumeration:
      return convert<std::int64_t>(
          elements, [&](const Element& element) { return item_of(description, variable, element); });
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64:
      return convert<std::uint64_t>(elements, [&](const Element& element) {
        return static_cast<std::uint64_t>(whole_of(variable, element));
      });
    case VariableType::kString:
      return convert<std::string>(elements, [&](const Element& element) {
        if (const auto* text = std::get_if<std::string>(&element)) return *text;
        refuse(variable, element, "a text (type=\"str\" in a launch file)");
      });
    case VariableType::kBinary:
      refuse(variable, elements.front(), "nothing: binary parameters cannot be set here");
    default:
      return convert<std::int64_t>(elements,
                                   [&](const Element& element) { return whole_of(variable, element); });
  }
}

bool are_aliases(const Variable& a, const Variable& b) {
  return a.value_reference == b.value_reference && a.type == b.type;
}

}  // namespace

Value to_value(const core::ModelDescription& description, const Variable& variable, std::size_t element_count,
               const ParameterValue& given) {
  return convert(description, variable, element_count, elements_of(given));
}

Value to_value(const core::ModelDescription& description, const Variable& variable, std::size_t element_count,
               const std::vector<std::string>& given) {
  std::vector<Element> elements;
  for (const std::string& text : given) {
    if (variable.type == VariableType::kString || variable.type == VariableType::kEnumeration) {
      elements.emplace_back(text);
      continue;
    }
    Variable scalar = variable;  // one element at a time
    scalar.dimensions = {};
    const Value value = core::parse_value(scalar, text);
    std::visit(
        [&](const auto& parsed) {
          using T = typename std::decay_t<decltype(parsed)>::value_type;
          if constexpr (std::is_same_v<T, std::uint64_t>) {
            elements.emplace_back(static_cast<std::int64_t>(parsed.front()));
          } else if constexpr (std::is_constructible_v<Element, T>) {
            elements.emplace_back(static_cast<T>(parsed.front()));
          }
        },
        value);
  }
  return convert(description, variable, element_count, elements);
}

std::vector<Assignment> assign_parameters(const core::ModelDescription& description,
                                          const std::vector<NamedParameter>& parameters,
                                          Span<const std::string_view> reserved, bool allow_unknown) {
  std::multimap<std::string, const Variable*> by_name;
  for (const Variable& variable : description.variables())
    by_name.emplace(adapter::plain_name(variable.name), &variable);

  std::vector<Assignment> result;
  std::vector<Diagnostic> findings;
  for (const NamedParameter& parameter : parameters) {
    if (std::find(reserved.begin(), reserved.end(), parameter.name) != reserved.end()) continue;
    const auto [first, last] = by_name.equal_range(parameter.name);
    if (first == last) {
      if (allow_unknown || parameter.optional) continue;
      std::string similar;
      for (const std::string_view name : description.similar_names(parameter.name))
        similar += fmt::format("{}'{}'", similar.empty() ? "" : ", ", adapter::plain_name(name));
      findings.push_back({Severity::kError,
                          "unknown-parameter",
                          fmt::format("the FMU has no variable for parameter '{}'", parameter.name),
                          similar.empty() ? "remove it" : "did you mean " + similar + "?",
                          {}});
      continue;
    }
    const bool clear = std::all_of(first, last, [&first = first](const auto& entry) {
      return are_aliases(*entry.second, *first->second);
    });
    if (!clear) {
      findings.push_back({Severity::kError,
                          "ambiguous-parameter",
                          fmt::format("parameter '{}' stands for the variables '{}' and '{}'", parameter.name,
                                      first->second->name, std::next(first)->second->name),
                          "set it by its FMU name in the mapping file, under parameters:",
                          {}});
      continue;
    }
    result.push_back({first->second, parameter.value, parameter.optional});
  }
  if (!findings.empty()) throw Error{ErrorCode::kBadInput, "wrong parameters", findings};
  std::stable_partition(result.begin(), result.end(), [](const Assignment& assignment) {
    return assignment.variable->causality == core::Causality::kStructuralParameter;
  });
  return result;
}

}  // namespace lockstep::middlewares
