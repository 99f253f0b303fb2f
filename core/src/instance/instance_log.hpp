// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/model_description.hpp"
#include "lockstep/core/status.hpp"

namespace lockstep::core {

struct InstanceLogOptions {
  std::string name;  ///< of the instance: LogMessage::source
  LogSink sink;
  bool logging_on{false};  ///< false: messages with status OK are dropped, should the FMU send any
  std::vector<std::string> categories;                  ///< empty: all. Errors pass whatever their category.
  std::uint32_t max_messages_per_second{0};             ///< 0: no limit
  std::shared_ptr<const ModelDescription> description;  ///< for the names of value references; may be null
  bool repeat{true};                                    ///< recent() also has what the sink was given
};

/// The way of an instance's messages from the FMU to the sink: text made safe, references replaced by names,
/// filtered by category, limited in rate. Remembers the last warnings and errors for Instance::failure().
///
/// Called by the FMU from any of its threads, one message at a time reaches the sink. Never throws: what
/// cannot be handled (no memory) is dropped.
class InstanceLog {
 public:
  explicit InstanceLog(InstanceLogOptions options);
  InstanceLog(const InstanceLog&) = delete;
  InstanceLog& operator=(const InstanceLog&) = delete;

  /// FMI 1 and 2: `message` is a printf format.
  void foreign(Status status, const char* category, const char* message, std::va_list arguments) noexcept;
  /// FMI 3: `message` is text.
  void foreign(Status status, const char* category, const char* message) noexcept;
  /// Our own words, in the name of the instance; neither filtered nor limited.
  void own(LogLevel level, std::string_view category, std::string_view text) noexcept;
  bool has_sink() const noexcept { return static_cast<bool>(options_.sink); }
  const std::string& name() const noexcept { return options_.name; }
  const ModelDescription* description() const noexcept { return options_.description.get(); }

  /// The last warnings and errors, oldest first, a line each; empty when there were none since forget(), or
  /// the sink has them all and they are not to be repeated.
  std::string recent() const;
  /// There were warnings or errors since forget(), repeated or not.
  bool complained() const noexcept { return complained_; }
  void forget() noexcept;
  /// Reports what the limit swallowed and lets go of the sink: nothing is passed on any more.
  void close() noexcept;

 private:
  static constexpr std::size_t kRecent = 5;

  void pass(Status status, const char* category, const std::string& text);
  bool admits(Status status, std::string_view category) const;
  bool within_limit();
  void report_suppressed();
  void emit(LogLevel level, std::string_view category, std::string_view text) const;

  mutable std::mutex mutex_;
  InstanceLogOptions options_;
  std::atomic<bool> complained_{false};
  std::unique_ptr<std::deque<std::string>> recent_;  // most instances never need it
  std::int64_t window_start_ns_{0};
  std::uint32_t in_window_{0};
  std::uint64_t suppressed_{0};
};

}  // namespace lockstep::core
