// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/mapping.hpp"

#include "fake_middleware.hpp"
#include "lockstep/core/isolation_config.hpp"
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
  EXPECT_EQ(mapping.inputs[0].fields[1].port, "w");
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

// How the FMU is isolated, in the words of every other configuration.
TEST(Mapping, ReadsIsolation) {
  const Mapping mapping = parse_mapping(
      "isolation: process\ncall_limit: 5\npermissions: {network: true, read: [/a, /b], environment: "
      "LICENSE}\n",
      "map.yaml");
  core::IsolationOptions options;
  core::read_isolation(mapping.isolation, options);
  EXPECT_EQ(options.mode, core::Isolation::kProcess);
  EXPECT_EQ(options.call_limit_s, 5.0);
  EXPECT_TRUE(options.permissions.network);
  EXPECT_EQ(options.permissions.read_paths, (std::vector<std::filesystem::path>{"/a", "/b"}));
  EXPECT_EQ(options.permissions.environment, std::vector<std::string>{"LICENSE"});
  const Mapping wrong = parse_mapping("# first line\nisolation: proces\n", "map.yaml");
  EXPECT_NE(error_of([&] { core::read_isolation(wrong.isolation, options); }).find("map.yaml:2:12"),
            std::string::npos);
}

// What worlds have besides: requests, services, rates, topics that keep step; and safe values of FMUs.
TEST(Mapping, ReadsWorldOptions) {
  const Mapping mapping = parse_mapping(R"yaml(
inputs:
  target: {type: T, data: arm/target, lockstep: {timeout: 0.5, on_timeout: hold, period: 0.01}}
  other: {type: T, data: arm/other, lockstep: true}
  strict: {type: T, lockstep: {on_timeout: stop}}
  steps: {type: T, request: world/step, data: count, arguments: {"a b": [1, 2]}}
outputs: {knee: {type: T, data: arm/knee, every: 0.02}}
services: {rewind: {type: S, request: world/reset}}
safe: {y: [1, 2]}
)yaml",
                                        "w.yaml");
  ASSERT_EQ(mapping.inputs.size(), 4U);
  const KeepStep& keeps = mapping.inputs[0].keep_step.value();
  EXPECT_EQ(keeps.timeout_s, 0.5);
  EXPECT_EQ(keeps.period_s, 0.01);
  EXPECT_EQ(keeps.on_timeout, devices::FaultPolicy::kHold);
  EXPECT_EQ(mapping.inputs[0].fields.size(), 1U);
  const KeepStep& plain = mapping.inputs[1].keep_step.value();
  EXPECT_FALSE(plain.timeout_s || plain.period_s);
  EXPECT_EQ(plain.on_timeout, devices::FaultPolicy::kStop);
  EXPECT_EQ(mapping.inputs[2].keep_step->on_timeout, devices::FaultPolicy::kStop);
  EXPECT_FALSE(mapping.inputs[3].keep_step);
  EXPECT_EQ(mapping.inputs[3].request, "world/step");
  ASSERT_EQ(mapping.inputs[3].arguments.size(), 1U);
  EXPECT_EQ(mapping.inputs[3].arguments[0].values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(mapping.inputs[3].arguments[0].where.line, 6U);
  EXPECT_EQ(mapping.outputs[0].every_s, 0.02);
  ASSERT_EQ(mapping.services.size(), 1U);
  EXPECT_EQ(mapping.services[0].request, "world/reset");
  ASSERT_EQ(mapping.safe.size(), 1U);
  EXPECT_EQ(mapping.safe[0].values.size(), 2U);
}

TEST(Mapping, ReportsWrongWorldOptions) {
  const std::string message = error_of([] {
    parse_mapping(
        "inputs:\n  a: {type: T, lockstep: [1]}\n  b: {type: T, lockstep: {on_timeout: safe}}\n"
        "  c: {type: T, lockstep: {timeout: 0}}\n  d: {type: T, lockstep: {patience: 1}}\n"
        "outputs:\n  e: {type: T, every: 2e9}\n  f: {type: T, every: often}\n",
        "w");
  });
  for (const char* part :
       {"w:2:26: error: lockstep is not understood", "w:3:27: error: on_timeout is not understood",
        "w:4:36: error: '0' is no time", "fix: expected seconds, 1e-09 to 1e+09",
        "w:5:27: error: patience is not understood", "w:7:23: error: '2e9' is no time",
        "w:8:23: error: 'often' is no time"})
    EXPECT_TRUE(contains(message, part)) << part << "\n" << message;
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
