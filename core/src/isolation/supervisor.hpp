// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "isolation/shared_memory.hpp"

namespace lockstep::core::isolation {

/// A private folder for what the FMU writes, removed with everything below it by the destructor.
class ScratchFolder {
 public:
  /// Below `parent`, mode 0700. Throws Error{kSystem}.
  explicit ScratchFolder(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// Watches over the process of the FMU: ends it when the host asks (kEndGently) or is gone (`control` is
/// closed), tells the host how it ended, returns when both are done with it. SIGCHLD must be blocked.
void supervise(pid_t worker, SharedMemory& memory, int control);

}  // namespace lockstep::core::isolation
