// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::bench {

/// Memory of the calling process as the kernel counts it.
struct Memory {
  std::uint64_t resident_bytes{0};  ///< now
  std::uint64_t peak_bytes{0};      ///< the most since the process began
  std::uint64_t heap_bytes{0};      ///< handed out by malloc and not freed
};
Memory memory_now();

/// Runs this program again with other arguments, so that memory is measured in a process that did nothing
/// else, and returns the one number it prints. Throws Error{kSystem} when the child fails.
double measure_in_child(const std::vector<std::string>& arguments);

/// A folder that is removed with everything in it.
class TemporaryFolder {
 public:
  /// Throws Error{kSystem}.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// CPU, kernel, compiler and load average, one line.
std::string machine_text();

}  // namespace lockstep::bench
