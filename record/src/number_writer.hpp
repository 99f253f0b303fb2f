// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>

namespace lockstep::record {

/// Longest text write_number() makes: "-2.2250738585072014e-308" has 24 characters.
inline constexpr std::size_t kMaxNumberBytes = 32;

/// Writes the shortest decimal that reads back to the same value; returns one past its last character.
/// std::to_chars would do, but is not faster, is missing in GCC 10, and writes 100000 as 1e+05.
template <class Number>
char* write_number(char* out, Number value) {
  char* const end = fmt::format_to(out, FMT_COMPILE("{}"), value);
#if FMT_VERSION < 80000
  if (end - out > 2 && end[-1] == '0' && end[-2] == '.') return end - 2;  // fmt 7 writes 1 as "1.0"
#endif
  return end;
}

}  // namespace lockstep::record
