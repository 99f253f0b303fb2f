// SPDX-License-Identifier: Apache-2.0
#include "value_range.hpp"

#include <type_traits>

#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

std::string text_of(double limit) {
  return to_text(limit);
}
template <class Integer>
std::string text_of(Integer limit) {
  return std::to_string(limit);
}

/// Calls use(min, max) with the limits of the variable's type: two optionals of one type.
template <class Use>
std::string with_limits(const Variable& variable, Use&& use) {
  if (variable.numeric == nullptr) return {};
  const NumericAttributes& numeric = *variable.numeric;
  switch (variable.type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return use(numeric.min, numeric.max);
    case VariableType::kUInt64:
      return use(numeric.min_unsigned, numeric.max_unsigned);
    default:
      return use(numeric.min_integer, numeric.max_integer);
  }
}

}  // namespace

std::string range_text(const Variable& variable) {
  return with_limits(variable, [](const auto& min, const auto& max) -> std::string {
    if (min && max) return text_of(*min) + " to " + text_of(*max);
    if (min) return "at least " + text_of(*min);
    return max ? "at most " + text_of(*max) : std::string{};
  });
}

std::string outside_range(const Variable& variable, const Value& value) {
  return with_limits(variable, [&](const auto& min, const auto& max) {
    using Limit = std::decay_t<decltype(*min)>;
    const auto first_outside = [&](const auto& elements) -> std::string {
      using Element = typename std::decay_t<decltype(elements)>::value_type;
      if constexpr (std::is_arithmetic_v<Element> && !std::is_same_v<Element, bool>) {
        for (const Element element : elements) {
          const auto number = static_cast<Limit>(element);
          if ((min && number < *min) || (max && number > *max)) return text_of(element);
        }
      }
      return {};
    };
    return std::visit(first_outside, value);
  });
}

}  // namespace lockstep::core
