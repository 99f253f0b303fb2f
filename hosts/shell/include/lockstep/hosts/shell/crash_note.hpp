// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep::hosts::shell {

/// An FMU is foreign code in the simulator: it may crash it, end it, or never return. While an object of this
/// class lives, this is told on standard error with `text`, which names the FMUs that were running:
///
/// - a crash in its thread (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) and a call of exit(); then everything
///   goes on as it would have: handlers that were there before run, exit() ends the process with code 1;
/// - a crash in another thread after somebody has closed the files of the process, with the `text` of the
/// last
///   object, which is a guess;
/// - once, that it has lasted for ten seconds. The world stands still meanwhile; nothing ends the FMU.
///
/// Cheap: four stores.
class CrashNote {
 public:
  /// `text`: one from lasting_text().
  explicit CrashNote(const std::string& text) noexcept;
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

  /// Installs the handlers and the watch, once for the process, and a stack for the handlers in this thread:
  /// a crash may be a stack overflow. The first object in a thread does so, too.
  static void prepare();

 private:
  const std::string* before_{nullptr};
};

/// This text, kept as long as the process: whoever reads it may do so at any time, in another thread.
const std::string& lasting_text(const std::string& text);

}  // namespace lockstep::hosts::shell
