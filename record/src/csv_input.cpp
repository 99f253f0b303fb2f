// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/csv_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>

#include "csv_cells.hpp"
#include "csv_columns.hpp"
#include "csv_scanner.hpp"
#include "lockstep/core/number_text.hpp"
#include "problems.hpp"

namespace lockstep::record {
namespace {

using core::Variable;
using Cell = CsvScanner::Cell;

/// The name a model gives its time, besides "time".
std::string_view independent_variable(const core::ModelDescription& description) {
  for (const Variable& variable : description.variables())
    if (variable.causality == core::Causality::kIndependent) return variable.name;
  return "time";
}

class InputReader {
 public:
  InputReader(std::string_view text, const std::string& file, const core::ModelDescription& description,
              const CsvLimits& limits)
      : text_{text},
        description_{description},
        limits_{limits},
        scanner_{text, limits.max_columns},
        problems_{file, limits.max_problems} {}

  core::InputTable read() {
    if (check_encoding() && read_header()) read_rows();
    problems_.throw_if_any();
    return std::move(table_);
  }

 private:
  bool check_encoding() {
    const std::string_view start = text_.substr(0, 2);
    if (start != "\xFF\xFE" && start != "\xFE\xFF") return true;
    problems_.add({{}, 1, 1}, "encoding", "the file is UTF-16", "save it as UTF-8");
    return false;
  }

  /// The next record, or false at the end and after what makes the rest unreadable.
  bool next_record() {
    switch (scanner_.next(cells_)) {
      case CsvScanner::Result::kRecord:
        return true;
      case CsvScanner::Result::kEnd:
        return false;
      case CsvScanner::Result::kOpenQuote:
        problems_.add(cells_.back(), "quote", "this quote is never closed", "add the closing quote");
        return false;
      case CsvScanner::Result::kTextAfterQuote:
        problems_.add(cells_.back(), "quote", "text follows a closing quote",
                      "put the whole cell in quotes and write quotes inside it twice");
        return false;
      case CsvScanner::Result::kTooManyCells:
        problems_.add(cells_.back(), "too-many-columns",
                      "more than " + std::to_string(limits_.max_columns) + " columns",
                      "remove columns or raise the limit");
        return false;
    }
    return false;
  }

  std::string fix_for_first_column(std::string_view text) const {
    const auto separates = [&](char c) {
      return cells_.size() == 1 && text.find(c) != std::string_view::npos;
    };
    if (separates(';')) return "separate cells by commas, not semicolons, and write decimals with a point";
    if (separates('\t')) return "separate cells by commas, not tabs";
    return "name the columns in the first line and start with time (in seconds)";
  }

  bool read_header() {
    if (!next_record()) {
      const std::string fix = "start with the line time,<input>,...";
      if (cells_.empty()) problems_.add({{}, 1, 1}, "empty", "the file is empty", fix);
      return false;
    }
    const Cell& first = cells_.front();
    const std::string_view independent = independent_variable(description_);
    if (first.text != "time" && first.text != independent) {
      problems_.add(first, "no-time", "the first column is " + quoted(first.text) + ", expected time",
                    fix_for_first_column(first.text));
      return false;
    }
    if (cells_.size() == 1) {
      problems_.add(first, "no-inputs", "there is no column besides time", "add a column for an input");
      return false;
    }
    BoundHeader bound = bind_header(cells_, description_, problems_);
    table_.columns = std::move(bound.columns);
    targets_ = std::move(bound.targets);
    header_ = {{}, first.line, first.column};
    return true;
  }

  void read_rows() {
    bool any = false;
    while (!problems_.full() && next_record()) {
      any = true;
      if (table_.time_s.size() == limits_.max_rows) {
        problems_.add(cells_.front(), "too-many-rows",
                      "more than " + std::to_string(limits_.max_rows) + " rows",
                      "use fewer rows or raise the limit");
        return;
      }
      if (cells_.size() == targets_.size() + 1) {
        read_row();
      } else {
        problems_.add(cells_.front(), "cell-count",
                      "the row has " + std::to_string(cells_.size()) + " cells, expected " +
                          std::to_string(targets_.size() + 1) + " as in the first line",
                      "add or remove cells; names and texts with commas need quotes");
      }
    }
    if (!any && problems_.empty())
      problems_.add(header_, "no-rows", "no row follows the header", "add at least one row");
  }

