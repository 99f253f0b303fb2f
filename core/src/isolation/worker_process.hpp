// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "archive/file.hpp"
#include "lockstep/core/isolation_options.hpp"

namespace lockstep::core::isolation {

/// Descriptors of the worker program at its start; it has no others.
inline constexpr int kMemoryDescriptor = 3;
inline constexpr int kControlDescriptor = 4;

/// What the host writes to the supervisor. A closed connection means: end the worker and go.
inline constexpr char kEndGently = 'e';  ///< let it write its last words, then kill it

/// How the process of the FMU ended, as the supervisor saw it.
struct WorkerExit {
  std::int32_t status{0};  ///< as waitpid() has it
};

/// A worker program from the host's view: two processes. The supervisor is our code alone; it starts the
/// process that loads the FMU, ends that with the host (even when the host is killed), sees how it ended and
/// removes its scratch folder. Neither outlives this object.
class WorkerProcess {
 public:
  /// Starts it with `memory` as kMemoryDescriptor. Throws Error{kNotFound} when there is no worker program,
  /// Error{kSystem} when it cannot be started.
  WorkerProcess(const IsolationOptions& options, int memory);
  /// Ends both processes and waits for them.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// The FMU's process has ended, or its supervisor has. Does not wait.
  bool has_ended() noexcept;
  /// Ends the FMU's process (after a moment for its last words) and waits until the supervisor saw it.
  void end() noexcept;
  /// After has_ended() or end(): how. Empty when the supervisor itself is gone.
  const std::optional<WorkerExit>& exit() const noexcept { return exit_; }
  /// Waits for an orderly end that the FMU's process was asked for, then ends it. [s] 0: waits for ever.
  void await_end(double limit_s) noexcept;

 private:
  void receive(int timeout_ms) noexcept;

  archive::FileDescriptor control_;
  pid_t supervisor_{-1};
  std::optional<WorkerExit> exit_;
  bool ended_{false};
};

/// Where the worker program is: `options.worker`, else beside this library or where it was installed with it.
/// Throws Error{kNotFound} naming the places.
std::filesystem::path worker_program(const IsolationOptions& options);

}  // namespace lockstep::core::isolation
