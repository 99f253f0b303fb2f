// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/messages.hpp"

namespace lockstep::channel {

std::pair<MessageKind, std::size_t> decode_header(Span<const std::uint8_t> header) {
  std::uint32_t length = 0;
  std::uint8_t kind = 0;
  Reader{header}(length, kind);
  if (length < 1 || length > kLongestFrame)
    throw Error{ErrorCode::kBadInput, "a frame on the channel has a length of " + std::to_string(length) +
                                          " bytes, expected 1 to " + std::to_string(kLongestFrame)};
  if (kind > static_cast<std::uint8_t>(MessageKind::kLeave))
    throw Error{ErrorCode::kBadInput, "a frame on the channel has the unknown kind " + std::to_string(kind)};
  return {static_cast<MessageKind>(kind), length - 1};
}

namespace detail {

void finish_frame(std::vector<std::uint8_t>& frame) {
  const std::size_t length = frame.size() - sizeof(std::uint32_t);
  if (length > kLongestFrame)
    throw Error{ErrorCode::kBadUsage, "a message of " + std::to_string(length) +
                                          " bytes is too long for the channel, expected at most " +
                                          std::to_string(kLongestFrame) + "; send it in parts"};
  const auto short_length = static_cast<std::uint32_t>(length);
  std::memcpy(frame.data(), &short_length, sizeof short_length);
}

void fail_decoding(MessageKind expected, const std::string& why) {
  throw Error{ErrorCode::kBadInput, "a message on the channel is broken: expected kind " +
                                        std::to_string(static_cast<int>(expected)) + ", " + why};
}

}  // namespace detail
}  // namespace lockstep::channel
