// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>

#include "lockstep/core/log.hpp"

namespace lockstep::cli {

/// What was said while a model or world was opened and run, for the `diagnostics` of --json: all warnings and
/// errors, and notes from before the first step. Bounded, in case an FMU never stops talking. Safe to use
/// from several threads: FMUs log on threads of their own.
class Messages {
 public:
  void add(const core::LogMessage& message);
  /// The run begins; from here on notes are left out.
  void start() { started_ = true; }
  /// [{"severity", "source", "id", "message"}, ...]
  nlohmann::ordered_json list() const;

 private:
  static constexpr std::size_t kMost = 1000;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
  std::atomic<bool> started_{false};
  mutable std::mutex mutex_;
};

/// Runs `body` with a list for what is said meanwhile. When it fails and `json` is wanted, the error is
/// reported here, with that list as `diagnostics` beside it, and the exit code returned; else it is thrown
/// on.
int with_messages(bool json, const std::function<int(Messages&)>& body);

}  // namespace lockstep::cli
