// SPDX-License-Identifier: Apache-2.0
#include "instance/instance_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "instance/log_text.hpp"

namespace lockstep::core {

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::size_t kMaxRecentText = 512;

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

LogLevel level_of(Status status) {
  switch (status) {
    case Status::kOk:
    case Status::kPending:
      return LogLevel::kInfo;
    case Status::kWarning:
    case Status::kDiscard:
      return LogLevel::kWarning;
    default:
      return LogLevel::kError;
  }
}

/// FMI 1 and 2 name enumerations by "i" as well.
std::string_view typed_name(const ModelDescription& description, ValueReference reference,
                            VariableType type) {
  const Variable* variable = description.find(reference, type);
  if (variable == nullptr && type == VariableType::kInt32) {
    variable = description.find(reference, VariableType::kEnumeration);
  }
  return variable != nullptr ? variable->name : std::string_view{};
}

/// FMI 3: one variable has the reference, but the text does not say its type.
std::string_view untyped_name(const ModelDescription& description, ValueReference reference) {
  for (std::size_t type = 0; type < kVariableTypeCount; ++type) {
    if (const Variable* variable = description.find(reference, static_cast<VariableType>(type))) {
      return variable->name;
    }
  }
  return {};
}

}  // namespace

InstanceLog::InstanceLog(InstanceLogOptions options) : options_{std::move(options)} {}

void InstanceLog::foreign(Status status, const char* category, const char* message,
                          std::va_list arguments) noexcept {
  try {
    if (!admits(status, category != nullptr ? category : "")) return;
    std::string text = format_foreign(message, arguments);
    if (text.find('#') != std::string::npos && options_.description != nullptr) {
      text = expand_typed_references(text, [this](ValueReference reference, VariableType type) {
        return typed_name(*options_.description, reference, type);
      });
    }
    pass(status, category, text);
  } catch (...) {  // out of memory: an FMU's C code cannot be unwound, so the message is lost
  }
}

void InstanceLog::foreign(Status status, const char* category, const char* message) noexcept {
  try {
    if (!admits(status, category != nullptr ? category : "")) return;
    std::string text{message != nullptr ? message : "",
                     message != nullptr ? strnlen(message, kMaxLogText) : 0};
    if (text.find('#') != std::string::npos && options_.description != nullptr) {
      text = expand_references(text, [this](ValueReference reference, VariableType) {
        return untyped_name(*options_.description, reference);
      });
    }
    pass(status, category, text);
  } catch (...) {  // as above
  }
}

void InstanceLog::own(LogLevel level, std::string_view category, std::string_view text) noexcept {
  try {
    const std::lock_guard lock{mutex_};
    emit(level, category, text);
  } catch (...) {  // as above
  }
}

bool InstanceLog::admits(Status status, std::string_view category) const {
  if (status == Status::kError || status == Status::kFatal) return true;
  if (status == Status::kOk && !options_.logging_on) return false;
  return options_.categories.empty() || std::find(options_.categories.begin(), options_.categories.end(),
                                                  category) != options_.categories.end();
}

void InstanceLog::pass(Status status, const char* category, const std::string& text) {
  const std::string_view trimmed{text.data(), text.find_last_not_of("\r\n \t") + 1};
  const LogLevel level = level_of(status);
  const std::lock_guard lock{mutex_};
  const bool shown = within_limit();
  if (level >= LogLevel::kWarning) {
    complained_ = true;
    if (options_.repeat || !shown || !has_sink()) {
      if (recent_ == nullptr) recent_ = std::make_unique<std::deque<std::string>>();
      if (recent_->size() == kRecent) recent_->pop_front();
      recent_->push_back(fmt::format("{}: {}", to_string(status), trimmed.substr(0, kMaxRecentText)));
    }
  }
  if (shown) emit(level, category != nullptr ? category : "", trimmed);
}

bool InstanceLog::within_limit() {
  if (options_.max_messages_per_second == 0) return true;
  const std::int64_t now = now_ns();
  if (now - window_start_ns_ >= kSecondNs) {
    report_suppressed();
    window_start_ns_ = now;
    in_window_ = 0;
  }
  if (in_window_ < options_.max_messages_per_second) {
    ++in_window_;
    return true;
  }
  ++suppressed_;
  return false;
}

void InstanceLog::report_suppressed() {
  if (suppressed_ == 0) return;
  emit(LogLevel::kWarning, "log-limit",
       fmt::format("{} messages suppressed: more than {} in a second", suppressed_,
                   options_.max_messages_per_second));
  suppressed_ = 0;
}

void InstanceLog::emit(LogLevel level, std::string_view category, std::string_view text) const {
  if (options_.sink) options_.sink({level, options_.name, category, text});
}

std::string InstanceLog::recent() const {
  const std::lock_guard lock{mutex_};
  std::string text;
  if (recent_ == nullptr) return text;
  for (const std::string& line : *recent_)
    text += "  " + line + '\n';
  return text;
}

void InstanceLog::forget() noexcept {
  const std::lock_guard lock{mutex_};
  recent_.reset();
  complained_ = false;
}

void InstanceLog::close() noexcept {
  try {
    const std::lock_guard lock{mutex_};
    report_suppressed();
    options_.sink = nullptr;
  } catch (...) {  // as above
  }
}

}  // namespace lockstep::core
