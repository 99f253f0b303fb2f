// SPDX-License-Identifier: Apache-2.0
#include "archive/known_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string>

namespace lockstep::core::archive {
namespace {

constexpr const char* kFolder = "known";

std::string key_of(const FileIdentity& identity) {
  char key[160];
  std::snprintf(
      key, sizeof key, "%s/%llx-%llx-%llx-%llx-%llx", kFolder,
      static_cast<unsigned long long>(identity.device), static_cast<unsigned long long>(identity.inode),
      static_cast<unsigned long long>(identity.size), static_cast<unsigned long long>(identity.mtime_ns),
      static_cast<unsigned long long>(identity.ctime_ns));
  return key;
}

bool parse_hex(std::string_view text, ContentHash* hash) {
  if (text.size() != 2 * hash->bytes.size()) return false;
  for (std::size_t i = 0; i < hash->bytes.size(); ++i) {
    const char* const last = text.data() + 2 * i + 2;
    const auto [end, error] = std::from_chars(last - 2, last, hash->bytes[i], 16);
    if (error != std::errc{} || end != last) return false;
  }
  return true;
}

}  // namespace

bool settled(const FileIdentity& identity, std::chrono::nanoseconds settle_time) noexcept {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto changed = std::chrono::nanoseconds{std::max(identity.mtime_ns, identity.ctime_ns)};
  return changed + settle_time <= now;
}

bool recall_hash(const CacheRoot& root, const FileIdentity& identity, ContentHash* hash) {
  return parse_hex(read_small_file(root.fd.get(), key_of(identity).c_str(), 64), hash);
}

void remember_hash(const CacheRoot& root, const FileIdentity& identity, const ContentHash& hash) noexcept {
  const std::string key = key_of(identity);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
  FileDescriptor file{::openat(root.fd.get(), key.c_str(), kFlags, 0600)};
  if (!file.valid() && errno == ENOENT && ::mkdirat(root.fd.get(), kFolder, 0700) == 0)
    file = FileDescriptor{::openat(root.fd.get(), key.c_str(), kFlags, 0600)};
  if (!file.valid()) return;
  const std::string text = hash.hex();
  // A half-written hash has the wrong length and counts as unknown.
  if (write_all(file.get(), text.data(), text.size()) != 0) ::unlinkat(root.fd.get(), key.c_str(), 0);
}

}  // namespace lockstep::core::archive
