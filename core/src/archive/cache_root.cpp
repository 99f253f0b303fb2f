// SPDX-License-Identifier: Apache-2.0
#include "archive/cache_root.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string>
#include <system_error>

#include "archive/entry_lock.hpp"

namespace lockstep::core::archive {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVersion = "v1";
constexpr const char* kAlive = "alive";
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

/// What to do when a folder cannot be used: say so, or look for another one.
enum class OnTrouble { kThrow, kReturnNull };

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string{value};
}

/// Whoever can write to the folder can make this user run any code, so others must not.
void check_owner(const fs::path& directory, const struct stat& status) {
  constexpr std::string_view kFix =
      "set LOCKSTEP_CACHE_DIR to a folder of your own, or remove this one if you do not know where it comes "
      "from";
  if (status.st_uid != ::geteuid())
    throw Error{ErrorCode::kSystem,
                fmt::format("cache folder '{}' belongs to user {}, not to user {} who runs this; {}",
                            directory.string(), status.st_uid, ::geteuid(), kFix)};
  if ((status.st_mode & 022U) != 0)
    throw Error{
        ErrorCode::kSystem,
        fmt::format("cache folder '{}' can be written by others (mode {:04o}), expected 0700; run chmod 700 "
                    "on it after checking its content, or {}",
                    directory.string(), status.st_mode & 07777U, kFix)};
}

