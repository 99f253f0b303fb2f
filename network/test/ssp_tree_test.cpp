// SPDX-License-Identifier: Apache-2.0
#include "ssp_tree.hpp"

#include <gtest/gtest.h>

#include "ssp_support.hpp"

namespace lockstep::network {
namespace {

using test::SspFolder;

class SspTreeTest : public ::testing::Test, protected SspFolder {
 protected:
  std::string refused(const std::string& system, const std::string& after = {}) {
    return refusal(archive({{"SystemStructure.ssd", ssd(system, after)}, fmu("Gain")}));
  }
};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "expected '" << part << "' in:\n" << text;
}

TEST_F(SspTreeTest, SchemaMistakesHaveTheirPlace) {
  const std::string text = refused(
      "<ssd:Elemens/>\n<ssd:Connectors><ssd:Connector name=\"x\" kind=\"sideways\"/>"
      "<ssd:Connector kind=\"input\"/><ssd:Connector name=\"y\" kind=\"input\"/><ssd:Connector name=\"y\" "
      "kind=\"input\"/>"
      "</ssd:Connectors>\n<ssd:Elements>" +
      component("a", "Gain") + component("a", "Gain") +
      "<ssd:Thing name=\"t\"/></ssd:Elements>\n<ssd:Connections><ssd:Connection "
      "startConnector=\"x\"/></ssd:Connections>");
  expect_part(text,
              "SystemStructure.ssd:4:1: error: 'System' cannot have the element 'Elemens' [ssp-schema]\n"
              "  fix: did you mean 'Elements'?");
  expect_part(text, "connector 'x' has the kind 'sideways', expected one of: input, output");
  expect_part(text, "'root' has two connectors 'y'");
  expect_part(text, "two elements are named 'a'");
  expect_part(text, "'Thing' is no element of a system");
  expect_part(text, "endConnector");
}

TEST_F(SspTreeTest, VersionsAndRootsAreChecked) {
  expect_part(refusal(archive({{"SystemStructure.ssd", ssd("", "", "3.0")}})),
              "version is '3.0', expected 1.0 or 2.0");
  expect_part(refusal(archive({{"SystemStructure.ssd", "<a/>"}})),
              "the root is 'a', expected SystemStructureDescription");
  expect_part(refusal(archive({{"SystemStructure.ssd", "<a>"}})), "SystemStructure.ssd:1:");
  expect_part(refusal(archive(
                  {{"SystemStructure.ssd",
                    "<!DOCTYPE a [<!ENTITY b \"b\">]><ssd:SystemStructureDescription version=\"1.0\"/>"}})),
              "DOCTYPE");
}

TEST_F(SspTreeTest, ComponentsAreFmus) {
  expect_part(
      refused("<ssd:Elements><ssd:Component name=\"a\" source=\"resources/Gain.fmu\" type=\"text/plain\"/>"
              "</ssd:Elements>"),
      "component 'a' is of type 'text/plain', expected an FMU or an SSP");
  expect_part(refused("<ssd:Elements><ssd:Component name=\"a\" source=\"SystemStructure.ssd\" "
                      "type=\"application/x-fmu-sharedlibrary\" implementation=\"magic\"/></ssd:Elements>"),
              "SystemStructure.ssd");
  expect_part(
      refused(
          "<ssd:Elements><ssd:Component name=\"a\" source=\"resources/Gain.fmu\" implementation=\"magic\"/>"
          "</ssd:Elements>"),
      "implementation is 'magic'");
}

// What other tools write about their step.
TEST_F(SspTreeTest, ReadsStepsOfOtherTools) {
  for (const char* annotation :
       {"<oms:SimulationInformation><oms:FixedStepMaster stepSize=\"0.25\"/></oms:SimulationInformation>",
        "<osp:Algorithm><osp:FixedStepAlgorithm baseStepSize=\"0.25\"/></osp:Algorithm>"}) {
    const auto path =
        archive({{"SystemStructure.ssd",
                  ssd("<ssd:Elements>" + component("a", "Gain") + "</ssd:Elements>",
                      std::string{"<ssd:DefaultExperiment><ssd:Annotations><ssc:Annotation type=\"t\">"} +
                          annotation + "</ssc:Annotation></ssd:Annotations></ssd:DefaultExperiment>")},
                 fmu("Gain")});
    EXPECT_EQ(read_ssp(path).step_size_s, 0.25) << annotation;
  }
}

// Systems that hold each other without end are refused.
TEST_F(SspTreeTest, DepthHasALimit) {
  std::string inside = "<ssd:Elements>" + component("a", "Gain") + "</ssd:Elements>";
  for (int i = 0; i < 20; ++i)
    inside = "<ssd:Elements><ssd:System name=\"s\">" + inside + "</ssd:System></ssd:Elements>";
  expect_part(refused(inside), "systems are nested more than 16 deep");
}

}  // namespace
}  // namespace lockstep::network
