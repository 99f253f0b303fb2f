// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep::hosts::gazebo_classic {

/// An FMU is foreign code in gzserver and may crash or end it. While an object of this class lives, a crash
/// in its thread (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) and a call of exit() are told on standard error
/// with `text`, which names the FMUs that were running; then everything goes on as it would have: handlers
/// that were there before run, exit() ends the process with code 1.
///
/// Cheap: two stores. `text` must outlive the object.
class CrashNote {
 public:
  explicit CrashNote(const std::string& text) noexcept;
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

  /// Installs the handlers, once for the process, and a stack for them in this thread: a crash may be a stack
  /// overflow. Before the first object in a thread.
  static void prepare();

 private:
  const std::string* before_;
};

}  // namespace lockstep::hosts::gazebo_classic
