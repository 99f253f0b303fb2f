// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "archive/cache_root.hpp"
#include "archive/file.hpp"

namespace lockstep::core::archive {

/// Which byte of a lock file is meant. Two locks in one file: one open descriptor for both.
enum class LockByte : int {
  kUse = 0,    ///< shared: the files are in use; exclusive: nobody else uses them
  kWrite = 1,  ///< exclusive: this one changes the entry
};
enum class LockKind { kShared, kExclusive, kNone };

/// Takes, changes or releases a lock that belongs to the open file description, so that threads exclude each
/// other like processes do, and that ends with its last descriptor, however the process ends.
/// Waits. Returns 0 or the errno value.
[[nodiscard]] int wait_lock(int fd, LockByte byte, LockKind kind) noexcept;

/// The same without waiting; false if somebody else holds it (a lock held before stays as it was).
[[nodiscard]] bool try_lock(int fd, LockByte byte, LockKind kind) noexcept;

/// One FMU in the cache, opened and marked as in use until this object ends.
struct LockedEntry {
  FileDescriptor file;  ///< manifest and locks; holds LockByte::kUse shared
  FileDescriptor root;  ///< the folder with the files of the archive
};

/// Name of the file that stands for the entry `name`, and of the folder for what was made from it.
std::string entry_file_name(const std::string& name);
std::string derived_folder_name(const std::string& name);

/// True if `fd` is still what stands for the entry: a cleaner may have removed it, and somebody made it anew.
bool is_current(const CacheRoot& root, const std::string& name, int fd) noexcept;

/// Opens (and makes, if it is not there) the entry `name` and takes its use lock; copes with a cleaner that
/// removes it at the same time. Throws Error{kSystem}.
LockedEntry open_entry(const CacheRoot& root, const std::string& name);

}  // namespace lockstep::core::archive
