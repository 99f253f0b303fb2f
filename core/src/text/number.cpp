// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "lockstep/core/number_text.hpp"
#include "text/portable_number.hpp"

namespace lockstep::core {
namespace {

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower_case[i]) return false;
  }
  return true;
}

std::optional<double> parse_special(std::string_view magnitude, bool negative) noexcept {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (equals_ignoring_case(magnitude, "inf")) return negative ? -kInfinity : kInfinity;
  if (equals_ignoring_case(magnitude, "nan")) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

template <class Integer>
std::optional<Integer> parse_integer(std::string_view text) noexcept {
  if (text.size() > 1 && text.front() == '+' && portable::is_digit(text[1])) text.remove_prefix(1);
  Integer value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

template <class Float>
std::size_t format(Float value, char* buffer) noexcept {
  const auto copy = [buffer](std::string_view text) {
    std::memcpy(buffer, text.data(), text.size());
    return text.size();
  };
  if (std::isnan(value)) return copy("NaN");
  if (std::isinf(value)) return copy(value < 0 ? "-INF" : "INF");
#ifdef __cpp_lib_to_chars
  return static_cast<std::size_t>(std::to_chars(buffer, buffer + kNumberTextSize, value).ptr - buffer);
#else
  return copy(portable::format_finite(value));
#endif
}

}  // namespace

std::optional<double> parse_double(std::string_view text) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  std::string_view magnitude = text;
  if (negative || (!text.empty() && text.front() == '+')) magnitude.remove_prefix(1);
  if (magnitude.empty()) return std::nullopt;
  if (!portable::is_digit(magnitude.front()) && magnitude.front() != '.')
    return parse_special(magnitude, negative);
  double value = 0.0;
#ifdef __cpp_lib_to_chars
  const char* const last = magnitude.data() + magnitude.size();
  const auto [end, error] = std::from_chars(magnitude.data(), last, value);
  if (error == std::errc::invalid_argument || end != last) return std::nullopt;
  // Too large or too small: strtod tells which and gives the nearest double for the small ones.
  if (error == std::errc::result_out_of_range) value = portable::convert_decimal(magnitude);
#else
  if (!portable::is_decimal_number(magnitude)) return std::nullopt;
  value = portable::convert_decimal(magnitude);
#endif
  if (!std::isfinite(value)) return std::nullopt;
  return negative ? -value : value;
}

std::optional<std::int64_t> parse_int64(std::string_view text) noexcept {
  return parse_integer<std::int64_t>(text);
}

std::optional<std::uint64_t> parse_uint64(std::string_view text) noexcept {
  return parse_integer<std::uint64_t>(text);
}

std::optional<bool> parse_boolean(std::string_view text) noexcept {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::size_t format_number(double value, char* buffer) noexcept {
  return format(value, buffer);
}
std::size_t format_number(float value, char* buffer) noexcept {
  return format(value, buffer);
}

std::string to_text(double value) {
  char buffer[kNumberTextSize];
  return {buffer, format_number(value, buffer)};
}

std::string to_text(float value) {
  char buffer[kNumberTextSize];
  return {buffer, format_number(value, buffer)};
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace lockstep::core
