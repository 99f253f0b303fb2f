// SPDX-License-Identifier: Apache-2.0
#include "value_elements.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "lockstep/core/element_type.hpp"

namespace lockstep::runtime {
namespace {

template <class T>
constexpr bool kIsText = std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::uint8_t>>;

/// Whether an element of kind From can be one of kind T at all.
template <class T, class From>
constexpr bool kConverts = kIsText<T> || kIsText<From>      ? std::is_same_v<T, From>
                           : std::is_same_v<T, bool>        ? std::is_same_v<From, bool>
                           : std::is_same_v<From, bool>     ? false
                           : std::is_floating_point_v<From> ? std::is_floating_point_v<T>
                                                            : true;

/// Whether the whole number `from` is in the range of T.
template <class T, class From>
bool in_range(From from) {
  if constexpr (std::is_floating_point_v<T>) {
    return true;
  } else if constexpr (std::is_signed_v<From>) {
    if (from < 0)
      return std::is_signed_v<T> && from >= static_cast<std::int64_t>(std::numeric_limits<T>::min());
    return static_cast<std::uint64_t>(from) <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  } else {
    return from <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  }
}

template <class T, class From>
std::string why_unfit_element(const From& from, std::size_t max_length) {
  if constexpr (kIsText<T>) {
    if (from.size() > max_length)
      return "it has " + std::to_string(from.size()) + " bytes, at most " + std::to_string(max_length) +
             " are possible";
  } else if constexpr (std::is_floating_point_v<From>) {
    if (!std::isfinite(from)) return "it is not finite";
    if (std::is_same_v<T, float> && std::fabs(from) > static_cast<double>(std::numeric_limits<float>::max()))
      return "it is beyond the range of the type";
  } else if constexpr (!std::is_same_v<From, bool>) {
    if (!in_range<T>(from)) return "it is beyond the range of the type";
  }
  return {};
}

}  // namespace

std::string why_unfit(const core::Value& value, core::VariableType type, std::uint32_t count,
                      std::size_t max_length) {
  return std::visit(
      [&](const auto& elements) -> std::string {
        using From = typename std::decay_t<decltype(elements)>::value_type;
        if (elements.size() != count)
          return "it has " + std::to_string(elements.size()) + " elements, expected " + std::to_string(count);
        return core::with_element_type(type, [&](auto tag) -> std::string {
          using T = typename decltype(tag)::type;
          if constexpr (kConverts<T, From>) {
            for (const auto& element : elements) {
              if (std::string why = why_unfit_element<T, From>(element, max_length); !why.empty()) return why;
            }
            return {};
          } else {
            return "it is of another kind than " + std::string{core::to_string(type)};
          }
        });
      },
      value);
}

void store_value(const core::Value& value, core::VariableType type, void* to) {
  std::visit(
      [&](const auto& elements) {
        using From = typename std::decay_t<decltype(elements)>::value_type;
        core::with_element_type(type, [&](auto tag) {
          using T = typename decltype(tag)::type;
          if constexpr (kConverts<T, From>) {
            for (std::size_t i = 0; i < elements.size(); ++i) {
              if constexpr (kIsText<T>)
                static_cast<T*>(to)[i] = elements[i];
              else
                static_cast<T*>(to)[i] = static_cast<T>(elements[i]);
            }
          }
        });
      },
      value);
}

core::Value load_value(core::VariableType type, std::uint32_t count, const void* from) {
  return core::with_element_type(type, [&](auto tag) -> core::Value {
    using T = typename decltype(tag)::type;
    const auto* const elements = static_cast<const T*>(from);
    return std::vector<core::ValueElement<T>>(elements, elements + count);
  });
}

core::Value zero_value(core::VariableType type, std::uint32_t count, std::size_t text_room) {
  return core::with_element_type(type, [&](auto tag) -> core::Value {
    using T = typename decltype(tag)::type;
    std::vector<core::ValueElement<T>> elements(count);
    if constexpr (kIsText<T>) {
      for (T& element : elements)
        element.reserve(text_room);
    }
    return elements;
  });
}

bool is_empty(const core::Value& value) noexcept {
  return std::visit([](const auto& elements) { return elements.empty(); }, value);
}

}  // namespace lockstep::runtime
