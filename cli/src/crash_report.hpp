// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "lockstep/core/row_sink.hpp"
#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::cli {

/// An FMU is foreign code in this process and may crash or end it. While an object of this class lives, a
/// crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) and a call of exit() are reported on standard error with
/// what to do about it, and rows that were recorded but not yet written reach their file. After a crash the
/// process ends as it would have: the handlers found at construction run. After exit() it ends with exit
/// code 1.
///
/// Works on a stack of its own, since a crash may be a stack overflow. One object at a time; the destructor
/// puts everything back.
class CrashReport {
 public:
  /// What was running, for the message.
  struct Subject {
    std::string name;     ///< file as the user named it
    std::string culprit;  ///< "the FMU": who has probably ended the process
    std::string advice;   ///< how to find out more
  };
  static Subject fmu(const std::string& file);    ///< of `lockstep simulate`
  static Subject world(const std::string& file);  ///< of `lockstep run`

  /// `recorder` counts the rows; `files` are those whose rows are to be kept. All outlive the object.
  CrashReport(const Subject& subject, const record::MemoryRecorder& recorder,
              Span<core::RowSink* const> files);
  ~CrashReport();
  CrashReport(const CrashReport&) = delete;
  CrashReport& operator=(const CrashReport&) = delete;

  /// For a signal handler: writes the rows recorded so far and ends the process by `signal_number`, also
  /// while the FMU hangs in a call.
  static void end_now(int signal_number) noexcept;

 private:
  static void on_crash(int signal_number, siginfo_t* info, void* context);
  static void on_exit();
  void tell(const char* what) noexcept;
  /// "the 7 rows up to then are in the output file", if there is one.
  void save_rows() noexcept;

  struct Handler {
    int signal_number;
    const char* name;
    struct sigaction before;
  };
  std::vector<Handler> handlers_;
  std::vector<char> stack_;
  stack_t stack_before_{};
  std::string name_, culprit_, advice_;  // texts are made now: nothing may be allocated in a crash
  const record::MemoryRecorder& recorder_;
  std::vector<core::RowSink*> files_;
};

}  // namespace lockstep::cli
