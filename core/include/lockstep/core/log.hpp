// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

enum class LogLevel : std::uint8_t { kTrace, kDebug, kInfo, kWarning, kError };
LOCKSTEP_CORE_EXPORT std::string_view to_string(LogLevel level) noexcept;

/// One line of log. The views die when the sink returns: copy what you keep.
struct LogMessage {
  LogLevel level{LogLevel::kInfo};
  std::string_view source;    ///< instance name, or "lockstep"
  std::string_view category;  ///< the FMU's log category, "fmi-call" for the call trace, or our own id
  std::string_view text;
};

/// Where messages go. Called from whatever thread the FMU logs on, one call at a time for each instance.
/// Must not throw and must not call back into the FMU. An empty sink drops everything.
using LogSink = std::function<void(const LogMessage&)>;

}  // namespace lockstep::core
