// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clocale>
#include <csignal>
#include <string>

#include "instance/fp_control.hpp"

namespace lockstep::core {

/// Remembers what foreign code must leave alone: floating-point mode, locale (of the thread and of the
/// process), working directory, signal mask. Made before a call into an FMU; restore() after it puts back
/// what changed.
///
/// Costs about 2 microseconds, so it stands around load, instantiate, initialise, first step and free; steps
/// check FpControl alone. Locale and working directory belong to the whole process: a thread of the host that
/// changes them meanwhile is undone as if the FMU had done it.
class ProcessStateGuard {
 public:
  ProcessStateGuard();
  ~ProcessStateGuard();
  ProcessStateGuard(const ProcessStateGuard&) = delete;
  ProcessStateGuard& operator=(const ProcessStateGuard&) = delete;

  /// Puts back what differs and says what it was: "locale from 'C' to 'de_DE.UTF-8', rounding mode downward".
  /// Empty: nothing had changed. Without it the destructor restores, silently.
  std::string restore();

 private:
  void restore_locale(std::string& changes);
  void restore_directory(std::string& changes);
  void restore_signal_mask(std::string& changes);
  void restore_floating_point(std::string& changes);

  FpControl fp_;
  sigset_t signal_mask_{};
  locale_t thread_locale_;
  std::string global_locale_;
  bool restored_{false};
  int directory_;  // descriptor; -1 when the working directory cannot be opened
};

}  // namespace lockstep::core
