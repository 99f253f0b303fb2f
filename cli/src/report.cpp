// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "printable.hpp"
#include "result_output.hpp"
#include "verb.hpp"

namespace lockstep::cli {

using nlohmann::ordered_json;

int exit_code(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kBadUsage:
    case ErrorCode::kNotFound:
    case ErrorCode::kUnreadable:
    case ErrorCode::kUnsafeArchive:
    case ErrorCode::kBadDescription:
    case ErrorCode::kBadInput:
      return kWrongUse;
    case ErrorCode::kNoBinary:
    case ErrorCode::kLoadFailed:
    case ErrorCode::kUnsupported:
    case ErrorCode::kFmuFailed:
    case ErrorCode::kSystem:
      return kFailed;
  }
  return kFailed;
}

ordered_json to_json(const std::vector<Diagnostic>& diagnostics) {
  ordered_json list = ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    ordered_json entry;
    entry["severity"] = to_string(diagnostic.severity);
    entry["id"] = diagnostic.id;
    entry["message"] = diagnostic.message;
    entry["fix"] = diagnostic.fix;
    entry["file"] = diagnostic.where.file;
    entry["line"] = diagnostic.where.line;
    entry["column"] = diagnostic.where.column;
    list.push_back(std::move(entry));
  }
  return list;
}

void print_json(const ordered_json& json) {
  const std::string text = json.dump(2, ' ', false, ordered_json::error_handler_t::replace);
  std::fputs((text + '\n').c_str(), results());
}

void report(const Error& error, bool json) {
  if (!json) {
    std::fprintf(stderr, "error: %s\n", printable_lines(error.what()).c_str());
    return;
  }
  ordered_json body;
  body["code"] = to_string(error.code());
  body["message"] = error.message();
  body["diagnostics"] = to_json(error.diagnostics());
  print_json({{"error", std::move(body)}});
}

}  // namespace lockstep::cli
