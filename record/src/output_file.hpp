// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace lockstep::record {

/// A file that is written from front to back. Opened by the constructor and emptied by begin(): a path that
/// cannot be written is found before a run starts, and the results of an earlier run survive a set-up that
/// fails. One thread at a time.
class OutputFile {
 public:
  /// Throws Error{kSystem} when `path` cannot be opened for writing.
  explicit OutputFile(const std::filesystem::path& path);
  /// Closes; a file that was made here and never begun is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws Error{kSystem}.
  void begin();
  /// False after a failure, then and ever after; see throw_error().
  bool write(const char* data, std::size_t size) noexcept;
  bool failed() const noexcept { return error_number_ != 0; }
  std::uint64_t bytes_written() const noexcept { return bytes_written_; }
  /// Closes; throws Error{kSystem} when not everything could be written.
  void end();
  [[noreturn]] void throw_error() const;

 private:
  std::string name_;
  std::filesystem::path created_;  // the file, if this object made it and no run has begun
  int descriptor_{-1};
  int error_number_{0};
  std::uint64_t bytes_written_{0};
};

}  // namespace lockstep::record
