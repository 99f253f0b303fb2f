// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/channels.hpp"

#include "fake_middleware.hpp"
#include "fmu_ports.hpp"

namespace lockstep::middlewares::test {
namespace {

Channels build(const std::string& model, const std::string& mapping, const std::string& version = "2.0") {
  static const FakeCatalogue catalogue;
  adapter::Adapter adapter{fmu_path(model, version)};
  return build_channels(FmuPorts{adapter}.table(), parse_mapping(mapping, "m"), catalogue);
}

// Without a mapping every input and output has a topic of its plain name.
TEST(Channels, OwnTopics) {
  const Channels channels = build("TransportDelay", "");
  ASSERT_EQ(channels.inputs.size(), 1U);
  EXPECT_EQ(channels.inputs[0].topic, "x");
  EXPECT_EQ(channels.inputs[0].type->name, "Number");
  ASSERT_EQ(channels.outputs.size(), 1U);
  EXPECT_EQ(channels.outputs[0].topic, "y");
  EXPECT_EQ(build("TransportDelay", "topics: {x: in}").inputs[0].topic, "in");
  EXPECT_TRUE(build("TransportDelay", "own_topics: none").inputs.empty());
}

// What is mapped has no topic of its own, unless all should have one; constants fill other fields.
TEST(Channels, Mapped) {
  static const FakeCatalogue catalogue;
  const std::string mapping =
      "outputs: {out: {type: Joints, name: {constant: [a]}, 'position[0]': y}}\ninputs: {in: {type: Twist, "
      "linear.x: x}}\n";
  adapter::Adapter adapter{fmu_path("TransportDelay", "2.0")};
  const FmuPorts ports{adapter};  // the channels point into its table
  const Channels channels = build_channels(ports.table(), parse_mapping(mapping, "m"), catalogue);
  ASSERT_EQ(channels.outputs.size(), 1U);
  EXPECT_EQ(channels.outputs[0].fields[0].constant, core::Value(std::vector<std::string>{"a"}));
  EXPECT_EQ(channels.outputs[0].fields[1].index, std::size_t{0});
  EXPECT_EQ(channels.outputs[0].fields[1].port->name, "y");
  EXPECT_EQ(build("TransportDelay", mapping + "own_topics: all").outputs.size(), 2U);
}

// All mistakes come at once, with their lines.
TEST(Channels, ReportsMistakes) {
  const std::string message = error_of([] {
    build("TransportDelay",
          "inputs:\n  a: {type: Pose, x: x}\n  b: {type: Twist, linear.y: x}\n  c: {type: Twist, linear.x: "
          "xx}\n"
          "  d: {type: Twist, linear.x: y}\n  e: {type: Twist, frame: x}\n  f: {type: Twist, linear.x: "
          "{constant: 1}}\n"
          "  g: {type: Joints, position: x}\n  h: {type: Twist, linear.x: x, angular.z: x}\n"
          "outputs:\n  i: {type: Twist, count: y}\n  j: {type: Twist, linear.x: {constant: one}}\ntopics: "
          "{zz: z}\n");
  });
  for (const char* part :
       {"m:2:3: error: topic 'a' has the unknown message type 'Pose'",
        "fix: expected one of Number, Twist, Joints, Label", "m:3:20: error: Twist has no field 'linear.y'",
        "fix: expected one of linear.x, angular.z, frame, count",
        "m:4:20: error: the FMU has no variable 'xx'", "fix: did you mean 'x'",
        "variable 'y' is an output of the FMU",
        "variable 'x' (Float64) and field 'frame' (text) do not go together",
        "field 'linear.x' of an input is a constant", "field 'position' (array of real) do not go together",
        "fix: name one element, as in name[0]", "input 'x' gets its value from two places",
        "variable 'y' (Float64) and field 'count' (integer) do not go together",
        "field 'linear.x': ", "the FMU has no variable 'zz'"})
    EXPECT_TRUE(contains(message, part)) << part << "\n" << message;
}

// A constant that its field cannot hold, and bytes in a field that is not for bytes, are mistakes.
TEST(Channels, ReportsWhatNeverFits) {
  EXPECT_TRUE(contains(
      error_of([] { build("TransportDelay", "outputs: {o: {type: Small, byte: {constant: 256}}}"); }),
      "field 'byte': 256 does not fit 8 bits"));
  EXPECT_EQ(build("TransportDelay", "outputs: {o: {type: Small, byte: {constant: 255}}}").outputs.size(), 2U);
  EXPECT_TRUE(contains(
      error_of([] { build("Feedthrough", "outputs: {o: {type: Small, shorts: Binary_output}}", "3.0"); }),
      "variable 'Binary_output' (array of Binary) and field 'shorts' (array of integer) do not go together"));
}

// What is no whole number in brackets at the end is part of the name, and no field has such a name.
TEST(Channels, ReportsMalformedElements) {
  for (const char* field : {"position[]", "position[x]", "position[1x]", "position[-1]", "position[1] ",
                            "position[1", "position]", "position[99999999999999999999999]"}) {
    const std::string message = error_of(
        [&] { build("TransportDelay", std::string{"inputs: {g: {type: Joints, '"} + field + "': x}}"); });
    EXPECT_TRUE(contains(message, std::string{"Joints has no field '"} + field + "'")) << field << "\n"
                                                                                       << message;
  }
}

// Two variables that want one topic are an error that says how to help.
TEST(Channels, ReportsCollisions) {
  const std::string message = error_of([] { build("TransportDelay", "topics: {x: same, y: same}"); });
  EXPECT_TRUE(contains(message, "variable 'y' and variable 'x' would both use the topic 'same'")) << message;
  EXPECT_TRUE(contains(message, "under topics:"));
  EXPECT_TRUE(contains(error_of([] { build("TransportDelay", "topics: {x: '1'}"); }), "which is no name"));
}

/// A world with an inlet, two signals (one of the host) and a request with two arguments.
class WorldChannels : public ::testing::Test {
 protected:
  static Port port(std::string name, Direction direction, std::string_view role, std::string topic) {
    Port result;
    result.name = std::move(name);
    result.direction = direction;
    result.role = role;
    result.topic = std::move(topic);
    return result;
  }
  static std::vector<Port> arguments() {
    Port what = port("what", Direction::kIn, "an argument", "");
    what.type = core::VariableType::kString;
    Port values = port("values", Direction::kIn, "an argument", "");
    values.is_array = true;
    values.count = 2;
    return {what, values};
  }
  Channels build(const std::string& mapping) const {
    return build_channels(table_, parse_mapping(mapping, "m"), catalogue_,
                          [this](const std::string& name) { return name == "ask" ? &ask_ : nullptr; });
  }
  std::string mistakes(const std::string& mapping) const {
    return error_of([&] { build(mapping); });
  }

