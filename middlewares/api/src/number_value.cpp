// SPDX-License-Identifier: Apache-2.0
#include "number_value.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

#include "lockstep/core/error.hpp"

namespace lockstep::middlewares {
namespace {

using core::Value;
using core::Variable;
using core::VariableType;

[[noreturn]] void refuse(const Variable& variable, double number) {
  throw Error{ErrorCode::kBadUsage, "variable '" + std::string{variable.name} + "' cannot take " +
                                        std::to_string(number) + ": it is " +
                                        (variable.is_array() ? "an array of " : "of type ") +
                                        std::string{to_string(variable.type)}};
}

}  // namespace

Value value_of(const Variable& variable, double number) {
  constexpr double kTwo63 = 9223372036854775808.0;
  if (variable.is_array()) refuse(variable, number);
  const bool whole = std::trunc(number) == number;
  switch (variable.type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return std::vector<double>{number};
    case VariableType::kInt8:
    case VariableType::kInt16:
    case VariableType::kInt32:
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      if (!whole || number < -kTwo63 || number >= kTwo63) refuse(variable, number);
      return std::vector<std::int64_t>{static_cast<std::int64_t>(number)};
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64:
      if (!whole || number < 0.0 || number >= 2.0 * kTwo63) refuse(variable, number);
      return std::vector<std::uint64_t>{static_cast<std::uint64_t>(number)};
    case VariableType::kBoolean:
    case VariableType::kClock:
      return std::vector<bool>{number != 0.0};
    case VariableType::kString:
    case VariableType::kBinary:
      break;
  }
  refuse(variable, number);
}

double number_of(const Value& value) {
  return std::visit(
      [](const auto& elements) {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        if constexpr (std::is_arithmetic_v<T>) {
          if (!elements.empty()) return static_cast<double>(elements.front());
        }
        return 0.0;
      },
      value);
}

}  // namespace lockstep::middlewares
