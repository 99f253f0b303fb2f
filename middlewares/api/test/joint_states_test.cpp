// SPDX-License-Identifier: Apache-2.0
#include "joint_states.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

PortTable table_of(const std::vector<std::pair<std::string, std::size_t>>& names) {
  std::vector<Port> ports;
  for (const auto& [name, count] : names) {
    Port port;
    port.name = name;
    port.count = count;
    ports.push_back(std::move(port));
  }
  return {{"the world", "port", "an inlet", "a signal"}, std::move(ports), {}};
}

// A joint has single numbers for position, velocity and effort; a link, a joint with several axes and
// something that is only called so is none.
TEST(JointStates, EveryJoint) {
  const PortTable table = table_of({{"arm/hip/position", 1},
                                    {"arm/hip/velocity", 1},
                                    {"arm/hip/applied", 1},
                                    {"arm/knee/position", 1},
                                    {"arm/knee/velocity", 1},
                                    {"arm/knee/applied", 1},
                                    {"arm/ball/position", 3},
                                    {"arm/ball/velocity", 3},
                                    {"arm/ball/applied", 3},
                                    {"arm/tip/position", 1},
                                    {"arm/tip/velocity", 1},
                                    {"arm/cart/position", 1},
                                    {"arm/cart/applied", 1},
                                    {"/position", 1}});
  const std::optional<MappedTopic> topic = joint_states(table, "Joints");
  ASSERT_TRUE(topic);
  EXPECT_EQ(topic->topic, "joint_states");
  EXPECT_EQ(topic->type, "Joints");
  ASSERT_EQ(topic->fields.size(), 7U);
  EXPECT_EQ(topic->fields[0].path, "name");
  EXPECT_EQ(topic->fields[0].constant, (std::vector<std::string>{"hip", "knee"}));
  EXPECT_EQ(topic->fields[1].path, "position[0]");
  EXPECT_EQ(topic->fields[1].port, "arm/hip/position");
  EXPECT_EQ(topic->fields[5].path, "velocity[1]");
  EXPECT_EQ(topic->fields[5].port, "arm/knee/velocity");
  EXPECT_EQ(topic->fields[6].path, "effort[1]");
  EXPECT_EQ(topic->fields[6].port, "arm/knee/applied");
}

// Joints of the same name in two models carry their model's name; without joints there is no topic.
TEST(JointStates, Names) {
  std::vector<std::pair<std::string, std::size_t>> names;
  for (const char* model : {"left", "right"})
    for (const char* quantity : {"position", "velocity", "applied"})
      names.emplace_back(std::string{model} + "/knee/" + quantity, 1);
  EXPECT_EQ(joint_states(table_of(names), "J")->fields[0].constant,
            (std::vector<std::string>{"left/knee", "right/knee"}));
  EXPECT_FALSE(joint_states(table_of({{"tank/level", 1}}), "J"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
