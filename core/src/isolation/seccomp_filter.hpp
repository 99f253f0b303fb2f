// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::core::isolation {

/// What is open besides computing, threads and files.
struct CallRights {
  bool network{false};
  bool programs{false};
};

bool has_seccomp() noexcept;

/// Closes all system calls that a model does not need, for all threads this process makes. Known ones answer
/// EPERM, unknown ones ENOSYS, so that libraries use what an older kernel has. socket() without the right to
/// it ends in the SIGSYS handler of the process (see last_words.hpp), which takes note of it and answers
/// EPERM; in a thread that blocks all signals it ends the process. Only that one: the C library starts
/// programs with all signals blocked. Needs "no new privileges". False, with errno: the kernel refused.
bool restrict_calls(const CallRights& rights) noexcept;

/// A call that was noted would have needed the network.
bool needs_network(int number) noexcept;

}  // namespace lockstep::core::isolation
