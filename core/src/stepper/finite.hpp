// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// No NaN, no infinity among the values. Looks at the bits, so that no floating-point exception is raised;
/// two at a time and with a branch each, because most groups are short and branches not taken are free.
inline bool all_finite(Span<const double> values) noexcept {
  const auto finite = [](const double& value) noexcept {
    constexpr std::uint64_t kExponent = 0xFFE0000000000000U;  // all its bits set, the sign shifted out
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return __builtin_expect(static_cast<long>(bits << 1U < kExponent), 1) != 0;
  };
  const double* at = values.data();
  std::size_t left = values.size();
  for (; left >= 2; left -= 2, at += 2) {
    if (!finite(at[0]) || !finite(at[1])) return false;
  }
  if (__builtin_expect(static_cast<long>(left != 0), 0) != 0) return finite(*at);
  return true;
}

}  // namespace lockstep::core
