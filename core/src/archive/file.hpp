// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core::archive {

/// Owns a file descriptor. Every descriptor of core is close-on-exec.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) noexcept : fd_{fd} {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor();

  int get() const noexcept { return fd_; }
  bool valid() const noexcept { return fd_ >= 0; }

 private:
  int fd_{-1};
};

/// "No space left on device (ENOSPC)"-like text of an errno value; safe with threads.
std::string system_text(int error_number);

/// Error{kSystem, "<what>: <text of errno>; <fix>"}; disk full and read-only get their own fix.
Error system_error(std::string_view what, int error_number);

FileIdentity identity_of(const struct stat& status) noexcept;

/// Reads exactly `size` bytes at `offset`. Returns how many were there: fewer means end of file.
/// Throws Error{kUnreadable} on an I/O error; `what` names the file in the message.
std::size_t read_at(int fd, void* into, std::size_t size, std::uint64_t offset, std::string_view what);

/// Writes all of it. Returns 0 or the errno value of the failure.
[[nodiscard]] int write_all(int fd, const void* data, std::size_t size) noexcept;

/// The file's content if it is a regular file of at most `limit` bytes, else an empty string (a link is not
/// followed). For small files of the cache, where anything odd means "not there".
std::string read_small_file(int directory, const char* name, std::size_t limit);

/// Removes what `name` in `directory` is, with everything below it; follows no link. Returns false if
/// something could not be removed.
bool remove_tree(int directory, const char* name) noexcept;

}  // namespace lockstep::core::archive
