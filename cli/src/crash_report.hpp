// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"
#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::cli {

/// An FMU is foreign code in this process and may crash or end it. While an object of this class lives, a
/// crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) and a call of exit() are told on standard error with what
/// to do about it, and rows that were recorded but not yet written reach their file. After a crash the
/// process ends as it would have: the handlers found at construction run. After exit() it ends with exit
/// code 1.
///
/// Works on a stack of its own, since a crash may be a stack overflow. One object at a time; the destructor
/// puts everything back.
class CrashReport {
 public:
  /// Files whose rows are to be kept; all outlive the report.
  struct Files {
    std::vector<record::CsvWriter*> csv;
    std::vector<record::McapWriter*> mcap;
  };

  /// `model` is the FMU as the user named it. `recorder` counts the rows, and outlives the object.
  CrashReport(const std::string& model, const record::MemoryRecorder& recorder, Files files);
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
  std::string model_;  // texts are made now: nothing may be allocated in a crash
  const record::MemoryRecorder& recorder_;
  Files files_;
};

}  // namespace lockstep::cli
