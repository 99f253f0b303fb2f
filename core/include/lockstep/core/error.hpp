// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/export.hpp"

namespace lockstep {

/// What went wrong during setup, for programs. People read the message.
enum class ErrorCode : std::uint8_t {
  kBadUsage,        ///< an argument, option or call order the API does not accept
  kNotFound,        ///< a file, variable or interface that does not exist
  kUnreadable,      ///< the file exists but cannot be read (permission, I/O, not a ZIP, truncated)
  kUnsafeArchive,   ///< the archive tries something no FMU needs (path escape, link, bomb, lying sizes, ...)
  kBadDescription,  ///< the model description makes simulation impossible
  kNoBinary,        ///< the FMU has no binary for this machine
  kLoadFailed,      ///< the binary does not load (missing library, symbol, symbol version)
  kUnsupported,     ///< the FMU or the machine lacks an ability that was asked for
  kFmuFailed,       ///< an FMI call returned error or fatal
  kBadInput,        ///< an input file (CSV, YAML, SDF, ...) is wrong; the diagnostics say where
  kSystem,          ///< the operating system refused (disk full, no permission on the cache, ...)
};

/// Stable lower-case name of a code, e.g. "unsafe-archive"; used by `--json`.
LOCKSTEP_CORE_EXPORT std::string_view to_string(ErrorCode code) noexcept;

enum class Severity : std::uint8_t { kNote, kWarning, kError };
LOCKSTEP_CORE_EXPORT std::string_view to_string(Severity severity) noexcept;

/// A place in a text file. Line and column count from 1; 0 means "not known".
struct SourceLocation {
  std::string file;
  std::uint32_t line{0};
  std::uint32_t column{0};
};

/// One finding about an input: what, where, and what to do about it.
struct Diagnostic {
  Severity severity{Severity::kError};
  std::string id;       ///< stable, e.g. "missing-start"; every finding can be silenced by its id
  std::string message;  ///< names the thing, the value and what was expected
  std::string fix;      ///< what to do; may be empty
  SourceLocation where;
};

/// "file:line:column: warning: message [id]\n  fix: ..." without the parts that are empty.
LOCKSTEP_CORE_EXPORT std::string to_string(const Diagnostic& diagnostic);

/// The one exception of the project: thrown during setup only, never from a step.
/// what() is the message followed by the diagnostics, ready to be shown to a person.
class LOCKSTEP_CORE_EXPORT Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string message, std::vector<Diagnostic> diagnostics = {});

  ErrorCode code() const noexcept { return code_; }
  /// The first sentence(s), without the diagnostics.
  const std::string& message() const noexcept { return message_; }
  const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }

 private:
  ErrorCode code_;
  std::string message_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace lockstep
