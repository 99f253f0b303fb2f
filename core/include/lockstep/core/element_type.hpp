// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// Stands for the type T as an argument of a generic lambda.
template <class T>
struct ElementTag {
  using type = T;
};

/// Calls `body(ElementTag<T>{})` with the C++ element type T of a variable type, as Stepper's groups and
/// Instance have it: the one place that knows the mapping. All calls of `body` return the same type.
template <class Body>
decltype(auto) with_element_type(VariableType type, Body&& body) {
  switch (type) {
    case VariableType::kFloat32:
      return body(ElementTag<float>{});
    case VariableType::kFloat64:
      return body(ElementTag<double>{});
    case VariableType::kInt8:
      return body(ElementTag<std::int8_t>{});
    case VariableType::kUInt8:
      return body(ElementTag<std::uint8_t>{});
    case VariableType::kInt16:
      return body(ElementTag<std::int16_t>{});
    case VariableType::kUInt16:
      return body(ElementTag<std::uint16_t>{});
    case VariableType::kInt32:
      return body(ElementTag<std::int32_t>{});
    case VariableType::kUInt32:
      return body(ElementTag<std::uint32_t>{});
    case VariableType::kInt64:
      return body(ElementTag<std::int64_t>{});
    case VariableType::kEnumeration:
      return body(ElementTag<std::int64_t>{});
    case VariableType::kUInt64:
      return body(ElementTag<std::uint64_t>{});
    case VariableType::kBoolean:
      return body(ElementTag<bool>{});
    case VariableType::kClock:
      return body(ElementTag<bool>{});
    case VariableType::kString:
      return body(ElementTag<std::string>{});
    case VariableType::kBinary:
      break;
  }
  return body(ElementTag<std::vector<std::uint8_t>>{});
}

/// The variable type whose element type is T; enumerations and clocks share theirs with kInt64 and kBoolean.
template <class T>
constexpr VariableType variable_type_of() noexcept {
  if constexpr (std::is_same_v<T, float>) return VariableType::kFloat32;
  if constexpr (std::is_same_v<T, double>) return VariableType::kFloat64;
  if constexpr (std::is_same_v<T, std::int8_t>) return VariableType::kInt8;
  if constexpr (std::is_same_v<T, std::uint8_t>) return VariableType::kUInt8;
  if constexpr (std::is_same_v<T, std::int16_t>) return VariableType::kInt16;
  if constexpr (std::is_same_v<T, std::uint16_t>) return VariableType::kUInt16;
  if constexpr (std::is_same_v<T, std::int32_t>) return VariableType::kInt32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return VariableType::kUInt32;
  if constexpr (std::is_same_v<T, std::int64_t>) return VariableType::kInt64;
  if constexpr (std::is_same_v<T, std::uint64_t>) return VariableType::kUInt64;
  if constexpr (std::is_same_v<T, bool>) return VariableType::kBoolean;
  if constexpr (std::is_same_v<T, std::string>) return VariableType::kString;
  return VariableType::kBinary;
}

/// The element type of core::Value that carries a T: double, int64, uint64 or bool for numbers; texts and
/// bytes as they are.
template <class T>
using ValueElement = std::conditional_t<
    std::is_same_v<T, bool>, bool,
    std::conditional_t<std::is_floating_point_v<T>, double,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t,
                                          std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, T>>>>;

}  // namespace lockstep::core
