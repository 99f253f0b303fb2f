// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// The whole program lockstep-worker, which runs one isolated FMU; Stepper::create starts it. The return
/// value is the program's exit code. Not for other programs: it closes descriptors, forks and gives up
/// rights.
LOCKSTEP_CORE_EXPORT int run_isolation_worker(int argc, char** argv);

}  // namespace lockstep::core
