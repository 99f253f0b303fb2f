// SPDX-License-Identifier: Apache-2.0
#include "wiring.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using core::VariableType;
using test::Net;

/// The message and diagnostics of a network that cannot be made.
std::string refusal(const Net& net) {
  try {
    static_cast<void>(net.make());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Wiring, EveryMistakeIsNamed) {
  Net net;
  net.fmu("left", "LeftMass").fmu("right", "RightMass");
  net.wire("lft.x", "right.x1")
      .wire("left.x", "right.xx")
      .wire("right.F", "left.m")
      .wire("left.F", "right.v1");
  const std::string text = refusal(net);
  EXPECT_TRUE(contains(text, "'lft.x' names no component; did you mean 'left'?")) << text;
  EXPECT_TRUE(contains(text, "component 'right' has no variable 'xx'")) << text;
  EXPECT_TRUE(contains(text, "'left.m' is a fixed parameter, expected an input or a tunable parameter"))
      << text;
  EXPECT_TRUE(contains(text, "'left.F' is an input, expected something to read")) << text;
}

TEST(Wiring, DimensionsOfUnitsMustFit) {
  Net net;
  net.fmu("left", "LeftMass").fmu("right", "RightMass").wire("left.v", "right.x1");
  const std::string text = refusal(net);
  EXPECT_TRUE(contains(text, "'left.v' is in m/s and 'right.x1' is in m, which measure different things"))
      << text;
  net.config.connections[0].convert_units = false;
  EXPECT_EQ(refusal(net), "accepted");
}

TEST(Wiring, AnInputHasOneConnection) {
  Net net;
  net.fmu("a", "Gain").fmu("b", "Gain").wire("a.y", "b.u").wire("a.y2", "b.u");
  EXPECT_TRUE(contains(refusal(net), "'b.u' is connected twice"));
}

TEST(Wiring, ComponentNamesAreUniqueAndNotEmpty) {
  Net net;
  net.fmu("a", "Gain").fmu("a", "Gain").fmu("", "Gain");
  const std::string text = refusal(net);
  EXPECT_TRUE(contains(text, "two components are named 'a'")) << text;
  EXPECT_TRUE(contains(text, "a component has no name")) << text;
}

TEST(Wiring, StartValuesAreChecked) {
  Net net;
  net.fmu("a", "Gain", {{"kk", "2"}, {"k", "two"}});
  const std::string text = refusal(net);
  EXPECT_TRUE(contains(text, "component 'a' has no variable 'kk'")) << text;
  EXPECT_TRUE(contains(text, "two")) << text;
}

// Numbers widen; nothing is cut off in silence.
TEST(Wiring, OnlyLosslessTypesFit) {
  EXPECT_TRUE(is_lossless(VariableType::kInt8, VariableType::kInt32));
  EXPECT_TRUE(is_lossless(VariableType::kUInt8, VariableType::kInt16));
  EXPECT_TRUE(is_lossless(VariableType::kBoolean, VariableType::kInt32));
  EXPECT_TRUE(is_lossless(VariableType::kFloat32, VariableType::kFloat64));
  EXPECT_TRUE(is_lossless(VariableType::kInt64, VariableType::kFloat64));
  EXPECT_TRUE(is_lossless(VariableType::kEnumeration, VariableType::kInt32));
  EXPECT_TRUE(is_lossless(VariableType::kString, VariableType::kString));
  EXPECT_FALSE(is_lossless(VariableType::kFloat64, VariableType::kFloat32));
  EXPECT_FALSE(is_lossless(VariableType::kFloat64, VariableType::kInt32));
  EXPECT_FALSE(is_lossless(VariableType::kInt8, VariableType::kUInt16));
  EXPECT_FALSE(is_lossless(VariableType::kUInt64, VariableType::kInt64));
  EXPECT_FALSE(is_lossless(VariableType::kInt32, VariableType::kFloat32));
  EXPECT_FALSE(is_lossless(VariableType::kInt32, VariableType::kBoolean));
  EXPECT_FALSE(is_lossless(VariableType::kString, VariableType::kBinary));
  EXPECT_TRUE(is_lossless(VariableType::kClock, VariableType::kClock));
  EXPECT_FALSE(is_lossless(VariableType::kClock, VariableType::kBoolean));
  EXPECT_FALSE(is_lossless(VariableType::kBoolean, VariableType::kClock));
}

Net feedthrough() {
  Net net;
  net.file("a", std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu");
  return net.file("b", std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu");
}

TEST(Wiring, TypesThatDoNotFitAreNamed) {
  Net net = feedthrough();
  net.wire("a.Float64_continuous_output", "b.Int32_input")
      .wire("a.String_output", "b.Float64_continuous_input");
  const std::string text = refusal(net);
  EXPECT_TRUE(contains(
      text, "'a.Float64_continuous_output' is Float64 and 'b.Int32_input' is Int32: values do not fit"))
      << text;
  EXPECT_TRUE(contains(text, "'a.String_output' is String")) << text;
}

TEST(Wiring, SumsNeedFloatingPoint) {
  Net net = feedthrough();
  net.wire("a.Int32_output", "b.Int32_input");
  net.config.connections[0].sources[0].factor = 2.0;
  EXPECT_TRUE(contains(refusal(net),
                       "'b.Int32_input' is Int32; sums, factors and offsets need a floating-point input"));
}

// Arrays: whole, or single elements; shapes must be equal.
TEST(Wiring, ShapesMustFit) {
  const std::string file = std::string{LOCKSTEP_FMUS} + "/3.0/StateSpace.fmu";
  Net net;
  net.file("a", file, {{"r", "2"}}).file("b", file).wire("a.y", "b.u");
  EXPECT_TRUE(contains(refusal(net), "'a.y' is an array of 2 and 'b.u' is an array of 3"));
  net.config.connections.clear();
  net.wire("a.y[3]", "b.u[1]");
  EXPECT_TRUE(contains(refusal(net), "the array 'y' of component 'a' has no such element"));
  net.config.connections.clear();
  net.wire("a.y[2]", "b.u[1]").wire("a.y[1]", "b.u[3]");
  EXPECT_EQ(refusal(net), "accepted");
}

TEST(Wiring, OneElementHasOneConnection) {
  const std::string file = std::string{LOCKSTEP_FMUS} + "/3.0/StateSpace.fmu";
  Net net;
  net.file("a", file).file("b", file).wire("a.y", "b.u").wire("a.y[1]", "b.u[2]");
  EXPECT_TRUE(contains(refusal(net), "'b.u[2]' is connected twice"));
}

}  // namespace
}  // namespace lockstep::network
