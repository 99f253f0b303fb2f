// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <algorithm>

#include "printable.hpp"

namespace lockstep::cli {
namespace {

bool continues_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t character_count(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string shortened(std::string_view text, std::size_t count) {
  if (character_count(text) <= count) return printable(text);
  std::size_t bytes = 0;
  std::size_t characters = 0;
  while (bytes < text.size() && (characters + 3 < count || continues_character(text[bytes]))) {
    if (!continues_character(text[bytes])) ++characters;
    ++bytes;
  }
  return printable(text.substr(0, bytes)) + "...";
}

void Table::add(std::vector<std::string> cells) {
  for (std::string& cell : cells)
    cell = printable(cell);
  cells.resize(aligns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t indent) const {
  std::vector<std::size_t> widths(aligns_.size(), 0);
  std::vector<bool> used(aligns_.size(), rows_.size() <= 1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < aligns_.size(); ++c) {
      widths[c] = std::max(widths[c], character_count(rows_[r][c]));
      if (r > 0 && !rows_[r][c].empty()) used[c] = true;
    }
  }
  std::string out;
  for (const std::vector<std::string>& row : rows_) {
    std::string line(indent, ' ');
    const char* separator = "";
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!used[c]) continue;
      const std::string padding(widths[c] - character_count(row[c]), ' ');
      line += separator;
      line += aligns_[c] == Align::kRight ? padding + row[c] : row[c] + padding;
      separator = "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace lockstep::cli
