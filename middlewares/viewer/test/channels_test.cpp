// SPDX-License-Identifier: Apache-2.0
#include "channels.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "viewed_world.hpp"
#include "world_feed.hpp"

namespace lockstep::viewer {
namespace {

// Topics, fields and schemas are those of recordings.
TEST(Channels, AreComponents) {
  test::ViewedWorld of;
  WorldFeed feed{of.doors, core::SimTime{1'000'000}};
  const std::vector<Channel> channels = signal_channels(feed.columns());
  std::vector<std::string> topics;
  for (const Channel& channel : channels)
    topics.push_back(channel.topic);
  EXPECT_EQ(topics, (std::vector<std::string>{"/arm/knee", "/arm/link", "/signals", "/arm/board"}));
  const Json schema = parse_json(channels[1].schema);
  EXPECT_EQ(schema["title"], "/arm/link");
  EXPECT_EQ(schema["properties"]["position[1]"], (Json{{"type", "number"}, {"description", "m"}}));
  EXPECT_TRUE(schema["properties"].contains("orientation[4]"));
}

TEST(Channels, MessagesHaveEveryField) {
  test::ViewedWorld of;
  WorldFeed feed{of.doors, core::SimTime{1'000'000}};
  of.position[1] = 1e-17;
  of.position[2] = std::numeric_limits<double>::quiet_NaN();
  of.start();
  runtime::TapRow row;
  ASSERT_TRUE(feed.next(row));
  const Json message = parse_json(signals_message(signal_channels(feed.columns())[1], feed.columns(), row));
  EXPECT_EQ(message.size(), 7U);
  EXPECT_EQ(message["position[1]"], 0.5);
  EXPECT_EQ(message["position[2]"], 1e-17);
  EXPECT_TRUE(message["position[3]"].is_null());
}

TEST(Channels, StandardOnesHaveTheSchemasOfFoxglove) {
  for (const Channel& channel : standard_channels()) {
    if (channel.encoding == "json") EXPECT_EQ(parse_json(channel.schema)["title"], channel.schema_name);
    EXPECT_EQ(channel.advertisement().contains("schemaEncoding"), channel.encoding == "json");
  }
}

}  // namespace
}  // namespace lockstep::viewer
