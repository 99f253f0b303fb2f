// SPDX-License-Identifier: Apache-2.0
#include "stepper/typed_buffer.hpp"

#include <fmt/format.h>

#include <limits>

#include "lockstep/core/error.hpp"
#include "memory_room.hpp"

namespace lockstep::core {
namespace {

[[noreturn]] void wrong_kind(const Variable& variable) {
  throw Error{ErrorCode::kBadUsage,
              fmt::format("variable '{}' is of type {}; the value given is of another type", variable.name,
                          to_string(variable.type))};
}

[[noreturn]] void wrong_count(const Variable& variable, std::size_t given, std::size_t expected) {
  throw Error{ErrorCode::kBadUsage, fmt::format("variable '{}' has {} element{}; the value given has {}",
                                                variable.name, expected, expected == 1 ? "" : "s", given)};
}

template <class T, class From>
T narrowed(const Variable& variable, const From& from) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (from < static_cast<From>(std::numeric_limits<T>::min()) ||
        from > static_cast<From>(std::numeric_limits<T>::max())) {
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("value {} does not fit variable '{}' of type {} ({} to {})", from,
                              variable.name, to_string(variable.type), +std::numeric_limits<T>::min(),
                              +std::numeric_limits<T>::max())};
    }
  }
  return static_cast<T>(from);
}

}  // namespace

void require_memory(const Variable& variable, std::uint64_t count) {
  const std::size_t element_bytes =
      with_element_type(variable.type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
  if (fits_memory(count, element_bytes)) return;
  throw Error{ErrorCode::kSystem,
              fmt::format("array '{}' has {} elements of {} bytes each, which do not fit into the memory of "
                          "this machine; check its dimensions, and the structural parameters that give them",
                          variable.name, count, element_bytes)};
}

void require_memory(std::size_t count, std::size_t element_bytes) {
  if (fits_memory(count, element_bytes)) return;
  throw Error{
      ErrorCode::kSystem,
      fmt::format(
          "arrays of {} elements of {} bytes each do not fit into the memory of this machine; check the "
          "dimensions, and the structural parameters that give them",
          count, element_bytes)};
}

void store_value(const Variable& variable, const Value& value, void* data, std::size_t count) {
  with_element_type(variable.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto* elements = std::get_if<std::vector<ValueElement<T>>>(&value);
    if (elements == nullptr) wrong_kind(variable);
    if (elements->size() != count) wrong_count(variable, elements->size(), count);
    for (std::size_t i = 0; i < count; ++i)
      static_cast<T*>(data)[i] = narrowed<T, ValueElement<T>>(variable, (*elements)[i]);
  });
}

Value load_value(VariableType type, const void* data, std::size_t count) {
  return with_element_type(type, [&](auto tag) -> Value {
    using T = typename decltype(tag)::type;
    const T* elements = static_cast<const T*>(data);
    return std::vector<ValueElement<T>>(elements, elements + count);
  });
}

}  // namespace lockstep::core
