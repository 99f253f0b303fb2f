// SPDX-License-Identifier: Apache-2.0
#include "archive/cache_cleaner.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "archive/entry_lock.hpp"

namespace lockstep::core::archive {
namespace {

constexpr std::string_view kTrashPrefix = "trash-";
constexpr const char* kStampName = "cleaned";
constexpr const char* kKnownName = "known";
constexpr std::time_t kEverySeconds = 600;

/// Names in a folder, without "." and "..".
std::vector<std::string> names_in(int parent, const char* folder) {
  std::vector<std::string> names;
  const int fd = ::openat(parent, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR* stream = fd < 0 ? nullptr : ::fdopendir(fd);
  if (stream == nullptr) {
    if (fd >= 0) ::close(fd);
    return names;
  }
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(stream);
  return names;
}

/// Bytes on disk of what `name` is and holds.
std::uint64_t disk_usage(int parent, const std::string& name) {
  struct stat status {};
  if (::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  auto bytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
  if (!S_ISDIR(status.st_mode)) return bytes;
  const FileDescriptor folder{
      ::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!folder.valid()) return bytes;
  for (const std::string& child : names_in(folder.get(), "."))
    bytes += disk_usage(folder.get(), child);
  return bytes;
}

bool is_entry_name(std::string_view name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct Candidate {
  std::string name;
  std::uint64_t bytes{0};
  std::time_t last_used{0};
  bool complete{false};
};

/// Every entry once, also one of which only the folder or only the file is there; least recently used first.
std::vector<Candidate> candidates(const CacheRoot& root) {
  std::set<std::string> names;
  for (const std::string& name : names_in(root.fd.get(), "."))
    if (is_entry_name(name.substr(0, name.find('.')))) names.insert(name.substr(0, name.find('.')));
  std::vector<Candidate> found;
  for (const std::string& name : names) {
    Candidate candidate;
    candidate.name = name;
    struct stat status {};
    if (::fstatat(root.fd.get(), entry_file_name(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
      candidate.last_used = status.st_atime;
      candidate.complete = status.st_size > 0;
    }
    for (const std::string& part : {name, entry_file_name(name), derived_folder_name(name)})
      candidate.bytes += disk_usage(root.fd.get(), part);
    found.push_back(std::move(candidate));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.last_used < b.last_used; });
  return found;
}

/// Moves a folder of the cache out of everybody's way and removes it.
bool discard_folder(const CacheRoot& root, const std::string& name) {
  const std::string trash = std::string{kTrashPrefix} + name;
  remove_tree(root.fd.get(), trash.c_str());
  if (::renameat(root.fd.get(), name.c_str(), root.fd.get(), trash.c_str()) != 0) return errno == ENOENT;
  return remove_tree(root.fd.get(), trash.c_str());
}

/// Removes an entry unless somebody uses it.
bool remove_entry(const CacheRoot& root, const std::string& name) {
  const FileDescriptor file{::openat(root.fd.get(), entry_file_name(name).c_str(),
                                     O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!file.valid()) return false;
  if (!try_lock(file.get(), LockByte::kWrite, LockKind::kExclusive)) return false;
  if (!try_lock(file.get(), LockByte::kUse, LockKind::kExclusive)) return false;
  if (!is_current(root, name, file.get())) return false;
  return discard_entry(root, name, file.get());
}

/// What a cleaner that died left, and hashes of files not seen for long.
void remove_leftovers(const CacheRoot& root, std::time_t oldest, bool everything) {
  for (const std::string& name : names_in(root.fd.get(), "."))
    if (name.compare(0, kTrashPrefix.size(), kTrashPrefix) == 0) remove_tree(root.fd.get(), name.c_str());
  const FileDescriptor known{
      ::openat(root.fd.get(), kKnownName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!known.valid()) return;
  for (const std::string& name : names_in(known.get(), ".")) {
    struct stat status {};
    if (::fstatat(known.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (everything || status.st_mtime < oldest) ::unlinkat(known.get(), name.c_str(), 0);
  }
}

}  // namespace

bool discard_entry(const CacheRoot& root, const std::string& name, int entry_file) noexcept {
  // In this order a crash leaves an entry without manifest, or a folder that the next cleaning finds.
  bool all = ::ftruncate(entry_file, 0) == 0;
  for (const std::string& folder : {name, derived_folder_name(name)})
    all = discard_folder(root, folder) && all;
  return ::unlinkat(root.fd.get(), entry_file_name(name).c_str(), 0) == 0 && all;
}

CleanReport clean_cache(const CacheRoot& root, const CacheOptions& options, bool everything) {
  const std::time_t oldest =
      std::time(nullptr) - static_cast<std::time_t>(std::chrono::seconds{options.max_age}.count());
  remove_leftovers(root, oldest, everything);
  const std::vector<Candidate> entries = candidates(root);
  std::uint64_t total = 0;
  for (const Candidate& entry : entries)
    total += entry.bytes;

  CleanReport report;
  for (const Candidate& entry : entries) {
    const bool wanted_gone =
        everything || !entry.complete || entry.last_used < oldest || total > options.max_bytes;
    if (wanted_gone && remove_entry(root, entry.name)) {
      ++report.entries_removed;
      report.bytes_removed += entry.bytes;
      total -= entry.bytes;
    } else {
      ++report.entries_kept;
      report.bytes_kept += entry.bytes;
      if (wanted_gone) ++report.entries_in_use;
    }
  }
  return report;
}

void clean_now_and_then(const CacheRoot& root, const CacheOptions& options) {
  struct stat status {};
  const bool known = ::fstatat(root.fd.get(), kStampName, &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (known && status.st_mtime + kEverySeconds > std::time(nullptr)) return;
  const FileDescriptor stamp{
      ::openat(root.fd.get(), kStampName, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!stamp.valid()) return;
  ::futimens(stamp.get(), nullptr);
  if (known) clean_cache(root, options, false);
}

}  // namespace lockstep::core::archive
