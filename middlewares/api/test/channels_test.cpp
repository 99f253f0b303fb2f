// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/channels.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

Channels build(const std::string& model, const std::string& mapping, const std::string& version = "2.0") {
  static const FakeCatalogue catalogue;
  const adapter::Adapter adapter{fmu_path(model, version)};
  return build_channels(adapter, parse_mapping(mapping, "m"), catalogue);
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
  const adapter::Adapter adapter{fmu_path("TransportDelay", "2.0")};  // the channels point into its FMU
  const Channels channels = build_channels(adapter, parse_mapping(mapping, "m"), catalogue);
  ASSERT_EQ(channels.outputs.size(), 1U);
  EXPECT_EQ(channels.outputs[0].fields[0].constant, core::Value(std::vector<std::string>{"a"}));
  EXPECT_EQ(channels.outputs[0].fields[1].index, std::size_t{0});
  EXPECT_EQ(channels.outputs[0].fields[1].variable->name, "y");
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

}  // namespace
}  // namespace lockstep::middlewares::test
