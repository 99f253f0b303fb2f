// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "lockstep/middlewares/api/channels.hpp"

namespace lockstep::middlewares {
namespace {

using Bytes = std::vector<std::uint8_t>;

// True when `from` has a faithful counterpart in To.
template <class To, class From>
bool convert_number(From from, To& to) noexcept {
  if constexpr (std::is_same_v<To, bool>) {
    to = from != From{};
    return true;
  } else if constexpr (std::is_same_v<To, double>) {
    to = static_cast<double>(from);
    return true;
  } else if constexpr (std::is_same_v<From, double>) {
    const double low = static_cast<double>(std::numeric_limits<To>::min());
    const double high = std::ldexp(1.0, std::numeric_limits<To>::digits);
    if (!(from >= low && from < high) || std::trunc(from) != from) return false;
    to = static_cast<To>(from);
    return true;
  } else if constexpr (std::is_same_v<From, std::int64_t> && std::is_same_v<To, std::uint64_t>) {
    to = static_cast<To>(from);
    return from >= 0;
  } else if constexpr (std::is_same_v<From, std::uint64_t> && std::is_same_v<To, std::int64_t>) {
    to = static_cast<To>(from);
    return from <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  } else {
    to = static_cast<To>(from);
    return true;
  }
}

template <class From, class To>
bool convert_elements(const std::vector<From>& from, std::vector<To>& to) {
  if constexpr (std::is_same_v<From, To>) {
    to.assign(from.begin(), from.end());
    return true;
  } else if constexpr (std::is_arithmetic_v<From> && std::is_arithmetic_v<To>) {
    to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      To element{};
      if (!convert_number(static_cast<From>(from[i]), element)) return false;
      to[i] = element;
    }
    return true;
  } else if constexpr (std::is_same_v<From, std::uint64_t> && std::is_same_v<To, Bytes>) {
    to.resize(1);
    to.front().assign(from.begin(), from.end());
    return std::all_of(from.begin(), from.end(), [](std::uint64_t byte) { return byte <= 0xff; });
  } else if constexpr (std::is_same_v<From, Bytes> && std::is_same_v<To, std::uint64_t>) {
    to.clear();
    if (!from.empty()) to.assign(from.front().begin(), from.front().end());
    return true;
  } else {
    return false;
  }
}

template <class To, class From>
To nearest(From from, const IntegerRange& range, bool& fits) noexcept {
  if constexpr (std::is_signed_v<From>) {
    if (from < range.low) {
      fits = false;
      return static_cast<To>(range.low);
    }
    if (from < 0) return static_cast<To>(from);
  }
  if (static_cast<std::uint64_t>(from) <= range.high) return static_cast<To>(from);
  fits = false;
  return static_cast<To>(range.high);
}

double nearest_float32(double from, bool& fits) noexcept {
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (!std::isfinite(from) || std::abs(from) <= kLargest) return from;
  fits = false;
  return std::copysign(kLargest, from);
}

}  // namespace

bool convert_to_field(const core::Value& from, const MessageField& field, core::Value& to) {
  const auto whole = [](const auto& elements) {
    using T = typename std::decay_t<decltype(elements)>::value_type;
    return std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t>;
  };
  if (field.kind == FieldKind::kReal && field.bits == 32 && convert(from, to)) {
    bool fits = true;
    for (double& element : std::get<std::vector<double>>(to))
      element = nearest_float32(element, fits);
    return fits;
  }
  if (!std::visit(whole, from) || !std::visit(whole, to)) return convert(from, to);
  return std::visit(
      [range = range_of(field)](const auto& source, auto& target) {
        using From = typename std::decay_t<decltype(source)>::value_type;
        using To = typename std::decay_t<decltype(target)>::value_type;
        bool fits = true;
        if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
          target.resize(source.size());
          for (std::size_t i = 0; i < source.size(); ++i)
            target[i] = nearest<To>(static_cast<From>(source[i]), range, fits);
        }
        return fits;
      },
      from, to);
}

bool convert(const core::Value& from, core::Value& to) {
  return std::visit([](const auto& source, auto& target) { return convert_elements(source, target); }, from,
                    to);
}

}  // namespace lockstep::middlewares
