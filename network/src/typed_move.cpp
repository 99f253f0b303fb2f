// SPDX-License-Identifier: Apache-2.0
#include "typed_move.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "lockstep/core/element_type.hpp"

namespace lockstep::network {

template <class From, class To>
void TypedMove::convert(const TypedMove& move) noexcept {
  const From* from = static_cast<const From*>(move.from_);
  To* to = static_cast<To*>(move.to_);
  for (std::size_t i = 0; i < move.count_; ++i) {
    if constexpr (std::is_floating_point_v<To>) {
      const double value = move.factor_ * static_cast<double>(from[i]) + move.offset_;
      to[i] = static_cast<To>(move.sum_ ? static_cast<double>(to[i]) + value : value);
    } else {
      to[i] = static_cast<To>(from[i]);
    }
  }
}

template <class From, class To>
void TypedMove::look_up(const TypedMove& move) noexcept {
  const From* from = static_cast<const From*>(move.from_);
  To* to = static_cast<To*>(move.to_);
  for (std::size_t i = 0; i < move.count_; ++i) {
    const auto value = static_cast<std::int64_t>(from[i]);
    const auto entry = std::find_if(move.table_.begin(), move.table_.end(),
                                    [&](const auto& one) { return one.first == value; });
    to[i] = static_cast<To>(entry == move.table_.end() ? value : entry->second);
  }
}

template <class T>
void TypedMove::assign(const TypedMove& move) noexcept {
  const T* from = static_cast<const T*>(move.from_);
  T* to = static_cast<T*>(move.to_);
  for (std::size_t i = 0; i < move.count_; ++i)
    to[i] = from[i];
}

TypedMove::TypedMove(core::VariableType from_type, const void* from, core::VariableType to_type, void* to,
                     std::size_t count, double factor, double offset, bool sum)
    : from_{from}, to_{to}, count_{count}, factor_{factor}, offset_{offset}, sum_{sum} {
  core::with_element_type(from_type, [&](auto from_tag) {
    using From = typename decltype(from_tag)::type;
    core::with_element_type(to_type, [&](auto to_tag) {
      using To = typename decltype(to_tag)::type;
      if constexpr (std::is_arithmetic_v<From> && std::is_arithmetic_v<To>)
        run_ = &TypedMove::convert<From, To>;
      else if constexpr (std::is_same_v<From, To>)
        run_ = &TypedMove::assign<From>;
    });
  });
}

TypedMove::TypedMove(core::VariableType from_type, const void* from, core::VariableType to_type, void* to,
                     std::size_t count, ValueTable table)
    : from_{from}, to_{to}, count_{count}, table_{std::move(table)} {
  core::with_element_type(from_type, [&](auto from_tag) {
    using From = typename decltype(from_tag)::type;
    core::with_element_type(to_type, [&](auto to_tag) {
      using To = typename decltype(to_tag)::type;
      if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) run_ = &TypedMove::look_up<From, To>;
    });
  });
}

void* element_at(core::VariableType type, void* data, std::size_t index) noexcept {
  return core::with_element_type(
      type, [&](auto tag) -> void* { return static_cast<typename decltype(tag)::type*>(data) + index; });
}

const void* element_at(core::VariableType type, const void* data, std::size_t index) noexcept {
  return element_at(type, const_cast<void*>(data), index);
}

}  // namespace lockstep::network
