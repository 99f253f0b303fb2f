// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/instance.hpp"

namespace lockstep::core {

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
