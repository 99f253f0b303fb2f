// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kBadUsage:
      return "bad-usage";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kUnreadable:
      return "unreadable";
    case ErrorCode::kUnsafeArchive:
      return "unsafe-archive";
    case ErrorCode::kBadDescription:
      return "bad-description";
    case ErrorCode::kNoBinary:
      return "no-binary";
    case ErrorCode::kLoadFailed:
      return "load-failed";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kFmuFailed:
      return "fmu-failed";
    case ErrorCode::kBadInput:
      return "bad-input";
    case ErrorCode::kSystem:
      return "system";
  }
  return "unknown";
}

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "unknown";
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text;
  const SourceLocation& where = diagnostic.where;
  if (!where.file.empty()) text += where.file + ':';
  if (where.line != 0) text += fmt::format("{}:", where.line);
  if (where.line != 0 && where.column != 0) text += fmt::format("{}:", where.column);
  if (!text.empty()) text += ' ';
  text += fmt::format("{}: {}", to_string(diagnostic.severity), diagnostic.message);
  if (!diagnostic.id.empty()) text += fmt::format(" [{}]", diagnostic.id);
  if (!diagnostic.fix.empty()) text += "\n  fix: " + diagnostic.fix;
  return text;
}

namespace {

std::string joined(const std::string& message, const std::vector<Diagnostic>& diagnostics) {
  std::string text = message;
  for (const Diagnostic& diagnostic : diagnostics)
    text += '\n' + to_string(diagnostic);
  std::replace(text.begin(), text.end(), '\0', '?');  // what() is a C string, and files hold anything
  return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string message, std::vector<Diagnostic> diagnostics)
    : std::runtime_error{joined(message, diagnostics)},
      code_{code},
      message_{std::move(message)},
      diagnostics_{std::move(diagnostics)} {}

}  // namespace lockstep
