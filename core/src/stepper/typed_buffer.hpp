// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "lockstep/core/value.hpp"
#include "stepper/element_types.hpp"

namespace lockstep::core {

/// Throws Error{kSystem} when this machine has no memory for so many elements: a structural parameter or a
/// broken description makes arrays of any size, and Linux would promise the memory first and kill the process
/// later.
void require_memory(std::size_t count, std::size_t element_bytes);
/// The same for one variable, which the message names.
void require_memory(const Variable& variable, std::uint64_t count);

/// `count` value-initialised elements of the element type of `type`; the deleter knows the type. Throws what
/// require_memory throws.
inline std::shared_ptr<void> make_typed_buffer(VariableType type, std::size_t count) {
  return with_element_type(type, [&](auto tag) -> std::shared_ptr<void> {
    using T = typename decltype(tag)::type;
    require_memory(count, sizeof(T));
    return {new T[count](), [](void* data) { delete[] static_cast<T*>(data); }};
  });
}

/// Copies a Value into `count` elements at `data`. Throws Error{kBadUsage}, naming the variable, when the
/// kind or the number of elements does not fit or an integer is out of the type's range.
void store_value(const Variable& variable, const Value& value, void* data, std::size_t count);

/// The inverse of store_value.
Value load_value(VariableType type, const void* data, std::size_t count);

}  // namespace lockstep::core
