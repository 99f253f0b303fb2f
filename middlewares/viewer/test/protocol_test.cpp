// SPDX-License-Identifier: Apache-2.0
#include "protocol.hpp"

#include <gtest/gtest.h>

namespace lockstep::viewer::protocol {
namespace {

TEST(Protocol, SpeaksBothNames) {
  EXPECT_EQ(choose("foxglove.websocket.v1"), "foxglove.websocket.v1");
  EXPECT_EQ(choose("chat, foxglove.sdk.v1 ,foxglove.websocket.v1"), "foxglove.sdk.v1");
  EXPECT_EQ(choose("foxglove.websocket.v2"), "");
  EXPECT_EQ(choose(""), "");
}

TEST(Protocol, BytesAreThoseOfTheSpecification) {
  EXPECT_EQ(message_data(258, core::SimTime{1}, "x"), std::string("\x01\x02\x01\0\0\x01\0\0\0\0\0\0\0x", 14));
  EXPECT_EQ(time(core::SimTime{256}), std::string("\x02\0\x01\0\0\0\0\0\0", 9));
  EXPECT_EQ(asset(1, "ab"), std::string("\x04\x01\0\0\0\0\0\0\0\0"
                                        "ab",
                                        12));
  EXPECT_EQ(no_asset(1, "no"), std::string("\x04\x01\0\0\0\x01\x02\0\0\0no", 12));
  EXPECT_EQ(stamp(core::SimTime{1'500'000'000}), (Json{{"sec", 1}, {"nsec", 500'000'000}}));
}

TEST(Protocol, ReadsWhatClientsSend) {
  const auto data = parse_client_data(std::string_view{"\x01\x05\0\0\0{}", 7});
  ASSERT_TRUE(data);
  EXPECT_EQ(data->channel, 5U);
  EXPECT_EQ(data->payload, "{}");
  EXPECT_FALSE(parse_client_data(std::string_view{"\x01\x05\0\0", 4}));
  const std::string call{"\x02\x01\0\0\0\x02\0\0\0\x04\0\0\0json{}", 19};
  const auto parsed = parse_service_call(call);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->encoding, "json");
  EXPECT_EQ(parsed->payload, "{}");
  EXPECT_FALSE(parse_service_call(call.substr(0, 15))) << "the encoding is cut off";
}

}  // namespace
}  // namespace lockstep::viewer::protocol
