// SPDX-License-Identifier: Apache-2.0
#include "archive/file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <system_error>

namespace lockstep::core::archive {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::string system_text(int error_number) {
  return std::error_code{error_number, std::generic_category()}.message();
}

Error system_error(std::string_view what, int error_number) {
  std::string_view fix = "check that this user may read and write there, or set LOCKSTEP_CACHE_DIR";
  if (error_number == ENOSPC || error_number == EDQUOT)
    fix = "free some space on that disk, or set LOCKSTEP_CACHE_DIR to a folder on another one";
  if (error_number == EROFS)
    fix = "the file system is read-only; set LOCKSTEP_CACHE_DIR to a writable folder";
  if (error_number == EMFILE || error_number == ENFILE) fix = "raise the limit of open files (ulimit -n)";
  return Error{ErrorCode::kSystem, fmt::format("{}: {}; {}", what, system_text(error_number), fix)};
}

namespace {

std::int64_t nanoseconds(const struct timespec& time) noexcept {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

FileIdentity identity_of(const struct stat& status) noexcept {
  FileIdentity identity;
  identity.device = status.st_dev;
  identity.inode = status.st_ino;
  identity.size = static_cast<std::uint64_t>(status.st_size);
  identity.mtime_ns = nanoseconds(status.st_mtim);
  identity.ctime_ns = nanoseconds(status.st_ctim);
  return identity;
}

std::size_t read_at(int fd, void* into, std::size_t size, std::uint64_t offset, std::string_view what) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count =
        ::pread(fd, static_cast<char*>(into) + done, size - done, static_cast<off_t>(offset + done));
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      throw Error{
          ErrorCode::kUnreadable,
          fmt::format("archive '{}': reading {} bytes at {} failed: {}; copy the file to a local disk "
                      "and try again",
                      what, size, offset, system_text(errno))};
    }
  }
  return done;
}

int write_all(int fd, const void* data, std::size_t size) noexcept {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::write(fd, next, size);
    if (count >= 0) {
      next += count;
      size -= static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::string read_small_file(int directory, const char* name, std::size_t limit) {
  const FileDescriptor file{::openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  if (!file.valid()) return {};
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit) return {};
  std::string content(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(file.get(), content.data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    done += static_cast<std::size_t>(count);
  }
  return content;
}

bool remove_tree(int directory, const char* name) noexcept {
  if (::unlinkat(directory, name, 0) == 0 || errno == ENOENT) return true;
  if (errno != EISDIR && errno != EPERM) return false;
  // An FMU may have taken our own rights away from a folder of its resources.
  int fd = ::openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == EACCES && ::fchmodat(directory, name, 0700, 0) == 0)
    fd = ::openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return false;
  struct stat status {};
  if (::fstat(fd, &status) == 0 && (status.st_mode & 0700U) != 0700U) ::fchmod(fd, 0700);
  DIR* stream = ::fdopendir(fd);
  if (stream == nullptr) {
    ::close(fd);
    return false;
  }
  bool all = true;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view child = entry->d_name;
    if (child != "." && child != "..") all = remove_tree(fd, entry->d_name) && all;
  }
  ::closedir(stream);
  return ::unlinkat(directory, name, AT_REMOVEDIR) == 0 && all;
}

}  // namespace lockstep::core::archive
