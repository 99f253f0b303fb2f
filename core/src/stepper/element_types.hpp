// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "lockstep/core/instance.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

template <class T>
struct ElementTag {
  using type = T;
};

/// Calls `body(ElementTag<T>{})` with the C++ element type T of a variable type: the one place that knows the
/// mapping.
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
  return body(ElementTag<BinaryValue>{});
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

/// One FMI get call for the elements of `references`, all of `type`, into `data`.
inline Status get_elements(Instance& instance, VariableType type, Span<const ValueReference> references,
                           void* data, std::size_t count) noexcept {
  if (type == VariableType::kEnumeration) {
    return instance.get_enumeration(references, {static_cast<std::int64_t*>(data), count});
  }
  if (type == VariableType::kClock) return instance.get_clock(references, {static_cast<bool*>(data), count});
  return with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return instance.get(references, Span<T>{static_cast<T*>(data), count});
  });
}

/// One FMI set call, as get_elements.
inline Status set_elements(Instance& instance, VariableType type, Span<const ValueReference> references,
                           const void* data, std::size_t count) noexcept {
  if (type == VariableType::kEnumeration) {
    return instance.set_enumeration(references, {static_cast<const std::int64_t*>(data), count});
  }
  if (type == VariableType::kClock)
    return instance.set_clock(references, {static_cast<const bool*>(data), count});
  return with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return instance.set(references, Span<const T>{static_cast<const T*>(data), count});
  });
}

}  // namespace lockstep::core
