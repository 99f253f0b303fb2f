// SPDX-License-Identifier: Apache-2.0
#include "binary/loader_cache.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

namespace lockstep::core {
namespace {

constexpr std::string_view kOldMagic = "ld.so-1.7.0";
constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
constexpr std::size_t kHeaderSize = 48;
constexpr std::size_t kEntrySize = 24;
constexpr std::size_t kOldHeaderSize = 16;
constexpr std::size_t kOldEntrySize = 12;

std::optional<std::uint32_t> number_at(std::string_view bytes, std::size_t offset) noexcept {
  if (offset > bytes.size() || bytes.size() - offset < 4) return std::nullopt;
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::optional<std::string> text_at(std::string_view bytes, std::size_t offset) {
  if (offset >= bytes.size()) return std::nullopt;
  const std::string_view rest = bytes.substr(offset);
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return std::string{rest.substr(0, end)};
}

/// Older systems put a list in the format of libc 5 in front.
std::string_view skip_old_cache(std::string_view bytes) noexcept {
  if (bytes.substr(0, kOldMagic.size()) != kOldMagic) return bytes;
  const auto count = number_at(bytes, 12);
  if (!count) return {};
  const std::size_t end = kOldHeaderSize + std::size_t{*count} * kOldEntrySize;
  const std::size_t aligned = (end + 7) / 8 * 8;
  return aligned < bytes.size() ? bytes.substr(aligned) : std::string_view{};
}

}  // namespace

std::vector<CachedLibrary> parse_loader_cache(std::string_view bytes) {
  const std::string_view cache = skip_old_cache(bytes);
  if (cache.substr(0, kMagic.size()) != kMagic) return {};
  const auto count = number_at(cache, kMagic.size());
  if (!count || *count > cache.size() / kEntrySize) return {};
  std::vector<CachedLibrary> libraries;
  libraries.reserve(*count);
  for (std::size_t i = 0; i < *count; ++i) {
    const std::size_t entry = kHeaderSize + i * kEntrySize;
    const auto key = number_at(cache, entry + 4), value = number_at(cache, entry + 8);
    if (!key || !value) return {};
    auto name = text_at(cache, *key), path = text_at(cache, *value);
    if (!name || !path) return {};
    libraries.push_back({std::move(*name), std::move(*path)});
  }
  return libraries;
}

}  // namespace lockstep::core
