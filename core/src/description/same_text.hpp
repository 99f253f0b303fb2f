// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace lockstep::core {

/// a == b without a function call: a description compares millions of short words.
inline bool same_text(std::string_view a, std::string_view b) noexcept {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  const char* const p = a.data();
  const char* const q = b.data();
  const auto same = [p, q](std::size_t at, auto word) {
    auto other = word;
    std::memcpy(&word, p + at, sizeof word);
    std::memcpy(&other, q + at, sizeof other);
    return word == other;
  };
  // The last word overlaps the one before it: no loop over single bytes.
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8)
      if (!same(at, std::uint64_t{})) return false;
    return same(size - 8, std::uint64_t{});
  }
  if (size >= 4) return same(0, std::uint32_t{}) && same(size - 4, std::uint32_t{});
  return size == 0 || (p[0] == q[0] && p[size / 2] == q[size / 2] && p[size - 1] == q[size - 1]);
}

}  // namespace lockstep::core
