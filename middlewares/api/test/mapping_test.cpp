// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/mapping.hpp"

#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

// Everything a mapping can say, with the lines it says it in.
TEST(Mapping, ReadsAll) {
  const Mapping mapping = parse_mapping(R"yaml(# comment
inputs:
  cmd_vel: {type: geometry_msgs/TwistStamped, twist.linear.x: v, twist.angular.z: w}
outputs:
  joint_states:
    type: sensor_msgs/JointState
    name: {constant: [hip, knee]}
    position[0]: q1
trigger: {message: cmd_vel}
parameters: {"body.mass": 3.5, A: [1, 2]}
topics: {"der(a)": velocity}
own_topics: none
)yaml",
                                        "map.yaml");
  ASSERT_EQ(mapping.inputs.size(), 1U);
  EXPECT_EQ(mapping.inputs[0].topic, "cmd_vel");
  EXPECT_EQ(mapping.inputs[0].type, "geometry_msgs/TwistStamped");
  ASSERT_EQ(mapping.inputs[0].fields.size(), 2U);
  EXPECT_EQ(mapping.inputs[0].fields[1].path, "twist.angular.z");
  EXPECT_EQ(mapping.inputs[0].fields[1].variable, "w");
  EXPECT_EQ(mapping.inputs[0].fields[1].where.line, 3U);
  ASSERT_EQ(mapping.outputs.size(), 1U);
  EXPECT_EQ(mapping.outputs[0].fields[0].constant, (std::vector<std::string>{"hip", "knee"}));
  EXPECT_EQ(mapping.outputs[0].fields[1].path, "position[0]");
  EXPECT_EQ(mapping.trigger->kind, Trigger::Kind::kMessage);
  EXPECT_EQ(mapping.trigger->topic, "cmd_vel");
  EXPECT_EQ(mapping.parameters[1].values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(mapping.topics[0].topic, "velocity");
  EXPECT_EQ(mapping.own_topics, Mapping::OwnTopics::kNone);
  EXPECT_TRUE(parse_mapping("", "empty").inputs.empty());
}

// Every mistake is reported at once, each with its line.
TEST(Mapping, ReportsAllMistakes) {
  const std::string message = error_of([] {
    parse_mapping(
        "input: {}\noutputs:\n  a: {linear.x: v}\ntrigger: never\nown_topics: some\ntrigger: timer\n",
        "m.yaml");
  });
  EXPECT_TRUE(contains(message, "mapping file 'm.yaml' is wrong"));
  EXPECT_TRUE(contains(message, "m.yaml:1:1: error: unknown section 'input'")) << message;
  EXPECT_TRUE(contains(message, "m.yaml:3:3: error: topic 'a' has no type")) << message;
  EXPECT_TRUE(contains(message, "m.yaml:4:10: error: the trigger is not understood")) << message;
  EXPECT_TRUE(contains(message, "m.yaml:5:13: error: own_topics is 'some'")) << message;
  EXPECT_TRUE(contains(message, "m.yaml:6:1: error: 'trigger' is there twice")) << message;
}

// Broken YAML, things that are no maps, missing files.
TEST(Mapping, RefusesWhatIsNoMapping) {
  EXPECT_TRUE(contains(error_of([] { parse_mapping("a: [1,\nb: }", "m"); }), "m:2:")) << "syntax has a line";
  EXPECT_TRUE(contains(error_of([] { parse_mapping("[1, 2]", "m"); }), "the file is no map"));
  EXPECT_TRUE(contains(error_of([] { parse_mapping("inputs: {a: {type: T, x: {y: 1}}}", "m"); }),
                       "field 'x' is a map"));
  EXPECT_TRUE(
      contains(error_of([] { read_mapping("/nowhere/map.yaml"); }), "'/nowhere/map.yaml' is not there"));
  const lockstep::test::TemporaryFolder folder;
  EXPECT_EQ(read_mapping(lockstep::test::write_file(folder / "m.yaml", "trigger: service")).trigger->kind,
            Trigger::Kind::kService);
}

// The trigger as a parameter.
TEST(Mapping, ParsesTriggers) {
  EXPECT_EQ(parse_trigger("timer").kind, Trigger::Kind::kTimer);
  EXPECT_EQ(parse_trigger("message: a/b").topic, "a/b");
  EXPECT_EQ(error_of([] { parse_trigger("message:"); }),
            "the trigger is 'message:', expected timer, service or message: <topic>");
}

}  // namespace
}  // namespace lockstep::middlewares::test
