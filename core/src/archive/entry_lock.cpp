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

std::string entry_file_name(const std::string& name) {
  return name + ".entry";
}

std::string derived_folder_name(const std::string& name) {
  return name + ".derived";
}

bool is_current(const CacheRoot& root, const std::string& name, int fd) noexcept {
  struct stat held {};
  struct stat current {};
  return ::fstat(fd, &held) == 0 &&
         ::fstatat(root.fd.get(), entry_file_name(name).c_str(), &current, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == current.st_ino && held.st_dev == current.st_dev;
}

LockedEntry open_entry(const CacheRoot& root, const std::string& name) {
  constexpr int kFileFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
  const std::string file_name = entry_file_name(name);
  const auto trouble = [&](std::string_view what, int error) {
    return system_error(fmt::format("cache entry '{}' {}", (root.versioned / name).string(), what), error);
  };
  // A round is lost only to a cleaner; a hundred in a row mean that something else is wrong.
  for (int round = 0; round < 100; ++round) {
    LockedEntry entry;
    entry.file = FileDescriptor{::openat(root.fd.get(), file_name.c_str(), kFileFlags, 0600)};
    if (!entry.file.valid()) throw trouble("cannot be opened", errno);
    const int error = wait_lock(entry.file.get(), LockByte::kUse, LockKind::kShared);
    if (error != 0) throw trouble("cannot be locked", error);
    // Removed between opening and locking, the file guards nothing.
    if (!is_current(root, name, entry.file.get())) continue;
    entry.root = FileDescriptor{::openat(root.fd.get(), name.c_str(), kFolderFlags)};
    if (!entry.root.valid() && errno == ENOENT) {
      if (::mkdirat(root.fd.get(), name.c_str(), 0700) != 0 && errno != EEXIST)
        throw trouble("cannot be made", errno);
      entry.root = FileDescriptor{::openat(root.fd.get(), name.c_str(), kFolderFlags)};
    }
    if (!entry.root.valid()) throw trouble("cannot be opened", errno);
    return entry;
  }
  throw trouble("disappears whenever it is made", EAGAIN);
}

}  // namespace lockstep::core::archive
