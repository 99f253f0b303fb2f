// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::core::isolation {

/// What is open besides computing, threads and files.
struct CallRights {
  bool network{false};
  bool programs{false};
};

bool has_seccomp() noexcept;

/// Closes all system calls that a model does not need, for all threads this process makes. Calls that would
/// reach the network or start a program end in the SIGSYS handler of the process (see last_words.hpp), which
/// takes note of them; other known ones answer EPERM, unknown ones ENOSYS, so that libraries use what an
/// older kernel has. Needs "no new privileges". False, with errno: the kernel refused.
bool restrict_calls(const CallRights& rights) noexcept;

/// The permission a denied system call would have needed: "network", "programs", or null.
const char* permission_for_call(int number) noexcept;

}  // namespace lockstep::core::isolation
