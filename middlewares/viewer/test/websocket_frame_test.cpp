// SPDX-License-Identifier: Apache-2.0
#include "websocket_frame.hpp"

#include <gtest/gtest.h>

#include "client_frame.hpp"
#include "sha1.hpp"

namespace lockstep::viewer {
namespace {

using Kind = WebSocketMessage::Kind;
using Result = FrameReader::Result;
using test::client_frame;

constexpr std::size_t kMost = 1000;

std::uint16_t code_of(const std::string& bytes) {
  FrameReader reader{kMost};
  reader.add(bytes);
  WebSocketMessage message;
  EXPECT_EQ(reader.next(message), Result::kFailed);
  return reader.close_code();
}

// The example of RFC 6455, section 1.3.
TEST(WebSocketFrame, AcceptKeyIsThatOfTheStandard) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_TRUE(is_key("dGhlIHNhbXBsZSBub25jZQ=="));
  EXPECT_FALSE(is_key("dGhlIHNhbXBsZSBub25jZQ"));
  EXPECT_FALSE(is_key("dGhlIHNhbXBsZSBub25jZQ\r\n"));
}

// RFC 3174: the second test, and a text of more than one block.
TEST(WebSocketFrame, Sha1IsThatOfTheStandard) {
  const auto hex = [](const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
      text += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
      text += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
    }
    return text;
  };
  EXPECT_EQ(hex(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
}

TEST(WebSocketFrame, MessagesArriveInAnyPieces) {
  const std::string bytes = client_frame(1, "hello") + client_frame(2, std::string(300, 'x'));
  FrameReader reader{kMost};
  WebSocketMessage message;
  std::vector<WebSocketMessage> got;
  for (const char byte : bytes) {
    reader.add({&byte, 1});
    while (reader.next(message) == Result::kMessage)
      got.push_back(message);
  }
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].kind, Kind::kText);
  EXPECT_EQ(got[0].payload, "hello");
  EXPECT_EQ(got[1].kind, Kind::kBinary);
  EXPECT_EQ(got[1].payload, std::string(300, 'x'));
}

TEST(WebSocketFrame, FragmentsBecomeOneMessageAroundAPing) {
  FrameReader reader{kMost};
  reader.add(client_frame(1, "one ", false) + client_frame(9, "ping") + client_frame(0, "two", true));
  WebSocketMessage message;
  ASSERT_EQ(reader.next(message), Result::kMessage);
  EXPECT_EQ(message.kind, Kind::kPing);
  ASSERT_EQ(reader.next(message), Result::kMessage);
  EXPECT_EQ(message.kind, Kind::kText);
  EXPECT_EQ(message.payload, "one two");
}

TEST(WebSocketFrame, RefusesWhatTheProtocolForbids) {
  std::string unmasked = client_frame(1, "hello");
  unmasked[1] = 5;
  EXPECT_EQ(code_of(unmasked), kCloseProtocolError);
  std::string reserved = client_frame(1, "hello");
  reserved[0] = static_cast<char>(0xC1);
  EXPECT_EQ(code_of(reserved), kCloseProtocolError);
  EXPECT_EQ(code_of(client_frame(3, "")), kCloseProtocolError);
  EXPECT_EQ(code_of(client_frame(0, "no beginning")), kCloseProtocolError);
  EXPECT_EQ(code_of(client_frame(9, "split", false)), kCloseProtocolError);
  EXPECT_EQ(code_of(client_frame(9, std::string(126, 'x'))), kCloseProtocolError);
  FrameReader reader{kMost};
  reader.add(client_frame(1, "a", false) + client_frame(1, "b"));
  WebSocketMessage message;
  EXPECT_EQ(reader.next(message), Result::kFailed);
}

// The header alone is enough: no byte of the payload is waited for.
TEST(WebSocketFrame, RefusesLongMessagesByTheirHeader) {
  EXPECT_EQ(code_of(client_frame(2, std::string(kMost + 1, 'x')).substr(0, 8)), kCloseTooBig);
  const std::string enormous{"\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10};
  EXPECT_EQ(code_of(enormous), kCloseTooBig);
  FrameReader reader{kMost};
  reader.add(client_frame(2, std::string(600, 'x'), false) + client_frame(0, std::string(600, 'x')));
  WebSocketMessage message;
  EXPECT_EQ(reader.next(message), Result::kFailed);
  EXPECT_EQ(reader.close_code(), kCloseTooBig);
}

TEST(WebSocketFrame, EncodesAllLengths) {
  EXPECT_EQ(encode_frame(Kind::kText, "hi"), std::string("\x81\x02hi", 4));
  EXPECT_EQ(encode_frame(Kind::kBinary, std::string(300, 'x')).substr(0, 4),
            std::string("\x82\x7e\x01\x2c", 4));
  EXPECT_EQ(encode_frame(Kind::kBinary, std::string(70000, 'x')).substr(0, 10),
            std::string("\x82\x7f\0\0\0\0\0\x01\x11\x70", 10));
  EXPECT_EQ(encode_close(1009, "big"), std::string("\x88\x05\x03\xf1"
                                                   "big",
                                                   7));
}

}  // namespace
}  // namespace lockstep::viewer
