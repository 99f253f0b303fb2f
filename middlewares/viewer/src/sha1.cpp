// SPDX-License-Identifier: Apache-2.0
#include "sha1.hpp"

#include <array>
#include <cstdint>

namespace lockstep::viewer {
namespace {

using Words = std::array<std::uint32_t, 5>;

std::uint32_t rotated(std::uint32_t word, unsigned bits) {
  return word << bits | word >> (32U - bits);
}

struct Round {
  std::uint32_t mixed, constant;
};

Round round(unsigned i, const Words& w) {
  if (i < 20) return {(w[1] & w[2]) | (~w[1] & w[3]), 0x5A827999U};
  if (i < 40) return {w[1] ^ w[2] ^ w[3], 0x6ED9EBA1U};
  if (i < 60) return {(w[1] & w[2]) | (w[1] & w[3]) | (w[2] & w[3]), 0x8F1BBCDCU};
  return {w[1] ^ w[2] ^ w[3], 0xCA62C1D6U};
}

void add_block(const unsigned char* block, Words& hash) {
  std::array<std::uint32_t, 80> schedule{};
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 4; ++j)
      schedule[i] = schedule[i] << 8U | block[4 * i + j];
  for (unsigned i = 16; i < 80; ++i)
    schedule[i] = rotated(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16], 1);
  Words w = hash;
  for (unsigned i = 0; i < 80; ++i) {
    const Round r = round(i, w);
    const std::uint32_t first = rotated(w[0], 5) + r.mixed + w[4] + r.constant + schedule[i];
    w = {first, w[0], rotated(w[1], 30), w[2], w[3]};
  }
  for (unsigned i = 0; i < 5; ++i)
    hash[i] += w[i];
}

}  // namespace

std::string sha1(std::string_view text) {
  std::string padded{text};
  padded += '\x80';
  while (padded.size() % 64 != 56)
    padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (unsigned i = 8; i-- > 0;)
    padded += static_cast<char>(bits >> (8 * i) & 255U);
  Words hash{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
  for (std::size_t i = 0; i < padded.size(); i += 64)
    add_block(reinterpret_cast<const unsigned char*>(padded.data()) + i, hash);
  std::string bytes;
  for (const std::uint32_t word : hash)
    for (unsigned i = 4; i-- > 0;)
      bytes += static_cast<char>(word >> (8 * i) & 255U);
  return bytes;
}

}  // namespace lockstep::viewer
