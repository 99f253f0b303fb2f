// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::record {

/// Cuts comma-separated text (RFC 4180) into records and cells and knows where each cell stands.
///
/// Lines end with LF, CRLF or CR; lines with nothing on them are skipped; a byte order mark is ignored. What
/// stands in quotes is taken as it is, line ends included; bare cells lose the blanks around them.
class CsvScanner {
 public:
  struct Cell {
    std::string_view text;    ///< without quotes; dies with the next call of next()
    std::uint32_t line{0};    ///< of the first character, from 1
    std::uint32_t column{0};  ///< in bytes, from 1
  };

  enum class Result : std::uint8_t {
    kRecord,          ///< `cells` holds the next record
    kEnd,             ///< no more records
    kOpenQuote,       ///< a quote is never closed; `cells.back()` is the place. Nothing more can be read.
    kTextAfterQuote,  ///< something other than a comma follows a closing quote, at `cells.back()`; as above
    kTooManyCells,    ///< more than `max_cells` in a record; as above
  };

  /// `text` must outlive the scanner.
  CsvScanner(std::string_view text, std::size_t max_cells) noexcept;

  Result next(std::vector<Cell>& cells);

 private:
  bool at_end() const noexcept { return position_ == text_.size(); }
  bool at_line_end() const noexcept { return text_[position_] == '\n' || text_[position_] == '\r'; }
  void skip_blanks() noexcept;
  void pass_line_end() noexcept;
  std::uint32_t column() const noexcept { return static_cast<std::uint32_t>(position_ - line_start_ + 1); }
  Result quoted_cell(std::vector<Cell>& cells);
  void bare_cell(std::vector<Cell>& cells);

  std::string_view text_;
  std::size_t max_cells_;
  std::size_t position_{0};
  std::size_t line_start_{0};
  std::uint32_t line_{1};
  std::deque<std::string> unescaped_;  // texts of this record whose quotes had to be halved; never move
};

}  // namespace lockstep::record
