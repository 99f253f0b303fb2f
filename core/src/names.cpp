// SPDX-License-Identifier: Apache-2.0
// The words of small enumerations.
#include "lockstep/core/log.hpp"
#include "lockstep/core/status.hpp"

namespace lockstep::core {

std::string_view to_string(Status status) noexcept {
  switch (status) {
    case Status::kOk:
      return "OK";
    case Status::kWarning:
      return "Warning";
    case Status::kDiscard:
      return "Discard";
    case Status::kError:
      return "Error";
    case Status::kFatal:
      return "Fatal";
    case Status::kPending:
      return "Pending";
  }
  return "unknown";
}

std::string_view to_string(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::kTrace:
      return "trace";
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "unknown";
}

}  // namespace lockstep::core
