// SPDX-License-Identifier: Apache-2.0
#include "text_scanner.hpp"

#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::geometry {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

}  // namespace

std::string_view TextScanner::word() noexcept {
  const std::size_t first = rest_.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    rest_ = {};
    return {};
  }
  rest_.remove_prefix(first);
  const std::string_view found = rest_.substr(0, rest_.find_first_of(kBlanks));
  rest_.remove_prefix(found.size());
  return found;
}

std::optional<double> TextScanner::number() noexcept {
  const std::string_view text = word();
  if (text.empty()) return std::nullopt;
  const std::optional<double> value = core::parse_double(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string_view TextScanner::line() noexcept {
  const std::size_t end = rest_.find('\n');
  const std::string_view found = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  return found;
}

}  // namespace lockstep::geometry
