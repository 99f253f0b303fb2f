// SPDX-License-Identifier: Apache-2.0
#include "frame_graph.hpp"

#include "support.hpp"

namespace lockstep::description {
namespace {

const core::ConfigNode kHere{"here", "", {"w.sdf", 7, 0}};

RawPose at_x(double x, const std::string& relative_to = "") {
  RawPose raw;
  raw.pose.position = {x, 0, 0};
  raw.relative_to = relative_to;
  raw.at = &kHere;
  return raw;
}

template <class Body>
std::string failure(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Offsets along a chain add up, in whatever order the names came.
TEST(FrameGraph, FollowsChains) {
  FrameGraph graph{"__model__"};
  graph.add("c", at_x(4, "b"), "__model__", "");
  graph.add("a", at_x(1), "__model__", "");
  graph.add("b", at_x(2, "a"), "__model__", "");
  EXPECT_EQ(graph.resolve("c", kHere).position.x(), 7);
  EXPECT_EQ(graph.resolve(at_x(1, "b"), "a").position.x(), 4);
  EXPECT_EQ(graph.resolve(at_x(1), "a").position.x(), 2);
  EXPECT_EQ(graph.resolve("__model__", kHere).position.x(), 0);
  EXPECT_FALSE(graph.add("a", at_x(0), "__model__", ""));
}

TEST(FrameGraph, RefusesUnknownNamesAndCircles) {
  FrameGraph graph{"__model__"};
  graph.add("a", at_x(1, "b"), "__model__", "");
  graph.add("b", at_x(1, "a"), "__model__", "");
  graph.add("f", at_x(1), "g", "g");
  graph.add("g", at_x(1), "f", "f");
  EXPECT_CONTAINS(failure([&] { graph.resolve("a", kHere); }),
                  "w.sdf:7: error: frame 'a' is relative to itself");
  EXPECT_CONTAINS(failure([&] { graph.link_of("f", kHere, ""); }), "frame 'f' is attached to itself");
  EXPECT_CONTAINS(failure([&] { graph.resolve("x", kHere); }),
                  "frame 'x' does not exist here; there are: __model__, a, b");
}

// Two nested models that stand on each other's insides are a circle as well.
TEST(FrameGraph, RefusesCirclesThroughNestedModels) {
  std::vector<Model> nested(2);
  for (std::size_t i = 0; i < 2; ++i) {
    nested[i].name = i == 0 ? "m" : "n";
    nested[i].links.resize(1);
    nested[i].links[0].name = "l";
  }
  FrameGraph graph{"__model__"};
  graph.add("m", at_x(1, "n::l"), "__model__", "");
  graph.add("n", at_x(1, "m::l"), "__model__", "");
  graph.set_nested(&nested);
  EXPECT_CONTAINS(failure([&] { graph.resolve("m", kHere); }), "is relative to itself");
}

// A chain of 200,000 frames is followed without recursion: the stack would not hold it.
TEST(FrameGraph, FollowsVeryLongChains) {
  FrameGraph graph{"__model__"};
  constexpr int kLength = 200'000;
  graph.add("0", at_x(1), "__model__", "");
  for (int i = 1; i < kLength; ++i)
    graph.add(std::to_string(i), at_x(1, std::to_string(i - 1)), "__model__", "");
  EXPECT_EQ(graph.resolve(std::to_string(kLength - 1), kHere).position.x(), kLength);
}

// A frame moves with the link at the end of its attachments; a model with its canonical link.
TEST(FrameGraph, FindsTheLinkAFrameMovesWith) {
  std::vector<Model> nested(1);
  nested[0].name = "arm";
  nested[0].canonical_link = "base";
  nested[0].links.resize(1);
  nested[0].links[0].name = "base";
  nested[0].frames.push_back({"tool", {}, "base"});
  FrameGraph graph{"__model__"};
  graph.add("arm", at_x(1), "__model__", "");
  graph.add("l", at_x(0), "__model__", "");
  graph.add("j", at_x(0), "l", "l");
  graph.add("f", at_x(0), "j", "j");
  graph.set_nested(&nested);
  EXPECT_EQ(graph.link_of("f", kHere, "l"), "l");
  EXPECT_EQ(graph.link_of("arm", kHere, "l"), "arm::base");
  EXPECT_EQ(graph.link_of("arm::tool", kHere, "l"), "arm::base");
  EXPECT_EQ(graph.link_of("__model__", kHere, "l"), "l");
  EXPECT_EQ(graph.link_of("world", kHere, "l"), "world");
  EXPECT_EQ(graph.resolve("arm::tool", kHere).position.x(), 1);
}

}  // namespace
}  // namespace lockstep::description
