// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "lockstep/core/instance.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::adapter {

template <class T>
struct ElementTag {
  using type = T;
};

/// Calls `body(ElementTag<T>{})` with the element type of a variable type.
template <class Body>
decltype(auto) with_element_type(core::VariableType type, Body&& body) {
  using core::VariableType;
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
    case VariableType::kEnumeration:
      return body(ElementTag<std::int64_t>{});
    case VariableType::kUInt64:
      return body(ElementTag<std::uint64_t>{});
    case VariableType::kBoolean:
    case VariableType::kClock:
      return body(ElementTag<bool>{});
    case VariableType::kString:
      return body(ElementTag<std::string>{});
    case VariableType::kBinary:
      break;
  }
  return body(ElementTag<core::BinaryValue>{});
}

/// The element type of core::Value that carries a T.
template <class T>
using ValueElement = std::conditional_t<
    std::is_floating_point_v<T>, double,
    std::conditional_t<std::is_same_v<T, bool>, bool,
                       std::conditional_t<std::is_integral_v<T> && std::is_signed_v<T>, std::int64_t,
                                          std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>>>>;

}  // namespace lockstep::adapter
