// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/call_ring.hpp"
#include "isolation/shared_memory.hpp"

namespace lockstep::core::isolation {

/// In the worker: from now on a crash, exit() and the supervisor's SIGTERM copy the last FMI calls into the
/// shared memory before the process ends. Handlers run on a stack of their own, since a crash may be a stack
/// overflow. A system call that the filter refuses answers EPERM and is noted there, too. An FMU that
/// installs handlers of its own takes this away from itself; the host then knows less.
void arrange_last_words(LastWords& place) noexcept;

/// The FMU was refused a file: the first few are noted for the host. From any thread.
void note_refused_file(const char* path, bool to_write) noexcept;

/// Where the calls are; null: nowhere at the moment.
void set_last_calls(const CallRing* calls) noexcept;

}  // namespace lockstep::core::isolation
