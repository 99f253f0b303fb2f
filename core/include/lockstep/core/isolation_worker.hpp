// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// The whole program lockstep-worker, which runs one isolated FMU; Stepper::create starts it. The return
/// value is the program's exit code. Not for other programs: it closes descriptors, forks and gives up
/// rights.
LOCKSTEP_CORE_EXPORT int run_isolation_worker(int argc, char** argv);

/// The worker program saw that the FMU was refused a file (EACCES): the report to the host names it, with the
/// line that allows it. From any thread.
LOCKSTEP_CORE_EXPORT void note_refused_file(const char* path, bool to_write) noexcept;

}  // namespace lockstep::core
