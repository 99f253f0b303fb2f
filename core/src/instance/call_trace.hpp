// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// Text of an FMI call for the trace: "fmi2GetReal([3, 4], [0.5, 1]) -> OK". Long lists and texts are cut.
namespace call_trace {

inline constexpr std::size_t kMaxElements = 16;
inline constexpr std::size_t kMaxText = 80;

/// An argument the trace names instead of showing it: addresses say nothing and differ from run to run.
struct Word {
  const char* text;
};

inline void append(std::string& out, Word word) {
  out += word.text;
}
inline void append(std::string& out, std::string_view text) {
  out += '"';
  out.append(text.substr(0, kMaxText));
  out += text.size() > kMaxText ? "...\"" : "\"";
}
inline void append(std::string& out, const std::string& text) {
  append(out, std::string_view{text});
}
inline void append(std::string& out, const char* text) {
  if (text != nullptr) return append(out, std::string_view{text});
  out += "NULL";
}
inline void append(std::string& out, const std::vector<std::uint8_t>& bytes) {
  out += fmt::format("<{} bytes>", bytes.size());
}
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
void append(std::string& out, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (sizeof(T) == 1) {
    out += fmt::format("{}", static_cast<int>(value));
  } else {
    out += fmt::format("{}", value);
  }
}
template <class T>
void append(std::string& out, Span<T> values) {
  out += '[';
  for (std::size_t i = 0; i < values.size() && i < kMaxElements; ++i) {
    if (i != 0) out += ", ";
    append(out, values[i]);
  }
  if (values.size() > kMaxElements) out += fmt::format(", ... {} in all", values.size());
  out += ']';
}

/// "name(a, b, c)".
template <class... Arguments>
std::string text_of(const char* name, const Arguments&... arguments) {
  std::string out{name};
  out += '(';
  [[maybe_unused]] const char* separator = "";
  ((out += separator, append(out, arguments), separator = ", "), ...);
  out += ')';
  return out;
}

}  // namespace call_trace

}  // namespace lockstep::core
