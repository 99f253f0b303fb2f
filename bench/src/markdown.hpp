// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockstep::bench {

/// A table as GitHub's Markdown has it, columns padded so that it also reads well on a terminal.
class MarkdownTable {
 public:
  explicit MarkdownTable(std::vector<std::string> head) : head_{std::move(head)} {}
  /// Shorter rows are filled with empty cells.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

/// A time with three significant digits and its unit: "14.3 ns", "1.05 µs", "0.81 ms", "2.3 s".
std::string duration_text(double nanoseconds);
/// "1.07x"
std::string ratio_text(double ratio);
/// "at most 1.25x: ok" or "at most 1.25x: OVER".
std::string verdict(double value, double limit, const std::string& limit_text);

}  // namespace lockstep::bench
