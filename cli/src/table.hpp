// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

/// Text in columns. Widths count characters, not bytes, so that units like "°C" line up.
class Table {
 public:
  enum class Align { kLeft, kRight };

  explicit Table(std::vector<Align> columns) : aligns_{std::move(columns)} {}

  /// As many cells as there are columns. Control characters are shown as '?': names come from models of
  /// unknown origin and must not steer the terminal.
  void add(std::vector<std::string> cells);
  bool empty() const noexcept { return rows_.empty(); }

  /// Every row on a line of its own after `indent` blanks, two blanks between columns, no blanks at line
  /// ends. Columns that are empty in every row but the first, the heading, are left out.
  std::string text(std::size_t indent) const;

 private:
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Number of characters of UTF-8 text.
std::size_t character_count(std::string_view text) noexcept;

/// `text` cut to `count` characters, with "..." when something is missing; control characters as '?'.
std::string shortened(std::string_view text, std::size_t count);

}  // namespace lockstep::cli
