// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include "report.hpp"

namespace lockstep::cli {

void Messages::add(const core::LogMessage& message) {
  const std::lock_guard lock{mutex_};
  const bool is_note = message.level == core::LogLevel::kInfo && !started_;
  if ((message.level < core::LogLevel::kWarning && !is_note) || list_.size() == kMost) return;
  const char* const severity = is_note                                     ? "note"
                               : message.level == core::LogLevel::kWarning ? "warning"
                                                                           : "error";
  list_.push_back({{"severity", severity},
                   {"source", message.source},
                   {"id", message.category},
                   {"message", message.text}});
}

nlohmann::ordered_json Messages::list() const {
  const std::lock_guard lock{mutex_};
  return list_;
}

int with_messages(bool json, const std::function<int(Messages&)>& body) {
  Messages messages;
  try {
    return body(messages);
  } catch (const Error& error) {
    if (!json) throw;
    nlohmann::ordered_json said;
    said["error"] = {{"code", to_string(error.code())}, {"message", error.message()}};
    said["error"]["diagnostics"] = to_json(error.diagnostics());
    said["diagnostics"] = messages.list();
    print_json(said);
    return exit_code(error.code());
  }
}

}  // namespace lockstep::cli
