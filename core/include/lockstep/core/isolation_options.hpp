// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// Where the code of an FMU runs.
enum class Isolation : std::uint8_t {
  /// In this process, but for an FMU that must be alone in a process (canBeInstantiatedOnlyOncePerProcess)
  /// and
  /// has an instance here already: that gets a worker. Where no worker can be had (callbacks, no worker
  /// program) it gets a private copy of its library.
  kAutomatic,
  kInProcess,  ///< in this process: fastest; a crash of the FMU is a crash of this process
  kProcess,    ///< in a worker process of its own: a crash or a hang is a failed step
};

/// What an isolated FMU may do besides computing. Everything is denied at first; an FMU reads its own files
/// and the libraries of the system, and writes to a private folder that is removed at the end ($HOME and
/// $TMPDIR point to it).
struct Permissions {
  bool network{false};   ///< sockets of any kind (tool coupling, licence servers)
  bool programs{false};  ///< may start other programs, which are confined the same way
  std::vector<std::filesystem::path> read_paths;   ///< files or folders, with all that is below them
  std::vector<std::filesystem::path> write_paths;  ///< the same; includes reading
  std::vector<std::string> environment;            ///< names of variables that are passed on
};

/// How an FMU is kept apart from this process; see StepperOptions::isolation.
struct IsolationOptions {
  Isolation mode{Isolation::kAutomatic};
  /// [s] wall clock. A call of the worker (a step, initialize(), ...) that takes longer counts as hanging:
  /// the worker is ended and the call fails. 0: waits for ever. In this process nothing can be ended; there
  /// the log names an FMI call that takes longer (InstanceOptions::call_limit_s).
  double call_limit_s{60.0};
  /// False: a process of its own, but with all rights of this one. For debuggers and profilers.
  bool confined{true};
  Permissions permissions;
  /// [bytes] of address space of the worker; 0: no limit.
  std::uint64_t max_memory_bytes{0};
  /// The worker program; empty: the one installed with this library.
  std::filesystem::path worker;
};

/// One layer of confinement: whether this machine has it, and what its presence or absence means.
struct SandboxLayer {
  std::string name;    ///< "no new privileges", "Landlock", "seccomp", ...
  bool active{false};  ///< an isolated FMU started now would have it
  std::string detail;  ///< what it denies, or why it is missing
};
/// Looks at the kernel; starts nothing. For `lockstep info --sandbox`.
LOCKSTEP_CORE_EXPORT std::vector<SandboxLayer> sandbox_layers();

}  // namespace lockstep::core
