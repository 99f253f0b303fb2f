// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <locale.h>
#include <stdlib.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// Text to double and back for standard libraries without std::from_chars and std::to_chars for
/// floating-point types (GCC before 11). Gives the same values and the same text as those; always compiled so
/// that the tests can hold both against each other.
namespace lockstep::core::portable {

inline locale_t c_locale() noexcept {
  static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  return locale;
}

inline bool is_digit(char character) noexcept {
  return character >= '0' && character <= '9';
}

/// [+-]? (digits [. digits?] | . digits) ([eE] [+-]? digits)?
inline bool is_decimal_number(std::string_view text) noexcept {
  std::size_t at = 0;
  const auto skip_digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at]))
      ++at;
    return at - first;
  };
  const auto skip_sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  };
  skip_sign();
  std::size_t digits = skip_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    skip_sign();
    if (skip_digits() == 0) return false;
  }
  return at == text.size();
}

/// `text` must be a decimal number. Infinite when it is too large.
inline double convert_decimal(std::string_view text) noexcept {
  std::array<char, 128> buffer{};
  if (text.size() < buffer.size()) {
    std::memcpy(buffer.data(), text.data(), text.size());
    return strtod_l(buffer.data(), nullptr, c_locale());
  }
  // Longer than any number a program prints; strtod needs the terminating zero.
  char* copy = static_cast<char*>(malloc(text.size() + 1));
  if (copy == nullptr) return std::numeric_limits<double>::quiet_NaN();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  const double value = strtod_l(copy, nullptr, c_locale());
  free(copy);
  return value;
}

/// Mantissa digits without trailing zeros and the decimal exponent of the first digit: 0.012 is {"12", -2}.
struct ShortestDigits {
  std::string digits;
  int exponent{0};
};

template <class Float>
ShortestDigits shortest_digits(Float magnitude) {
  for (int precision = 0;; ++precision) {
    const std::string text = fmt::format("{:.{}e}", magnitude, precision);
    bool same = false;
    if constexpr (sizeof(Float) == sizeof(float))
      same = strtof_l(text.c_str(), nullptr, c_locale()) == magnitude;
    else
      same = strtod_l(text.c_str(), nullptr, c_locale()) == magnitude;
    if (!same && precision < 17) continue;
    const std::size_t e = text.find('e');
    ShortestDigits result;
    result.digits = text.substr(0, 1);
    if (precision > 0) result.digits += text.substr(2, e - 2);
    result.exponent = static_cast<int>(std::strtol(text.c_str() + e + 1, nullptr, 10));
    return result;
  }
}

/// The shorter of fixed and scientific notation, fixed when equally long: the rule of std::to_chars.
template <class Float>
std::string format_finite(Float value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  const Float magnitude = std::fabs(value);
  if (magnitude == Float{0}) return sign + "0";
  const ShortestDigits shortest = shortest_digits(magnitude);
  const std::string& digits = shortest.digits;
  const int exponent = shortest.exponent;

  std::string scientific = digits.substr(0, 1);
  if (digits.size() > 1) scientific += '.' + digits.substr(1);
  scientific += fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));

  const int count = static_cast<int>(digits.size());
  if (std::abs(exponent) > 40) return sign + scientific;
  std::string fixed;
  if (exponent < 0) {
    fixed = "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  } else if (count <= exponent + 1) {
    fixed = fmt::format("{:.0f}", magnitude);  // every digit of a large integer is exact
  } else {
    fixed = digits;
    fixed.insert(static_cast<std::size_t>(exponent) + 1, ".");
  }
  return sign + (fixed.size() <= scientific.size() ? fixed : scientific);
}

}  // namespace lockstep::core::portable
