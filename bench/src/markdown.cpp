// SPDX-License-Identifier: Apache-2.0
#include "markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace lockstep::bench {
namespace {

// Characters a terminal shows: UTF-8 continuation bytes take no room.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string text = "|";
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string cell = i < cells.size() ? cells[i] : "";
    text += " " + cell + std::string(widths[i] - width(cell), ' ') + " |";
  }
  return text + "\n";
}

}  // namespace

std::string MarkdownTable::text() const {
  std::vector<std::size_t> widths;
  std::string rule = "|";
  for (std::size_t i = 0; i < head_.size(); ++i) {
    std::size_t widest = width(head_[i]);
    for (const auto& row : rows_) {
      widest = std::max(widest, i < row.size() ? width(row[i]) : 0);
    }
    widths.push_back(widest);
    rule += std::string(widest + 2, '-') + "|";
  }
  std::string text = line(head_, widths) + rule + "\n";
  for (const auto& row : rows_) {
    text += line(row, widths);
  }
  return text;
}

std::string duration_text(double nanoseconds) {
  if (nanoseconds < 1e3) {
    return fmt::format("{:.3g} ns", nanoseconds);
  }
  if (nanoseconds < 1e6) {
    return fmt::format("{:.3g} µs", nanoseconds / 1e3);
  }
  return nanoseconds < 1e9 ? fmt::format("{:.3g} ms", nanoseconds / 1e6)
                           : fmt::format("{:.3g} s", nanoseconds / 1e9);
}

std::string ratio_text(double ratio) {
  return fmt::format("{:.2f}x", ratio);
}

std::string verdict(double value, double limit, const std::string& limit_text) {
  return fmt::format("at most {}: {}", limit_text, value <= limit ? "ok" : "OVER");
}

}  // namespace lockstep::bench
