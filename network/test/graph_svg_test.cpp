// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/graph_svg.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/xml_tree.hpp"
#include "network_support.hpp"

namespace lockstep::network {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// One box for each component, one arrow for each pair; the way back runs below.
TEST(GraphSvg, ShowsComponentsAndConnections) {
  const std::string svg = graph_svg(test::two_masses().config);
  EXPECT_NO_THROW(core::read_xml(svg, "graph.svg"));
  EXPECT_EQ(count(svg, "rx=\"5\""), 2U);
  EXPECT_EQ(count(svg, "marker-end"), 2U);
  EXPECT_NE(svg.find("x \u2192 x1, v \u2192 v1"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">F<"), std::string::npos) << svg;
}

// Names are text, not markup; many connections are a number.
TEST(GraphSvg, EscapesAndShortens) {
  NetworkConfig network;
  network.name = "a<b&c";
  network.components.resize(2);
  network.components[0].name = "x";
  network.components[1].name = "y";
  for (int i = 0; i < 5; ++i) {
    ConnectionConfig connection;
    connection.sources.push_back({"x.o" + std::to_string(i), 1.0});
    connection.to = "y.i" + std::to_string(i);
    network.connections.push_back(connection);
  }
  const std::string svg = graph_svg(network);
  EXPECT_NO_THROW(core::read_xml(svg, "graph.svg"));
  EXPECT_NE(svg.find("a&lt;b&amp;c"), std::string::npos);
  EXPECT_NE(svg.find("5 connections"), std::string::npos);
}

TEST(GraphSvg, EmptyNetworksArePictures) {
  EXPECT_NO_THROW(core::read_xml(graph_svg({}), "graph.svg"));
}

}  // namespace
}  // namespace lockstep::network
