// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

namespace lockstep::core::archive {
namespace {

int set_lock(int fd, LockByte byte, LockKind kind, int command) noexcept {
  struct flock lock {};
  lock.l_type = kind == LockKind::kShared ? F_RDLCK : kind == LockKind::kExclusive ? F_WRLCK : F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  while (::fcntl(fd, command, &lock) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

}  // namespace

int wait_lock(int fd, LockByte byte, LockKind kind) noexcept {
  return set_lock(fd, byte, kind, F_OFD_SETLKW);
}

bool try_lock(int fd, LockByte byte, LockKind kind) noexcept {
  return set_lock(fd, byte, kind, F_OFD_SETLK) == 0;
}

LockedEntry open_entry(const CacheRoot& root, const std::string& name) {
  const std::string lock_name = name + "/lock";
  const auto trouble = [&](std::string_view what, int error) {
    return system_error(fmt::format("cache entry '{}' {}", (root.versioned / name).string(), what), error);
  };
  // Each round is lost to a cleaner at most; a hundred in a row means something else is wrong.
  for (int round = 0; round < 100; ++round) {
    LockedEntry entry;
    entry.lock = FileDescriptor{
        ::openat(root.fd.get(), lock_name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!entry.lock.valid() && errno == ENOENT) {
      if (::mkdirat(root.fd.get(), name.c_str(), 0700) != 0 && errno != EEXIST)
        throw trouble("cannot be made", errno);
      continue;
    }
    if (!entry.lock.valid()) throw trouble("cannot be opened", errno);
    const int error = wait_lock(entry.lock.get(), LockByte::kUse, LockKind::kShared);
    if (error != 0) throw trouble("cannot be locked", error);
    // A cleaner may have removed the entry between opening and locking: then this lock guards nothing.
    entry.folder = FileDescriptor{
        ::openat(root.fd.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    if (!entry.folder.valid()) {
      if (errno != ENOENT) throw trouble("cannot be opened", errno);
      continue;
    }
    struct stat held {};
    struct stat current {};
    if (::fstat(entry.lock.get(), &held) == 0 && ::fstatat(entry.folder.get(), "lock", &current, 0) == 0 &&
        held.st_ino == current.st_ino && held.st_dev == current.st_dev)
      return entry;
  }
  throw trouble("disappears whenever it is made", EAGAIN);
}

}  // namespace lockstep::core::archive
