// SPDX-License-Identifier: Apache-2.0
#include "csv_scanner.hpp"

#include <algorithm>

namespace lockstep::record {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

}  // namespace

CsvScanner::CsvScanner(std::string_view text, std::size_t max_cells) noexcept
    : text_{text}, max_cells_{max_cells} {
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) text_.remove_prefix(kByteOrderMark.size());
}

CsvScanner::Result CsvScanner::next(std::vector<Cell>& cells) {
  cells.clear();
  unescaped_.clear();
  skip_blanks();
  while (!at_end() && at_line_end()) {
    pass_line_end();
    skip_blanks();
  }
  if (at_end()) return Result::kEnd;

  while (true) {
    if (cells.size() == max_cells_) return Result::kTooManyCells;
    skip_blanks();
    if (!at_end() && text_[position_] == '"') {
      const Result result = quoted_cell(cells);
      if (result != Result::kRecord) return result;
    } else {
      bare_cell(cells);
    }
    if (at_end()) return Result::kRecord;
    if (at_line_end()) {
      pass_line_end();
      return Result::kRecord;
    }
    ++position_;  // the comma
  }
}

void CsvScanner::skip_blanks() noexcept {
  while (!at_end() && is_blank(text_[position_]))
    ++position_;
}

void CsvScanner::pass_line_end() noexcept {
  const bool carriage_return = text_[position_] == '\r';
  ++position_;
  if (carriage_return && !at_end() && text_[position_] == '\n') ++position_;
  line_start_ = position_;
  ++line_;
}

void CsvScanner::bare_cell(std::vector<Cell>& cells) {
  const std::size_t begin = position_;
  cells.push_back({{}, line_, column()});
  while (!at_end() && text_[position_] != ',' && !at_line_end())
    ++position_;
  std::size_t end = position_;
  while (end > begin && is_blank(text_[end - 1]))
    --end;
  cells.back().text = text_.substr(begin, end - begin);
}

CsvScanner::Result CsvScanner::quoted_cell(std::vector<Cell>& cells) {
  cells.push_back({{}, line_, column()});
  std::size_t begin = ++position_;
  std::string* joined = nullptr;
  while (true) {
    while (!at_end() && text_[position_] != '"') {
      if (at_line_end()) {
        pass_line_end();
      } else {
        ++position_;
      }
    }
    if (at_end()) return Result::kOpenQuote;
    const std::string_view piece = text_.substr(begin, position_ - begin);
    ++position_;
    const bool doubled = !at_end() && text_[position_] == '"';
    if (doubled && joined == nullptr) joined = &unescaped_.emplace_back();
    if (joined != nullptr) joined->append(piece);
    if (!doubled) {
      cells.back().text = joined != nullptr ? std::string_view{*joined} : piece;
      break;
    }
    joined->push_back('"');
    begin = ++position_;
  }
  skip_blanks();
  if (at_end() || at_line_end() || text_[position_] == ',') return Result::kRecord;
  cells.push_back({{}, line_, column()});
  return Result::kTextAfterQuote;
}

}  // namespace lockstep::record
