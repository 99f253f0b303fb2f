// SPDX-License-Identifier: Apache-2.0
#include "world_ports.hpp"

#include "board_world.hpp"
#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// Inlets and outputs of devices have topics, quantities of the host have none.
TEST(WorldPorts, DescribeDoors) {
  BoardWorld world;
  const WorldPorts ports{world.runtime.doors()};
  const Port* target = ports.table().find("arm/board/target");
  ASSERT_NE(target, nullptr);
  EXPECT_EQ(target->direction, Direction::kBoth);
  EXPECT_EQ(target->role, "an inlet");
  EXPECT_EQ(target->unit, "N.m");
  EXPECT_EQ(target->topic, "arm/board/target");
  EXPECT_FALSE(target->is_array);
  const Port* pair = ports.table().find("arm/board/pair");
  ASSERT_NE(pair, nullptr);
  EXPECT_TRUE(pair->is_array);
  EXPECT_EQ(pair->count, 2U);
  const Port* count = ports.table().find("arm/board/count");
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(count->direction, Direction::kOut);
  EXPECT_EQ(count->type, core::VariableType::kInt32);
  EXPECT_EQ(count->topic, "arm/board/count");
  const Port* position = ports.table().find("arm/knee/position");
  ASSERT_NE(position, nullptr);
  EXPECT_EQ(position->role, "a signal");
  EXPECT_EQ(position->topic, "");
  EXPECT_EQ(ports.table().suggest("arm/board/targt"), "did you mean 'arm/board/target'");
  EXPECT_EQ(ports.table().suggest("something else"), "");
}

TEST(WorldPorts, Requests) {
  BoardWorld world;
  WorldPorts ports{world.runtime.doors()};
  const PortTable* trim = ports.request("arm/board/trim");
  ASSERT_NE(trim, nullptr);
  ASSERT_EQ(trim->ports().size(), 2U);
  EXPECT_EQ(trim->ports()[0].name, "offsets");
  EXPECT_EQ(trim->ports()[0].count, 2U);
  EXPECT_TRUE(trim->ports()[0].is_array);
  EXPECT_EQ(trim->ports()[0].unit, "N.m");
  EXPECT_EQ(trim->ports()[1].type, core::VariableType::kString);
  EXPECT_FALSE(trim->ports()[1].is_array);
  EXPECT_TRUE(takes_values(trim->ports()[1].direction));
  EXPECT_EQ(ports.request("arm/board/trim"), trim) << "stays where it is";
  EXPECT_EQ(ports.request("arm/board/trimm"), nullptr);
}

// Values go through inlets, with the stamp they have.
TEST(WorldPorts, Write) {
  BoardWorld world;
  WorldPorts ports{world.runtime.doors()};
  world.runtime.start();
  const std::uint32_t target = ports.table().find("arm/board/target")->handle;
  const std::uint32_t pair = ports.table().find("arm/board/pair")->handle;
  EXPECT_EQ(ports.start_value(pair), core::Value(std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(ports.start_value(target), core::Value(std::vector<double>{}));
  const runtime::Inlet& inlet = world.runtime.doors().inlet("arm/board/target");
  EXPECT_EQ(ports.write(target, SimTime{7}, std::vector<double>{2.5}), "");
  world.step();
  EXPECT_EQ(inlet.given_stamp(), SimTime{7});
  EXPECT_EQ(inlet.latched(), core::Value(std::vector<double>{2.5}));
  EXPECT_EQ(ports.write(target, WorldPorts::kUnstamped, std::vector<double>{3.5}), "");
  world.step();
  EXPECT_FALSE(inlet.given_stamp());
  const std::string why = ports.write(target, SimTime{8}, std::vector<double>{NAN});
  EXPECT_TRUE(contains(why, "was refused: inlet 'arm/board/target' takes Float64")) << why;
  EXPECT_EQ(ports.start_value(ports.table().find("arm/board/label")->handle),
            core::Value(std::vector<std::string>{}));
}

}  // namespace
}  // namespace lockstep::middlewares::test