/// Makes the folder and those above it that are missing; all new ones are private.
int make_folders(const fs::path& directory) {
  if (::mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST) return 0;
  if (errno != ENOENT || !directory.has_relative_path()) return errno;
  const int error = make_folders(directory.parent_path());
  if (error != 0) return error;
  return ::mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

/// Opens `versioned` below the checked folder `parent`. Returns 0 or the errno value.
int open_versioned(int parent, CacheRoot* root) {
  root->fd = FileDescriptor{::openat(parent, kVersion, kFolderFlags | O_NOFOLLOW)};
  if (!root->fd.valid() && errno == ENOENT) {
    if (::mkdirat(parent, kVersion, 0700) != 0 && errno != EEXIST) return errno;
    root->fd = FileDescriptor{::openat(parent, kVersion, kFolderFlags | O_NOFOLLOW)};
  }
  if (!root->fd.valid()) return errno;
  struct stat status {};
  if (::fstat(root->fd.get(), &status) != 0) return errno;
  check_owner(root->versioned, status);
  if ((status.st_mode & 077U) != 0 && ::fchmod(root->fd.get(), 0700) != 0) return errno;
  return 0;
}

std::shared_ptr<CacheRoot> open_at(const fs::path& directory, OnTrouble on_trouble) {
  const auto trouble = [&](int error) -> std::shared_ptr<CacheRoot> {
    if (on_trouble == OnTrouble::kReturnNull) return nullptr;
    throw system_error(fmt::format("cache folder '{}' cannot be used", directory.string()), error);
  };
  auto root = std::make_shared<CacheRoot>();
  root->directory = directory;
  root->versioned = directory / kVersion;
  FileDescriptor parent{::open(directory.c_str(), kFolderFlags)};
  if (!parent.valid() && errno == ENOENT) {
    const int error = make_folders(directory);
    if (error != 0) return trouble(error);
    parent = FileDescriptor{::open(directory.c_str(), kFolderFlags)};
  }
  if (!parent.valid()) return trouble(errno);
  struct stat status {};
  if (::fstat(parent.get(), &status) != 0) return trouble(errno);
  check_owner(directory, status);
  const int error = open_versioned(parent.get(), root.get());
  if (error != 0) return trouble(error);
  if (on_trouble == OnTrouble::kReturnNull) {
    // A home that is read-only or forbids executing is no place for FMUs; one the user chose is used as it
    // is.
    struct statvfs system {};
    if (::fstatvfs(root->fd.get(), &system) != 0) return nullptr;
    if ((system.f_flag & (ST_RDONLY | ST_NOEXEC)) != 0) return nullptr;
    if (::faccessat(root->fd.get(), ".", W_OK | X_OK, AT_EACCESS) != 0) return nullptr;
  }
  return root;
}

std::string temporary_prefix() {
  return fmt::format("lockstep-{}-", ::geteuid());
}

/// Removes the temporary folders of processes that died. One without lock file may be just about to be made.
void remove_dead_temporaries(const fs::path& parent) {
  DIR* stream = ::opendir(parent.c_str());
  if (stream == nullptr) return;
  const std::string prefix = temporary_prefix();
  const int parent_fd = ::dirfd(stream);
  while (const dirent* entry = ::readdir(stream)) {
    if (std::string_view{entry->d_name}.substr(0, prefix.size()) != prefix) continue;
    const FileDescriptor folder{::openat(parent_fd, entry->d_name, kFolderFlags | O_NOFOLLOW)};
    struct stat status {};
    if (!folder.valid() || ::fstat(folder.get(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    const FileDescriptor alive{::openat(folder.get(), kAlive, O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    constexpr std::time_t kOld = 3600;
    const bool dead = alive.valid() ? try_lock(alive.get(), LockByte::kUse, LockKind::kExclusive)
                                    : status.st_mtime + kOld < std::time(nullptr);
    if (dead) remove_tree(parent_fd, entry->d_name);
  }
  ::closedir(stream);
}

std::shared_ptr<CacheRoot> open_temporary() {
  const std::string chosen = environment("TMPDIR");
  const fs::path parent = fs::path{chosen.empty() || chosen[0] != '/' ? "/tmp" : chosen};
  remove_dead_temporaries(parent);
  std::string pattern = (parent / (temporary_prefix() + "XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw system_error(
        fmt::format("no folder for unpacked FMUs: neither $XDG_CACHE_HOME nor $HOME can be used, and "
                    "making a temporary folder in '{}' failed",
                    parent.string()),
        errno);
  auto root = std::make_shared<CacheRoot>();
  root->directory = pattern;
  root->versioned = root->directory / kVersion;
  root->temporary = true;
  const FileDescriptor folder{::open(pattern.c_str(), kFolderFlags)};
  root->alive = FileDescriptor{::openat(folder.get(), kAlive, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  const bool locked =
      root->alive.valid() && try_lock(root->alive.get(), LockByte::kUse, LockKind::kExclusive);
  const int error = locked ? open_versioned(folder.get(), root.get()) : errno;
  if (error != 0) throw system_error(fmt::format("temporary folder '{}' cannot be used", pattern), error);
  return root;
}

}  // namespace

CacheRoot::~CacheRoot() {
  if (temporary) remove_tree(AT_FDCWD, directory.c_str());
}

std::shared_ptr<const CacheRoot> open_cache_root(const CacheOptions& options) {
  fs::path chosen = options.directory;
  if (chosen.empty()) chosen = environment("LOCKSTEP_CACHE_DIR");
  if (!chosen.empty()) return open_at(fs::absolute(chosen), OnTrouble::kThrow);

  // The XDG rules: a relative XDG_CACHE_HOME is ignored.
  const std::string xdg = environment("XDG_CACHE_HOME");
  const std::string home = environment("HOME");
  std::error_code ignored;
  if (!xdg.empty() && xdg[0] == '/') {
    chosen = fs::path{xdg} / "lockstep";
  } else if (!home.empty() && home[0] == '/' && fs::is_directory(home, ignored)) {
    chosen = fs::path{home} / ".cache" / "lockstep";  // a home that does not exist is not for us to make
  }
  std::shared_ptr<CacheRoot> root;
  if (!chosen.empty()) root = open_at(chosen, OnTrouble::kReturnNull);
  return root != nullptr ? root : open_temporary();
}

}  // namespace lockstep::core::archive
