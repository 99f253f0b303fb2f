// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::test {}

namespace lockstep::viewer::test {

using namespace lockstep::test;

/// A frame as a client sends it, masked.
inline std::string client_frame(unsigned opcode, const std::string& payload, bool final = true) {
  std::string frame;
  frame += static_cast<char>((final ? 128U : 0U) | opcode);
  const std::uint64_t length = payload.size();
  const unsigned length_bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
  frame += static_cast<char>(128U | (length_bytes == 0 ? length : length_bytes == 2 ? 126U : 127U));
  for (unsigned i = length_bytes; i-- > 0;)
    frame += static_cast<char>(length >> (8U * i) & 255U);
  const std::string mask = "\x11\x22\x33\x44";
  frame += mask;
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  return frame;
}

}  // namespace lockstep::viewer::test
