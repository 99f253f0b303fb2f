// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/network_reader.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/xml_tree.hpp"
#include "network_support.hpp"

namespace lockstep::network {
namespace {

/// The tree a scenario has; XML says the same with less code here.
NetworkConfig read(const std::string& inside) {
  const core::ConfigNode node = core::read_xml("<network>" + inside + "</network>", "test.xml");
  const FindFile find = [](const core::ConfigNode&, const std::string& name) {
    return std::filesystem::path{LOCKSTEP_NETWORK_FMUS} / "3.0" / name;
  };
  return read_network(node, find, {});
}

std::string refusal(const std::string& inside) {
  try {
    read(inside);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

const std::string kGain = "<fmus><name>a</name><fmu>Gain.fmu</fmu></fmus>";

TEST(NetworkReader, ReadsComponents) {
  const NetworkConfig network = read(
      "<name>loop</name><fmus><fmu>Gain.fmu</fmu><parameters><k>2</k></parameters><step_size>0.5</"
      "step_size></fmus>");
  EXPECT_EQ(network.name, "loop");
  ASSERT_EQ(network.components.size(), 1U);
  EXPECT_EQ(network.components[0].name, "Gain");
  ASSERT_EQ(network.components[0].start_values.size(), 1U);
  EXPECT_EQ(network.components[0].start_values[0].variable, "k");
  EXPECT_EQ(network.components[0].start_values[0].text, "2");
  EXPECT_EQ(network.components[0].step_size_s, 0.5);
}

TEST(NetworkReader, ReadsConnections) {
  const NetworkConfig network =
      read(kGain +
           "<connections>a.y -&gt; a.u</connections>"
           "<connections><from>a.y</from><from><output>a.y2</output><factor>3</factor></from><to>a.u2</to>"
           "<factor>2</factor><offset>4</offset><convert_units>false</convert_units></connections>"
           "<connections><from>a.y</from><to>a.u2</to><map><low>1</low></map></connections>");
  ASSERT_EQ(network.connections.size(), 3U);
  EXPECT_EQ(network.connections[2].map, (std::vector<std::pair<std::string, std::string>>{{"low", "1"}}));
  EXPECT_EQ(network.connections[0].sources[0].from, "a.y");
  EXPECT_EQ(network.connections[0].to, "a.u");
  EXPECT_TRUE(network.connections[0].convert_units);
  const ConnectionConfig& sum = network.connections[1];
  ASSERT_EQ(sum.sources.size(), 2U);
  EXPECT_EQ(sum.sources[0].factor, 2.0);
  EXPECT_EQ(sum.sources[1].from, "a.y2");
  EXPECT_EQ(sum.sources[1].factor, 6.0);
  EXPECT_EQ(sum.offset, 4.0);
  EXPECT_FALSE(sum.convert_units);
}

TEST(NetworkReader, ReadsMasters) {
  EXPECT_EQ(read(kGain).master.kind, MasterKind::kGaussSeidel);
  EXPECT_EQ(read(kGain + "<master>newton</master>").master.kind, MasterKind::kNewton);
  const MasterOptions all =
      read(kGain +
           "<master><type>fixed_point</type><inputs>linear</inputs><loops>break</loops><tolerance>1e-3</"
           "tolerance>"
           "<max_iterations>7</max_iterations><relaxation>0.5</relaxation><min_step>0.01</min_step>"
           "<threads>3</threads><estimate_error>true</estimate_error></master>")
          .master;
  EXPECT_EQ(all.kind, MasterKind::kFixedPoint);
  EXPECT_EQ(all.inputs, InputOrder::kLinear);
  EXPECT_EQ(all.loops, LoopPolicy::kBreak);
  EXPECT_EQ(all.tolerance, 1e-3);
  EXPECT_EQ(all.max_iterations, 7U);
  EXPECT_EQ(all.relaxation, 0.5);
  EXPECT_EQ(all.min_step_s, 0.01);
  EXPECT_EQ(all.threads, 3U);
  EXPECT_TRUE(all.estimate_error);
}

TEST(NetworkReader, ReadsBonds) {
  const NetworkConfig network = read(kGain + "<bonds><effort>b.F</effort><flow>a.v</flow></bonds>");
  ASSERT_EQ(network.bonds.size(), 1U);
  EXPECT_EQ(network.bonds[0].name, "b.F");
  EXPECT_EQ(network.bonds[0].flow, "a.v");
}

// All mistakes at once, each with its place.
TEST(NetworkReader, EveryMistakeHasItsPlace) {
  const std::string text = refusal(
      "<fmus><fmu>Gain.fmu</fmu><interface>both</interface></fmus>\n<fmus><name>b</name></fmus>\n"
      "<connections>a.y to a.u</connections>\n<master><type>magic</type><relaxation>2</relaxation>"
      "<tolerance>0</tolerance><max_iterations>0</max_iterations><speed>1</speed></master>");
  for (const char* part :
       {"test.xml:1:", "interface is 'both', expected cs or me",
        "test.xml:2:", "test.xml:3:", "'a.y to a.u' is no connection, expected 'a.y -> b.u'",
        "'type' is 'magic', expected one of: jacobi, gauss_seidel, fixed_point, newton, adaptive, events",
        "'relaxation' is 2, expected at most 1", "'tolerance' is 0, expected a number above 0",
        "'max_iterations' is 0, expected 1 to 100000", "speed"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
}

TEST(NetworkReader, ANetworkHasFmus) {
  EXPECT_NE(refusal("<name>x</name>").find("the network has neither 'fmus' nor 'ssp'"), std::string::npos);
}

TEST(NetworkReader, AnFmuThatIsNoneIsNamed) {
  EXPECT_NE(refusal("<fmus><fmu>None.fmu</fmu></fmus>").find("None.fmu"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::network
