// SPDX-License-Identifier: Apache-2.0
#include "archive/content_hash.hpp"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <algorithm>

#include "archive/file.hpp"

namespace lockstep::core {

std::string ContentHash::hex() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 0xFU];
  }
  return text;
}

namespace archive {

ContentHash hash_file(int fd, std::uint64_t size, std::string_view path) {
  // Small enough to stay in the first caches between reading and hashing.
  constexpr std::uint64_t kChunk = 64 * 1024;
  Bytes chunk{static_cast<std::size_t>(std::min(size, kChunk))};
  sha256_ctx context;
  sha256_init(&context);
  for (std::uint64_t at = 0; at < size;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size - at, kChunk));
    if (read_at(fd, chunk.data(), wanted, at, path) != wanted)
      throw Error{ErrorCode::kUnreadable,
                  fmt::format("archive '{}' became shorter while it was read; load it again", path)};
    sha256_update(&context, wanted, reinterpret_cast<const std::uint8_t*>(chunk.data()));
    at += wanted;
  }
  ContentHash hash;
  sha256_digest(&context, hash.bytes.size(), hash.bytes.data());
  return hash;
}

}  // namespace archive
}  // namespace lockstep::core
