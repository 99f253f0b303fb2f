// SPDX-License-Identifier: Apache-2.0
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
    return true;
  } else if constexpr (std::is_same_v<From, Bytes> && std::is_same_v<To, std::uint64_t>) {
    to.clear();
    if (!from.empty()) to.assign(from.front().begin(), from.front().end());
    return true;
  } else {
    return false;
  }
}

}  // namespace

bool convert(const core::Value& from, core::Value& to) {
  return std::visit([](const auto& source, auto& target) { return convert_elements(source, target); }, from,
                    to);
}

}  // namespace lockstep::middlewares
