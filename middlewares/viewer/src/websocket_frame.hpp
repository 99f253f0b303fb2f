// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::viewer {

/// A message of the WebSocket protocol (RFC 6455), put together from its frames.
struct WebSocketMessage {
  enum class Kind : std::uint8_t { kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };
  Kind kind{Kind::kText};
  std::string payload;
};

/// Codes by which a connection is closed.
inline constexpr std::uint16_t kCloseNormal = 1000, kCloseGoingAway = 1001, kCloseProtocolError = 1002,
                               kClosePolicy = 1008, kCloseTooBig = 1009;

/// Takes what a client sends, in whatever pieces it arrives, and gives whole messages. A frame that is longer
/// than allowed is refused by its header: its payload is never waited for nor stored.
class FrameReader {
 public:
  enum class Result : std::uint8_t { kMessage, kIncomplete, kFailed };

  explicit FrameReader(std::size_t max_message) : max_message_{max_message} {}

  void add(std::string_view bytes) { buffer_.append(bytes); }
  /// The next message. After kFailed the connection is to be closed with close_code().
  [[nodiscard]] Result next(WebSocketMessage& message);
  std::uint16_t close_code() const noexcept { return close_code_; }

 private:
  struct Header {
    unsigned opcode{0};
    bool final{false};
    std::size_t header_size{0};
    std::uint64_t length{0};
  };
  /// kMessage: there is one.
  Result read_header(Header& header);
  Result fail(std::uint16_t code) noexcept;

  std::size_t max_message_;
  std::string buffer_;   // bytes that came and were not used yet
  std::string partial_;  // payload of a message in several frames
  unsigned opcode_{0};   // of that message; 0: none is under way
  std::uint16_t close_code_{0};
};

/// A whole message as one frame from the server.
std::string encode_frame(WebSocketMessage::Kind kind, std::string_view payload);
std::string encode_close(std::uint16_t code, std::string_view why);

/// Sec-WebSocket-Accept for a Sec-WebSocket-Key.
std::string accept_key(std::string_view key);
/// 16 bytes in base 64, as a client's key must be.
bool is_key(std::string_view key) noexcept;

}  // namespace lockstep::viewer
