// SPDX-License-Identifier: Apache-2.0
#include "description/diagnostic_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::core {
namespace {

/// A name of megabytes is no use in a message.
std::string cut(std::string text) {
  constexpr std::size_t kLongest = 2000;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)  // not inside a character
    --end;
  return text.substr(0, end) + "...";
}

}  // namespace

void DiagnosticSink::add(Severity severity, std::string_view id, std::string message, std::string fix,
                         SourceLocation where) {
  auto found = counts_.find(id);
  if (found == counts_.end()) found = counts_.emplace(std::string{id}, Count{}).first;
  Count& count = found->second;
  count.severity = std::max(count.severity, severity);
  if (++count.seen > limit_per_id_) return;
  diagnostics_.push_back(
      {severity, std::string{id}, cut(std::move(message)), cut(std::move(fix)), std::move(where)});
}

std::vector<Diagnostic> DiagnosticSink::take() {
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    if (a.where.file != b.where.file) return a.where.file < b.where.file;
    return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
  });
  for (const auto& [id, count] : counts_) {
    if (count.seen <= limit_per_id_) continue;
    diagnostics_.push_back({count.severity,
                            id,
                            fmt::format("{} more findings of this kind are not listed ({} in total)",
                                        count.seen - limit_per_id_, count.seen),
                            "",
                            {}});
  }
  counts_.clear();
  return std::exchange(diagnostics_, {});
}

}  // namespace lockstep::core
