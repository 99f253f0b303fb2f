// SPDX-License-Identifier: Apache-2.0
#include "coupling_graph.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;

struct Analysed {
  Components components;
  std::vector<Wire> wires;
  CouplingGraph graph;
};

Analysed analyse_net(const Net& net) {
  Analysed result;
  for (const ComponentConfig& config : net.config.components)
    result.components.push_back(std::make_unique<Component>(config, ComponentUse{}));
  std::vector<Diagnostic> notes;
  result.wires = wire_up(net.config.connections, result.components, notes);
  result.graph = analyse(result.components, result.wires);
  return result;
}

TEST(CouplingGraph, FindsStrongComponents) {
  // 0 -> 1 -> 2 -> 0, 2 -> 3, 4 alone with an edge to itself
  const auto number = strong_components({{1}, {2}, {0, 3}, {}, {4}});
  EXPECT_EQ(number[0], number[1]);
  EXPECT_EQ(number[0], number[2]);
  EXPECT_NE(number[0], number[3]);
  EXPECT_NE(number[3], number[4]);
  EXPECT_LT(number[3], number[0]);  // reverse topological
}

// A chain of 100,000 nodes: no recursion.
TEST(CouplingGraph, DeepGraphsAreNoProblem) {
  std::vector<std::vector<std::size_t>> chain(100'000);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i)
    chain[i].push_back(i + 1);
  EXPECT_EQ(strong_components(chain)[0], chain.size() - 1);
}

// Written backwards, a chain of gains steps from its source on.
TEST(CouplingGraph, OrderFollowsFeedThrough) {
  Net net;
  net.fmu("c", "Gain").fmu("b", "Gain").fmu("a", "Plant").wire("b.y", "c.u").wire("a.y", "b.u");
  const Analysed result = analyse_net(net);
  EXPECT_EQ(result.graph.order, (std::vector<std::size_t>{2, 1, 0}));
  EXPECT_TRUE(result.graph.loops.empty());
  EXPECT_EQ(result.graph.cyclic, (std::vector<bool>{false, false}));
}

// The plant has no feed-through, the controller has: the plant comes first whatever the file says.
TEST(CouplingGraph, ControllerAfterPlant) {
  Net net;
  net.fmu("controller", "PiController").fmu("plant", "Plant");
  net.wire("plant.y", "controller.y").wire("controller.u", "plant.u");
  const Analysed result = analyse_net(net);
  EXPECT_EQ(result.graph.order, (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(result.graph.loops.empty());  // closed over time, not at one instant
  EXPECT_EQ(result.graph.cyclic, (std::vector<bool>{true, true}));
}

// Without feed-through anywhere sources still come before what they feed.
TEST(CouplingGraph, OtherSourcesDecideWhereThereIsAChoice) {
  Net net;
  net.fmu("last", "Integrator").fmu("first", "Plant").wire("first.y", "last.u");
  EXPECT_EQ(analyse_net(net).graph.order, (std::vector<std::size_t>{1, 0}));
}

TEST(CouplingGraph, NamesLoopsAsCyclesOfConnections) {
  Net net;
  net.fmu("a", "Gain").fmu("b", "Gain").wire("a.y", "b.u").wire("b.y", "a.u");
  const Analysed result = analyse_net(net);
  ASSERT_EQ(result.graph.loops.size(), 1U);
  EXPECT_EQ(cycle_text(result.graph.loops[0], result.wires), "a.y -> b.u, b.y -> a.u");
  EXPECT_EQ(result.graph.algebraic, (std::vector<bool>{true, true}));
}

// Back and forth between two blocks, but through different channels: ModelStructure shows that it is no loop.
TEST(CouplingGraph, ChannelsThatDoNotMeetAreNoLoop) {
  Net net;
  net.fmu("a", "Gain").fmu("b", "Gain").wire("a.y", "b.u").wire("b.y", "a.u2");
  const Analysed result = analyse_net(net);
  EXPECT_TRUE(result.graph.loops.empty());
  EXPECT_EQ(result.graph.algebraic, (std::vector<bool>{false, false}));
}

TEST(CouplingGraph, ABlockConnectedToItselfIsALoop) {
  Net net;
  net.fmu("a", "Gain").wire("a.y", "a.u");
  const Analysed result = analyse_net(net);
  ASSERT_EQ(result.graph.loops.size(), 1U);
  EXPECT_EQ(cycle_text(result.graph.loops[0], result.wires), "a.y -> a.u");
}

}  // namespace
}  // namespace lockstep::network
