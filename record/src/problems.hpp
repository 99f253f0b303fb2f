// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "csv_scanner.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::record {

/// What is wrong with one input file, up to a limit; thrown once, at the end.
class Problems {
 public:
  Problems(std::string file, std::size_t limit) : file_{std::move(file)}, limit_{limit} {}

  /// An error at a cell. `id` is without the prefix "csv-".
  void add(const CsvScanner::Cell& at, const char* id, std::string message, std::string fix) {
    if (full()) return;
    diagnostics_.push_back({Severity::kError,
                            std::string{"csv-"} + id,
                            std::move(message),
                            std::move(fix),
                            {file_, at.line, at.column}});
  }

  bool empty() const noexcept { return diagnostics_.empty(); }
  bool full() const noexcept { return diagnostics_.size() >= limit_; }

  /// Throws Error{kBadInput} when there is any problem.
  void throw_if_any() {
    if (diagnostics_.empty()) return;
    std::string message = "input file '" + file_ + "' cannot be used: " + std::to_string(diagnostics_.size());
    message += diagnostics_.size() == 1 ? " problem" : " problems";
    if (full()) message += ", reading stopped there";
    throw Error{ErrorCode::kBadInput, message, std::move(diagnostics_)};
  }

 private:
  std::string file_;
  std::size_t limit_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace lockstep::record
