// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace lockstep::core::isolation {

/// What a process may still do with files once Landlock is on.
struct FileRights {
  std::vector<std::filesystem::path> read;     ///< files or folders with all below them
  std::vector<std::filesystem::path> write;    ///< the same, with reading
  std::vector<std::filesystem::path> execute;  ///< the same, with reading
  bool network{false};                         ///< TCP, abstract sockets of other processes
};

/// The version of Landlock this kernel has; 0: none.
int landlock_version() noexcept;

/// Gives up all access to files that `rights` does not name, for this process and what it starts. Paths that
/// do not exist are left out. `version` is landlock_version(), or less to act like an older kernel. False,
/// with errno: the kernel refused.
bool restrict_files(const FileRights& rights, int version);

}  // namespace lockstep::core::isolation