  void read_row() {
    table_.time_s.push_back(time_of(cells_.front()));
    const std::size_t row = table_.time_s.size() - 1;
    for (std::size_t i = 0; i < targets_.size(); ++i)
      if (targets_[i].usable)
        read_cell(cells_[i + 1], targets_[i], row, description_, table_.columns[targets_[i].column],
                  problems_);
  }

  double time_of(const Cell& cell) {
    const double previous =
        table_.time_s.empty() ? -std::numeric_limits<double>::infinity() : table_.time_s.back();
    const std::optional<double> time_s = core::parse_double(cell.text);
    if (!time_s || !std::isfinite(*time_s)) {
      problems_.add(cell, "bad-number", "time " + quoted(cell.text) + " is not a finite number",
                    "write seconds like 0.25 or 2.5e-1");
      return previous;
    }
    if (*time_s < previous) {
      problems_.add(
          cell, "time-decreases",
          "time " + quoted(cell.text) + " is less than " + core::to_text(previous) + " in the row before",
          "sort the rows by time");
      return previous;
    }
    equal_times_ = *time_s == previous ? equal_times_ + 1 : 1;
    if (equal_times_ == 3) {
      problems_.add(cell, "third-row-at-one-time", "this is the third row with time " + quoted(cell.text),
                    "keep two: the values before the jump and those after it");
    }
    return *time_s;
  }

  std::string_view text_;
  const core::ModelDescription& description_;
  const CsvLimits& limits_;
  CsvScanner scanner_;
  Problems problems_;
  std::vector<Cell> cells_;  // of the current record
  Cell header_;
  std::vector<CellTarget> targets_;
  int equal_times_{0};
  core::InputTable table_;
};

/// All bytes of a file, or one byte more than `max_bytes`.
std::string read_all(const std::filesystem::path& path, std::size_t max_bytes) {
  const bool standard_input = path == "-";
  const int descriptor = standard_input ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const std::string name = standard_input ? "standard input" : '\'' + path.string() + '\'';
  if (descriptor < 0) {
    throw Error{errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kUnreadable,
                "cannot open input file " + name + ": " + std::generic_category().message(errno) +
                    "; check the path and its permissions"};
  }
  std::string text;
  ssize_t count = 0;
  do {
    constexpr std::size_t kPiece = 1U << 20U;
    const std::size_t size = text.size();
    text.resize(size + std::min(kPiece, max_bytes + 1 - size));
    do {
      count = ::read(descriptor, text.data() + size, text.size() - size);
    } while (count < 0 && errno == EINTR);
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  } while (count > 0 && text.size() <= max_bytes);
  const int error_number = errno;
  ::close(descriptor);
  if (count < 0) {
    throw Error{ErrorCode::kUnreadable, "cannot read input file " + name + ": " +
                                            std::generic_category().message(error_number) +
                                            "; give a file with comma-separated values"};
  }
  return text;
}

}  // namespace

core::InputTable parse_input_csv(std::string_view text, const std::string& file,
                                 const core::ModelDescription& description, const CsvLimits& limits) {
  if (text.size() > limits.max_bytes) {
    throw Error{ErrorCode::kBadInput, "input file '" + file + "' has more than " +
                                          std::to_string(limits.max_bytes) +
                                          " bytes; use fewer rows or raise the limit"};
  }
  return InputReader{text, file, description, limits}.read();
}

core::InputTable read_input_csv(const std::filesystem::path& path, const core::ModelDescription& description,
                                const CsvLimits& limits) {
  return parse_input_csv(read_all(path, limits.max_bytes), path.string(), description, limits);
}

}  // namespace lockstep::record
