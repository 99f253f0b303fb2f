// SPDX-License-Identifier: Apache-2.0
#include "binary/library_search.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lockstep::core {
namespace {

constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
constexpr std::size_t kHeaderSize = 48;
constexpr std::size_t kEntrySize = 24;
constexpr std::size_t kMaxCacheBytes = 64U << 20U;

std::uint32_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  if (offset + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::set<std::string, std::less<>> names_in_loader_cache(std::string_view cache) {
  std::set<std::string, std::less<>> names;
  const std::size_t begin = cache.find(kMagic);  // an old table may stand in front of the new one
  if (begin == std::string_view::npos) return names;
  const std::string_view table = cache.substr(begin);
  const std::uint32_t count = number_at(table, kMagic.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t entry = kHeaderSize + std::size_t{i} * kEntrySize;
    if (entry + kEntrySize > table.size()) break;
    const std::uint32_t key = number_at(table, entry + 4);  // offset of the name, from the table's begin
    if (key >= table.size()) continue;
    const std::string_view rest = table.substr(key);
    names.emplace(rest.substr(0, rest.find('\0')));
  }
  return names;
}

LibrarySearch::LibrarySearch() {
  std::ifstream file{"/etc/ld.so.cache", std::ios::binary};
  std::string cache{std::istreambuf_iterator<char>{file}, {}};
  if (cache.size() <= kMaxCacheBytes) cached_ = names_in_loader_cache(cache);
  if (const char* path = std::getenv("LD_LIBRARY_PATH")) {
    const std::string_view text{path};
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t to = std::min(text.find(':', from), text.size());
      if (to > from) folders_.emplace_back(text.substr(from, to - from));
      from = to + 1;
    }
  }
  for (const char* folder : {"/lib", "/usr/lib", "/lib64", "/usr/lib64"})
    folders_.emplace_back(folder);
}

bool LibrarySearch::has(const std::string& name) const {
  std::error_code ignored;
  if (!name.empty() && name.front() == '/') return std::filesystem::exists(name, ignored);
  if (cached_.find(name) != cached_.end()) return true;
  for (const std::string& folder : folders_) {
    if (std::filesystem::exists(std::filesystem::path{folder} / name, ignored)) return true;
  }
  return false;
}

}  // namespace lockstep::core
