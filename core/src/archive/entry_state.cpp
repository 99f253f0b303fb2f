// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_state.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>

namespace lockstep::core::archive {
namespace {

/// Longer than a tick of any file system clock we know (Linux: at most 10 ms).
constexpr std::int64_t kTickNs = 20'000'000;
constexpr std::size_t kMaxManifestBytes = 256U << 20U;

std::int64_t clock_ns(clockid_t clock) {
  struct timespec now {};
  ::clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Checksum of a file's content; false if it cannot be read.
bool crc_of_file(int root, const std::string& name, std::uint32_t* crc) {
  const FileDescriptor file{::openat(root, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
  if (!file.valid()) return false;
  Bytes chunk{256 * 1024};
  *crc = 0;
  while (true) {
    const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
    if (count == 0) return true;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    *crc = libdeflate_crc32(*crc, chunk.data(), static_cast<std::size_t>(count));
  }
}

bool same_stamps(const FileIdentity& then, const FileIdentity& now, bool is_directory) {
  return then.inode == now.inode && then.mtime_ns == now.mtime_ns && then.ctime_ns == now.ctime_ns &&
         (is_directory || then.size == now.size);
}

/// One pass over the items of a manifest.
struct Examiner {
  int root;
  const Manifest& manifest;
  bool trust_stamps;
  std::int64_t trust_before_ns;
  EntryState state;

  void look_at(const ManifestItem& item) {
    ManifestItem now;
    const bool same = stat_item(root, item.name, item.crc32, &now) && now.is_directory == item.is_directory &&
                      same_stamps(item.identity, now.identity, item.is_directory);
    const bool proved = same && trust_stamps && now.identity.ctime_ns < trust_before_ns;
    if (proved) return;
    state.compared_content = true;
    if (item.is_directory) {
      if (!same || !free_of_strangers(root, item.name, manifest, Strangers::kKeep))
        state.touched_folders.push_back(item.name);
    } else {
      std::uint32_t crc = 0;
      if (!same || !crc_of_file(root, item.name, &crc) || crc != item.crc32)
        state.broken.push_back(item.name);
    }
  }
};

}  // namespace

Manifest load_manifest(int entry_file, std::int64_t* verified_at_ns) {
  Manifest manifest;
  struct stat status {};
  if (::fstat(entry_file, &status) != 0 || status.st_size <= 0) return manifest;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > kMaxManifestBytes) return manifest;
  *verified_at_ns = identity_of(status).mtime_ns;
  Bytes text{size};
  if (read_at(entry_file, text.data(), size, 0, "manifest") == size) decode(text.text(), &manifest);
  return manifest;
}

int store_manifest(int entry_file, const Manifest& manifest) {
  const std::string text = encode(manifest);
  if (::ftruncate(entry_file, 0) != 0 || ::lseek(entry_file, 0, SEEK_SET) != 0) return errno;
  return write_all(entry_file, text.data(), text.size());
}

bool stat_item(int root, const std::string& name, std::uint32_t crc32, ManifestItem* item) {
  struct stat status {};
  if (::fstatat(root, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
  item->name = name;
  item->identity = identity_of(status);
  item->is_directory = S_ISDIR(status.st_mode);
  item->crc32 = item->is_directory ? 0 : crc32;
  return true;
}

EntryState examine(int root, const Manifest& manifest, std::int64_t verified_at_ns,
                   const std::vector<std::string>& folders) {
  const std::int64_t now_ns = clock_ns(CLOCK_REALTIME);
  const std::int64_t booted_ns = now_ns - clock_ns(CLOCK_BOOTTIME);
  Examiner examiner{root, manifest, verified_at_ns > booted_ns, verified_at_ns - kTickNs, {}};
  examiner.state.examined_at_ns = now_ns;
  for (const std::string& folder : folders)
    if (!manifest.has_folder(folder)) examiner.state.missing_folders.push_back(folder);
  for (const ManifestItem& item : manifest.items) {
    const bool wanted = std::any_of(folders.begin(), folders.end(),
                                    [&](const std::string& folder) { return is_below(item.name, folder); });
    if (wanted) examiner.look_at(item);
  }
  return std::move(examiner.state);
}

bool free_of_strangers(int root, const std::string& folder, const Manifest& manifest, Strangers strangers) {
  const int fd = ::openat(root, folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR* stream = fd < 0 ? nullptr : ::fdopendir(fd);
  if (stream == nullptr) {
    if (fd >= 0) ::close(fd);
    return false;
  }
  bool clean = true;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view child = entry->d_name;
    if (child == "." || child == ".." || manifest.find(folder + '/' + entry->d_name) != nullptr) continue;
    clean = strangers == Strangers::kRemove && remove_tree(fd, entry->d_name) && clean;
  }
  ::closedir(stream);
  return clean;
}

void mark_verified(int entry_file, std::int64_t at_ns) noexcept {
  struct timespec times[2] = {};
  times[0].tv_nsec = UTIME_OMIT;
  times[1].tv_sec = static_cast<std::time_t>(at_ns / 1'000'000'000);
  times[1].tv_nsec = static_cast<long>(at_ns % 1'000'000'000);
  ::futimens(entry_file, times);
}

void mark_used(int entry_file) noexcept {
  struct timespec times[2] = {};
  times[0].tv_nsec = UTIME_NOW;
  times[1].tv_nsec = UTIME_OMIT;
  ::futimens(entry_file, times);
}

}  // namespace lockstep::core::archive
