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

/// Feedthrough as component "f" with one mapped parameter set; the value of one of its outputs as text.
class SspMappingTest : public SspParametersTest {
 protected:
  std::filesystem::path system_with(const std::string& set, const std::string& table,
                                    const std::string& target) {
    const std::string mapping =
        "<ssm:ParameterMapping xmlns:ssm=\"m\" version=\"1.0\"><ssm:MappingEntry "
        "source=\"p\" target=\"f." +
        target + "\">" + table + "</ssm:MappingEntry></ssm:ParameterMapping>";
    return archive(
        {{"SystemStructure.ssd",
          ssd(bound("source=\"p.ssv\"", "<ssd:ParameterMapping source=\"p.ssm\"/>") + "<ssd:Elements>" +
                  component("f", "Feedthrough") + "</ssd:Elements>",
              "<ssd:Enumerations><ssc:Enumeration name=\"Level\"><ssc:Item name=\"low\" value=\"1\"/>"
              "<ssc:Item name=\"high\" value=\"2\"/></ssc:Enumeration></ssd:Enumerations>")},
         {"p.ssv", set},
         {"p.ssm", mapping},
         {"resources/Feedthrough.fmu",
          lockstep::test::read_file(std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu")}});
  }
  std::string value_of(const std::filesystem::path& path, const std::string& output) {
    const auto system = CoupledSystem::create(read_ssp(path).network);
    system->initialize({});
    return core::to_text(system->get(*system->description().find("f." + output)));
  }
  static std::string table(const std::string& kind,
                           const std::vector<std::pair<std::string, std::string>>& entries) {
    std::string text = "<ssc:" + kind + "MappingTransformation>";
    for (const auto& [source, target] : entries)
      text += "<ssc:MapEntry source=\"" + source + "\" target=\"" + target + "\"/>";
    return text + "</ssc:" + kind + "MappingTransformation>";
  }
  static std::string item(const std::string& name, const std::string& enumeration) {
    return "<ssv:Parameter name=\"p\"><ssv:Enumeration value=\"" + name + "\" name=\"" + enumeration +
           "\"/></ssv:Parameter>";
  }
};

// 1 is true in a file; integers are compared as numbers.
TEST_F(SspMappingTest, TransformsBooleansAndIntegersByTables) {
  const std::string inverse = table("Boolean", {{"true", "0"}, {"0", "true"}});
  EXPECT_EQ(value_of(system_with(set_of(parameter("p", "1", "Boolean")), inverse, "Boolean_input"),
                     "Boolean_output"),
            "false");
  EXPECT_EQ(value_of(system_with(set_of(parameter("p", "false", "Boolean")), inverse, "Boolean_input"),
                     "Boolean_output"),
            "true");
  const std::string codes = table("Integer", {{"7", "70"}, {"08", "80"}});
  EXPECT_EQ(
      value_of(system_with(set_of(parameter("p", " 8", "Integer")), codes, "Int32_input"), "Int32_output"),
      "80");
}

TEST_F(SspMappingTest, TransformsItemsByTables) {
  const std::string names = table("Enumeration", {{"low", "Option 2"}, {"high", "Option 1"}});
  EXPECT_EQ(
      value_of(system_with(set_of(item("low", "Level")), names, "Enumeration_input"), "Enumeration_output"),
      "2");
}

// Without a table: an item of the FMU by its name, else the value that the file gives it. The parameter set's
// own enumerations count before those of the system.
TEST_F(SspMappingTest, ItemsHaveTheValuesOfTheirEnumeration) {
  EXPECT_EQ(
      value_of(system_with(set_of(item("Option 2", "Level")), "", "Enumeration_input"), "Enumeration_output"),
      "2");
  EXPECT_EQ(
      value_of(system_with(set_of(item("high", "Level")), "", "Enumeration_input"), "Enumeration_output"),
      "2");
  std::string own = set_of(item("high", "Level"));
  own.insert(own.find("</ssv:ParameterSet>"),
             "<ssv:Enumerations><ssc:Enumeration name=\"Level\"><ssc:Item name=\"high\" value=\"1\"/>"
             "</ssc:Enumeration></ssv:Enumerations>");
  EXPECT_EQ(value_of(system_with(own, "", "Enumeration_input"), "Enumeration_output"), "1");
}

TEST_F(SspMappingTest, MistakesOfTables) {
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal(system_with(set_of(parameter("p", "3", "Integer")), table("Integer", {{"1", "2"}}),
                                      "Int32_input")),
                  "the mapping of 'p' has no entry for '3'"));
  EXPECT_TRUE(
      has(refusal(system_with(set_of(parameter("p", "3", "Integer")), table("Integer", {}), "Int32_input")),
          "'IntegerMappingTransformation' has no MapEntry"));
}

// Units of parameters that are arrays, and units that the parameter set defines.
TEST_F(SspParametersTest, ConvertsEveryElement) {
  EXPECT_EQ(linear_text("1  2\n3", 2.0, 1.0), "3 5 7");
  EXPECT_EQ(linear_text("1 x", 2.0, 0.0), std::nullopt);
  EXPECT_EQ(linear_text("1 x", 1.0, 0.0), "1 x");
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
