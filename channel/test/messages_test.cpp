// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/messages.hpp"

#include <gtest/gtest.h>

namespace lockstep::channel {
namespace {

using Bytes = std::vector<std::uint8_t>;

Frame frame_of(const Bytes& bytes) {
  const auto [kind, size] = decode_header(Span<const std::uint8_t>{bytes.data(), kHeaderSize});
  EXPECT_EQ(bytes.size(), kHeaderSize + size);
  return {kind, Bytes{bytes.begin() + kHeaderSize, bytes.end()}};
}

/// Sent and received, it is the same message; with a byte less or more it is none.
template <class Message>
void expect_round_trip(const Message& message) {
  const Bytes bytes = encode(message);
  Frame frame = frame_of(bytes);
  ASSERT_EQ(frame.kind, Message::kKind);
  EXPECT_EQ(encode(decode<Message>(frame)), bytes);
  frame.payload.push_back(0);
  EXPECT_THROW(decode<Message>(frame), Error);
  frame.payload.pop_back();
  frame.payload.pop_back();
  EXPECT_THROW(decode<Message>(frame), Error);
}

TEST(Messages, ComeBackAsTheyWere) {
  const core::SimTime time{1'500'000};
  Port port;
  port.kind = PortKind::kRequest;
  port.name = "arm/board/trim";
  port.arguments = {{"offsets", core::VariableType::kFloat64, "N.m", 0}};
  port.reply = {{"echo", core::VariableType::kString, "", 1}};
  expect_round_trip(Hello{});
  expect_round_trip(Welcome{1, "world", 42});
  expect_round_trip(Failed{7, ErrorCode::kNotFound, "no"});
  expect_round_trip(Done{7});
  expect_round_trip(ListPorts{1});
  expect_round_trip(Ports{1, {port, Port{}}});
  expect_round_trip(OpenInlet{2, "arm/board/target"});
  expect_round_trip(InletOpened{2, port});
  expect_round_trip(WriteInlet{3, 2, time, core::Value{std::vector<double>{1.0}}});
  expect_round_trip(OpenTap{4, {"a", "b"}, time, 16, 32});
  expect_round_trip(TapOpened{4, {port}});
  expect_round_trip(Row{4, time, 9, 3, {core::Value{std::vector<std::string>{"x"}}}});
  expect_round_trip(TapEnded{4});
  expect_round_trip(CloseTap{5, 4});
  expect_round_trip(Submit{6, "trim", {core::Value{std::vector<bool>{true}}}});
  expect_round_trip(Reply{6, true, "because", 12, {core::Value{}}});
  expect_round_trip(Join{8, "ros", time, std::chrono::nanoseconds{5}, PartyPolicy::kHold});
  expect_round_trip(Ticked{8, 3, time});
  expect_round_trip(Confirm{8, 3});
  expect_round_trip(PartyEnded{8});
  expect_round_trip(Leave{9, 8});
}

TEST(Messages, KeepTheirFields) {
  const auto reply =
      decode<Reply>(frame_of(encode(Reply{6, true, "because", 12, {core::Value{std::vector<double>{2.5}}}})));
  EXPECT_EQ(reply.call, 6U);
  EXPECT_TRUE(reply.refused);
  EXPECT_EQ(reply.why, "because");
  EXPECT_EQ(reply.step, 12);
  ASSERT_EQ(reply.values.size(), 1U);
  EXPECT_EQ(reply.values[0], core::Value{std::vector<double>{2.5}});
}

std::string header_failure(const Bytes& header) {
  try {
    decode_header(header);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.message();
  }
  return "nothing was thrown";
}

TEST(Messages, RefuseFramesThatCannotBe) {
  EXPECT_EQ(header_failure({0, 0, 0, 0, 0}),
            "a frame on the channel has a length of 0 bytes, expected 1 to 16777216");
  EXPECT_EQ(header_failure({1, 0, 0, 1, 0}),
            "a frame on the channel has a length of 16777217 bytes, expected 1 to 16777216");
  EXPECT_EQ(header_failure({1, 0, 0, 0, 99}), "a frame on the channel has the unknown kind 99");
  EXPECT_EQ(header_failure({0, 0, 0, 1, 20}), "nothing was thrown");
  EXPECT_THROW(decode<Hello>(Frame{MessageKind::kDone, {}}), Error);
}

// What is too long is refused where it is sent, with its size.
TEST(Messages, RefuseToBeTooLong) {
  OpenInlet message{1, std::string(kLongestFrame - 9, 'x')};  // and kind, call and length of the name
  EXPECT_EQ(encode(message).size(), kLongestFrame + 4U);
  message.name += 'x';
  try {
    encode(message);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    EXPECT_EQ(error.message(),
              "a message of 16777217 bytes is too long for the channel, expected at most 16777216; send it "
              "in parts");
  }
}

}  // namespace
}  // namespace lockstep::channel
