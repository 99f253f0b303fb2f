// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "isolation/host_channel.hpp"
#include "isolation/stepper_frames.hpp"
#include "isolation/worker_process.hpp"

namespace lockstep::core::isolation {

/// A worker and the way to it, from the start of the process to its end. Knows what to say when it fails: the
/// cause, what the FMU was asked for, its last calls and messages.
class WorkerLink {
 public:
  /// Starts the process; the FMU is not opened yet. Throws Error.
  WorkerLink(std::string name, FmiVersion version, const IsolationOptions& options, LogSink log);

  bool alive() const noexcept { return report_.empty() && channel_.fate() == HostChannel::Fate::kAlive; }

  /// Starts a request. `doing` (a literal) and `time_s` (NaN: none) go into the report of a failure.
  FrameWriter begin(Request request, const char* doing, double time_s) noexcept;
  /// Sends it and waits. After a failure alive() is false and the reader is empty.
  FrameReader finish(const FrameWriter& request) noexcept;
  /// The same, and throws what the worker threw, or Error{kFmuFailed} with report().
  FrameReader finish_or_throw(const FrameWriter& request);
  /// The reply did not have the form it must have: the worker is not to be trusted any more.
  void garbled() noexcept;
  /// Throws Error{kFmuFailed} with report().
  [[noreturn]] void throw_report();

  /// Why the worker is no longer there; empty while it is. For people.
  const std::string& report() const noexcept { return report_; }
  /// What the FMU asked for in vain (files, the network), with the line that allows it; empty: nothing is
  /// known.
  std::string denial_hint() const;
  /// Asks for an orderly end and waits for it.
  void end() noexcept;

 private:
  void note_failure() noexcept;
  std::string cause() const;
  std::string last_calls() const;
  std::string refused_files() const;
  std::string refused_sockets() const;
  void on_log(FrameReader& message);

  std::string name_;
  FmiVersion version_;
  double call_limit_s_;
  LogSink log_;
  const char* doing_{""};
  double time_s_{0.0};
  std::deque<std::string> last_lines_;
  std::string report_;
  SharedMapping memory_;
  WorkerProcess process_;  // after memory_: ended before the memory goes
  HostChannel channel_;
};

}  // namespace lockstep::core::isolation