  FakeCatalogue catalogue_;
  PortTable table_{{"the world", "port", "an inlet", "a signal"},
                   {port("arm/target", Direction::kBoth, "an inlet", "arm/target"),
                    port("arm/speed", Direction::kOut, "a signal", "arm/speed"),
                    port("arm/knee/position", Direction::kOut, "a signal", "")},
                   [](std::string_view) { return std::vector<std::string>{"arm/speed"}; }};
  PortTable ask_{{"request 'ask'", "argument", "an argument", "a reply"}, arguments(), [](std::string_view) {
                   return std::vector<std::string>{};
                 }};
};

// Inlets and outputs of devices have topics, quantities of the host only where they are mapped; an inlet can
// be shown, too.
TEST_F(WorldChannels, Topics) {
  const Channels own = build("");
  ASSERT_EQ(own.inputs.size(), 1U);
  EXPECT_EQ(own.inputs[0].topic, "arm/target");
  ASSERT_EQ(own.outputs.size(), 1U);
  EXPECT_EQ(own.outputs[0].topic, "arm/speed");
  const Channels mapped = build(
      "inputs: {target: {type: Number, data: arm/target, lockstep: {timeout: 1}}}\n"
      "outputs:\n  knee: {type: Number, data: arm/knee/position, every: 0.02}\n"
      "  shown: {type: Number, data: arm/target}\n");
  ASSERT_EQ(mapped.inputs.size(), 1U);
  EXPECT_EQ(mapped.inputs[0].keep_step->timeout_s, 1.0);
  ASSERT_EQ(mapped.outputs.size(), 3U);
  EXPECT_EQ(mapped.outputs[0].fields[0].port->name, "arm/knee/position");
  EXPECT_EQ(mapped.outputs[0].period, seconds(0.02));
  EXPECT_FALSE(mapped.outputs[1].period);
  EXPECT_EQ(build("topics: {arm/knee/position: knee}").outputs.size(), 2U);
}

// A request gets its arguments from fields, or has them fixed; an array element by element.
TEST_F(WorldChannels, Requests) {
  const Channels channels = build(
      "inputs: {in: {type: Joints, request: ask, 'position[1]': 'values[0]', 'position[0]': 'values[1]', "
      "arguments: {what: now}}}\n"
      "services: {call: {type: Flagged, request: ask, arguments: {what: now, values: [1, 2]}}}\n");
  const Channel& channel = channels.inputs[0];
  ASSERT_TRUE(channel.request);
  EXPECT_EQ(channel.request->name, "ask");
  EXPECT_EQ(channel.request->arguments, &ask_);
  ASSERT_EQ(channel.fields.size(), 2U);
  EXPECT_EQ(channel.fields[0].port, &ask_.ports()[1]);
  EXPECT_EQ(channel.fields[0].element, std::size_t{0});
  ASSERT_EQ(channel.request->fixed.size(), 1U);
  EXPECT_EQ(channel.request->fixed[0].second, core::Value(std::vector<std::string>{"now"}));
  ASSERT_EQ(channels.services.size(), 1U);
  EXPECT_EQ(channels.services[0].name, "call");
  EXPECT_EQ(channels.services[0].type->name, "Flagged");
  EXPECT_EQ(channels.services[0].request.fixed[1].second, core::Value(std::vector<double>{1, 2}));
  EXPECT_EQ(channels.inputs.size(), 2U) << "the inlet has its own topic";
}

TEST_F(WorldChannels, ReportsMistakes) {
  const std::string message = mistakes(
      "inputs:\n  a: {type: Number, data: arm/speed}\n  b: {type: Number, data: arm/sped}\n"
      "  c: {type: Number, request: nothing}\n  d: {type: Number, request: ask, data: which}\n"
      "  e: {type: Label, request: ask, data: what, arguments: {what: x, values: [1], how: y}}\n"
      "  f: {type: Label, request: ask, data: what, arguments: {values: [1, two]}, lockstep: true}\n"
      "  g: {type: Number, data: arm/target, every: 1}\n  h: {type: Number, arguments: {what: x}}\n"
      "outputs:\n  i: {type: Number, request: ask}\n  j: {type: Number, lockstep: true}\n"
      "services:\n  k: {type: Odd, request: ask}\n  l: {type: Flagged}\n");
  for (const char* part : {"the world cannot be connected with topics",
                           "m:2:21: error: port 'arm/speed' is a signal of the world",
                           "fix: expected an inlet",
                           "m:3:21: error: the world has no port 'arm/sped'",
                           "fix: did you mean 'arm/speed'",
                           "m:4:3: error: the world has no request 'nothing'",
                           "m:5:35: error: request 'ask' has no argument 'which'",
                           "request 'ask' lacks its argument 'what'",
                           "fix: bind a field to it, or add arguments: {what: value}",
                           "argument 'what' gets its value from two places",
                           "argument 'values': 1 element(s), expected 2",
                           "request 'ask' has no argument 'how'",
                           "argument 'values': ",
                           "topic 'f' cannot have 'lockstep'",
                           "topic 'g' cannot have 'every'",
                           "topic 'h' cannot have 'arguments'",
                           "topic 'i' cannot have 'request'",
                           "topic 'j' cannot have 'lockstep'",
                           "service 'k' has the unknown type 'Odd'",
                           "fix: expected one of Flagged",
                           "service 'l' has no request"})
    EXPECT_TRUE(contains(message, part)) << part << "\n" << message;
}

// What belongs to worlds is refused for an FMU.
TEST(Channels, ReportsWhatIsForWorlds) {
  const std::string message = error_of([] {
    build("TransportDelay",
          "inputs: {a: {type: Number, data: x, request: r}, b: {type: Number, lockstep: true}}\n"
          "outputs: {c: {type: Number, data: y, every: 1}}\nservices: {d: {type: Flagged, request: r}}\n");
  });
  for (const char* part : {"topic 'a' cannot have 'request'", "topic 'b' cannot have 'lockstep'",
                           "topic 'c' cannot have 'every'", "fix: remove it: it is for topics of worlds",
                           "the FMU has no requests that services could send"})
    EXPECT_TRUE(contains(message, part)) << part << "\n" << message;
}

}  // namespace
}  // namespace lockstep::middlewares::test
