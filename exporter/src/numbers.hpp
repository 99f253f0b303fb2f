// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "lockstep/exporter/storage.hpp"

namespace lockstep::exporter {

/// True if `x` keeps its value as a To.
template <class To, class From>
constexpr bool fits(From x) noexcept {
  const To y = static_cast<To>(x);
  return static_cast<From>(y) == x && (y < To{}) == (x < From{});
}

/// Calls f with a pointer of the integer type behind `storage` (enumerations: by their width); false for
/// other types.
template <class F>
bool visit_integer(const Storage& storage, void* elements, F&& f) {
  switch (storage.type) {
    case Type::kInt8:
      return f(static_cast<std::int8_t*>(elements));
    case Type::kUInt8:
      return f(static_cast<std::uint8_t*>(elements));
    case Type::kInt16:
      return f(static_cast<std::int16_t*>(elements));
    case Type::kUInt16:
      return f(static_cast<std::uint16_t*>(elements));
    case Type::kInt32:
      return f(static_cast<std::int32_t*>(elements));
    case Type::kUInt32:
      return f(static_cast<std::uint32_t*>(elements));
    case Type::kInt64:
      return f(static_cast<std::int64_t*>(elements));
    case Type::kUInt64:
      return f(static_cast<std::uint64_t*>(elements));
    case Type::kEnumeration:
      if (storage.element_size == 1) return f(static_cast<std::int8_t*>(elements));
      if (storage.element_size == 2) return f(static_cast<std::int16_t*>(elements));
      if (storage.element_size == 4) return f(static_cast<std::int32_t*>(elements));
      return f(static_cast<std::int64_t*>(elements));
    default:
      return false;
  }
}

/// Reads an integer of any width as a T; false if it does not fit.
template <class T>
bool read_integer(const Storage& storage, void* elements, std::size_t index, T& out) {
  return visit_integer(storage, elements, [&](auto* p) {
    if (!fits<T>(p[index])) return false;
    out = static_cast<T>(p[index]);
    return true;
  });
}

/// Writes x into an integer of any width; false if it does not fit.
template <class T>
bool write_integer(const Storage& storage, void* elements, std::size_t index, T x) {
  return visit_integer(storage, elements, [&](auto* p) {
    using Element = std::remove_reference_t<decltype(*p)>;
    if (!fits<Element>(x)) return false;
    p[index] = static_cast<Element>(x);
    return true;
  });
}

}  // namespace lockstep::exporter
