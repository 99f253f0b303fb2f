// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/signal_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "lockstep/core/element_type.hpp"

namespace lockstep::runtime {

std::size_t element_size(core::VariableType type) noexcept {
  return core::with_element_type(type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
}

bool is_plain(core::VariableType type) noexcept {
  return core::with_element_type(type,
                                 [](auto tag) { return std::is_arithmetic_v<typename decltype(tag)::type>; });
}

void copy_elements(core::VariableType type, std::uint32_t count, const void* from, void* to) noexcept {
  core::with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>) {
      if (count != 0) std::memcpy(to, from, count * sizeof(T));
    } else {
      std::copy_n(static_cast<const T*>(from), count, static_cast<T*>(to));
    }
  });
}

SignalBuffer::SignalBuffer(core::VariableType type, std::uint32_t count, std::size_t text_room)
    : type_{type}, count_{count} {
  data_ = core::with_element_type(type, [&](auto tag) -> std::shared_ptr<void> {
    using T = typename decltype(tag)::type;
    auto elements = std::make_unique<T[]>(count);
    if constexpr (!std::is_arithmetic_v<T>) {
      for (std::uint32_t i = 0; i < count; ++i)
        elements[i].reserve(text_room);
    }
    return {elements.release(), std::default_delete<T[]>{}};
  });
}

void SignalBuffer::reserve(std::size_t text_room) {
  core::with_element_type(type_, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_arithmetic_v<T>) {
      for (std::uint32_t i = 0; i < count_; ++i)
        static_cast<T*>(data_.get())[i].reserve(text_room);
    }
  });
}

}  // namespace lockstep::runtime
