// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ssp_support.hpp"
#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

using test::SspFolder;

std::string set_of(const std::string& parameters) {
  return "<ssv:ParameterSet xmlns:ssv=\"v\" version=\"1.0\" name=\"p\"><ssv:Parameters>" + parameters +
         "</ssv:Parameters></ssv:ParameterSet>";
}

std::string parameter(const std::string& name, const std::string& value, const std::string& type = "Real",
                      const std::string& unit = {}) {
  return "<ssv:Parameter name=\"" + name + "\"><ssv:" + type + " value=\"" + value + "\"" +
         (unit.empty() ? "" : " unit=\"" + unit + "\"") + "/></ssv:Parameter>";
}

std::string bound(const std::string& attributes, const std::string& inside = {}) {
  return "<ssd:ParameterBindings><ssd:ParameterBinding " + attributes + ">" + inside +
         "</ssd:ParameterBinding></ssd:ParameterBindings>";
}

class SspParametersTest : public ::testing::Test, protected SspFolder {
 protected:
  /// y of Gain "a" after initialisation, with u2 = 0: reads k and b by y = k * 0 + b.
  double value_in(const std::string& system_bindings, const std::string& component_bindings,
                  const std::string& name, const std::vector<std::pair<std::string, std::string>>& files) {
    auto entries = files;
    entries.emplace_back("SystemStructure.ssd",
                         ssd(system_bindings + "<ssd:Elements>" + component("a", "Gain", component_bindings) +
                             "</ssd:Elements>"));
    entries.push_back(fmu("Gain"));
    const auto system = CoupledSystem::create(read_ssp(archive(entries)).network);
    system->initialize({});
    return test::value(*system, name);
  }
};

// From a file, written inline, with a prefix; types of SSP 1.0 and 2.0.
TEST_F(SspParametersTest, ReadsParameterSets) {
  EXPECT_EQ(value_in("", bound("source=\"p.ssv\""), "a.y", {{"p.ssv", set_of(parameter("b", "13"))}}), 13.0);
  EXPECT_EQ(
      value_in("", bound("source=\"p.ssv\""), "a.y", {{"p.ssv", set_of(parameter("b", "14", "Float64"))}}),
      14.0);
  EXPECT_EQ(
      value_in(bound("prefix=\"a.\" source=\"p.ssv\""), "", "a.y", {{"p.ssv", set_of(parameter("b", "15"))}}),
      15.0);
}

// The value further out wins.
TEST_F(SspParametersTest, OuterValuesWin) {
  EXPECT_EQ(value_in(bound("source=\"p.ssv\""), bound("source=\"q.ssv\""), "a.y",
                     {{"p.ssv", set_of(parameter("a.b", "1"))}, {"q.ssv", set_of(parameter("b", "2"))}}),
            1.0);
}

// Mappings rename and transform; entries that are not mapped are not used.
TEST_F(SspParametersTest, MapsNamesAndValues) {
  const std::string mapping =
      "<ssm:ParameterMapping xmlns:ssm=\"m\" version=\"1.0\"><ssm:MappingEntry source=\"stiffness\" "
      "target=\"a.b\">"
      "<ssc:LinearTransformation factor=\"3\" offset=\"1\"/></ssm:MappingEntry></ssm:ParameterMapping>";
  const std::vector<std::pair<std::string, std::string>> files{
      {"p.ssv", set_of(parameter("stiffness", "4") + parameter("unused", "5"))}, {"p.ssm", mapping}};
  EXPECT_EQ(value_in(bound("source=\"p.ssv\"", "<ssd:ParameterMapping source=\"p.ssm\"/>"), "", "a.y", files),
            13.0);
  EXPECT_EQ(
      value_in(bound("source=\"p.ssv\"", "<ssd:ParameterMapping>" + mapping + "</ssd:ParameterMapping>"), "",
               "a.y", files),
      13.0);
}

TEST_F(SspParametersTest, TransformsByTables) {
  const core::ConfigNode entry = [&] {
    core::ConfigNode table{"EnumerationMappingTransformation"};
    core::ConfigNode one{"MapEntry"};
    one.attributes = {{"source", "low"}, {"target", "1"}};
    table.children.push_back(one);
    core::ConfigNode node{"MappingEntry"};
    node.children.push_back(table);
    return node;
  }();
  const SspTransformation read = read_transformation(entry);
  EXPECT_TRUE(read.is_mapping);
  ASSERT_EQ(read.entries.size(), 1U);
  EXPECT_EQ(read.entries[0].first, "low");
  EXPECT_EQ(read.entries[0].second, "1");
}

TEST_F(SspParametersTest, MistakesHaveTheirPlace) {
  const auto refused = [&](const std::string& set, const std::string& mapping = {}) {
    auto path = archive(
        {{"SystemStructure.ssd",
          ssd(bound("source=\"p.ssv\"", mapping.empty() ? "" : "<ssd:ParameterMapping source=\"p.ssm\"/>") +
              "<ssd:Elements>" + component("a", "Gain") + "</ssd:Elements>")},
         {"p.ssv", set},
         {"p.ssm", mapping},
         fmu("Gain")});
    return refusal(path);
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(refused(set_of(parameter("a.kk", "1"))), "p.ssv:1:"));
  EXPECT_TRUE(has(refused(set_of(parameter("a.kk", "1"))), "component 'a' has no variable 'kk'"));
  EXPECT_TRUE(has(refused(set_of(parameter("z.k", "1"))),
                  "'root' has no element or connector for the parameter 'z.k'"));
  EXPECT_TRUE(has(refused(set_of("<ssv:Parameter name=\"a.k\"/>")), "parameter 'a.k' has no value element"));
  EXPECT_TRUE(has(refused("<x/>"), "the root is 'x', expected ParameterSet"));
  EXPECT_TRUE(has(refused(set_of(parameter("q", "1")),
                          "<m:ParameterMapping version=\"1.0\"><m:MappingEntry source=\"zz\" target=\"a.k\"/>"
                          "</m:ParameterMapping>"),
                  "the parameter set has no parameter 'zz'"));
}

}  // namespace
}  // namespace lockstep::network
