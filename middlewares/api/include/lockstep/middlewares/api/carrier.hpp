// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "lockstep/middlewares/api/messages.hpp"

namespace lockstep::middlewares {

/// The element of core::Value that carries a message field of type T. `Flag`: T is a truth value, whatever it
/// is stored in.
template <class T, bool Flag = std::is_same_v<T, bool>>
using Carrier = std::conditional_t<
    Flag, bool,
    std::conditional_t<
        std::is_floating_point_v<T>, double,
        std::conditional_t<std::is_signed_v<T> && std::is_integral_v<T>, std::int64_t,
                           std::conditional_t<std::is_integral_v<T>, std::uint64_t, std::string>>>>;

/// The kind of a field whose carrier is C.
template <class C>
constexpr FieldKind kind_of() {
  if constexpr (std::is_same_v<C, double>) return FieldKind::kReal;
  if constexpr (std::is_same_v<C, std::int64_t>) return FieldKind::kSigned;
  if constexpr (std::is_same_v<C, std::uint64_t>) return FieldKind::kUnsigned;
  if constexpr (std::is_same_v<C, bool>) return FieldKind::kFlag;
  return FieldKind::kText;
}

/// The bits of a field of type T; what is no number counts as 64.
template <class T>
constexpr std::uint8_t bits_of() {
  return std::is_arithmetic_v<T> ? static_cast<std::uint8_t>(8 * sizeof(T)) : 64;
}

}  // namespace lockstep::middlewares
