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

/// One entry of the cache, opened and marked as in use until this object ends.
struct LockedEntry {
  FileDescriptor lock;    ///< holds LockByte::kUse shared
  FileDescriptor folder;  ///< the entry's folder
};

/// Opens (and makes, if it is not there) the entry `name` and takes its use lock; copes with a cleaner that
/// removes it at the same time. Throws Error{kSystem}.
LockedEntry open_entry(const CacheRoot& root, const std::string& name);

}  // namespace lockstep::core::archive
