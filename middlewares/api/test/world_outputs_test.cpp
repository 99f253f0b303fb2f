// SPDX-License-Identifier: Apache-2.0
#include "world_outputs.hpp"

#include "bridge_fixture.hpp"

namespace lockstep::middlewares::test {
namespace {

using WorldOutputsTest = BridgeFixture;

// Each topic has its own rate, and so has the clock, which is repeated while time stands still.
TEST_F(WorldOutputsTest, Rates) {
  BridgeConfig config;
  config.publish_period = seconds(0.002);
  config.clock_period = seconds(0.005);
  open(
      "outputs:\n  a: {type: Number, data: arm/board/count, every: 0.004}\n"
      "  b: {type: Number, data: arm/board/shown}\nown_topics: none\n",
      config);
  outlet_.clock.clear();
  world_.step(10);
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(bridge_->publish(std::chrono::nanoseconds{0}));
  EXPECT_EQ(outlet_.clock, (std::vector<SimTime>{seconds(0.005), seconds(0.01)}));
  std::vector<SimTime> a, b;
  for (const FakeOutlet::Message& message : messages())
    (message.channel == 0 ? a : b).push_back(message.stamp);
  EXPECT_EQ(a, (std::vector<SimTime>{seconds(0), seconds(0.004), seconds(0.008)}));
  EXPECT_EQ(b.size(), 6U);
  EXPECT_EQ(b.back(), seconds(0.01));
  EXPECT_FALSE(bridge_->publish(std::chrono::nanoseconds{0}));
  EXPECT_EQ(outlet_.clock.size(), 3U);
  EXPECT_EQ(outlet_.clock.back(), seconds(0.01));
}

// A number that its field cannot hold is published as the nearest one, and that is said.
TEST_F(WorldOutputsTest, Clips) {
  open("outputs: {o: {type: Small, byte: arm/board/count}}\nown_topics: none\n");
  step(256);
  EXPECT_EQ(messages().back().fields[0], core::Value(std::vector<std::uint64_t>{255}));
  EXPECT_EQ(value("values clipped"), "1");
  EXPECT_EQ(
      outlet_.logged(),
      "topic 'o': arm/board/count = 256 does not fit field 'byte' (unsigned integer of 8 bits), 255 was "
      "published");
}

// Rows that come faster than they are published are lost, and counted.
TEST_F(WorldOutputsTest, CountsLostRows) {
  open("outputs: {o: {type: Number, data: arm/board/shown}}\nown_topics: none\n");
  step(100);
  EXPECT_EQ(value("rows lost"), "0");
  step(400);
  EXPECT_EQ(value("messages out"), std::to_string(501 - std::stoi(value("rows lost"))));
  EXPECT_EQ(value("rows lost"), "145") << "a tap keeps 256 rows, one of which may be being written";
  EXPECT_EQ(bridge_->diagnostics().level, NodeDiagnostics::Level::kWarning);
}

}  // namespace
}  // namespace lockstep::middlewares::test
