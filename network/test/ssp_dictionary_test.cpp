// SPDX-License-Identifier: Apache-2.0
// Signal dictionaries (SSB) and their entries.
#include <gtest/gtest.h>

#include "ssp_support.hpp"

namespace lockstep::network {
namespace {

class SspDictionaryTest : public ::testing::Test, protected test::SspFolder {
 protected:
  static std::string entries(const std::string& inside) {
    return "<ssb:SignalDictionary xmlns:ssb=\"b\" xmlns:ssc=\"c\" version=\"1.0\">" + inside +
           "</ssb:SignalDictionary>";
  }
  static std::string entry(const std::string& unit, const std::string& name = "s") {
    return "<ssb:DictionaryEntry name=\"" + name + "\"><ssc:Real unit=\"" + unit +
           "\"/></ssb:DictionaryEntry>";
  }
  static std::string unit(const char* name, const char* kind, const std::string& of) {
    if (of.empty()) return {};
    return std::string{"<ssd:Connectors><ssd:Connector name=\""} + name + "\" kind=\"" + kind +
           "\"><ssc:Real unit=\"" + of + "\"/></ssd:Connector></ssd:Connectors>";
  }
  /// a.y2 (1) over the entry s of a dictionary to b.u; the units are those of the connectors.
  std::filesystem::path over_bus(const std::string& dictionary, const std::string& from = {},
                                 const std::string& to = {}, const std::string& first = {}) {
    return archive(
        {{"SystemStructure.ssd",
          ssd("<ssd:Elements>" + component("a", "Gain", unit("y2", "output", from)) +
              component("b", "Gain", unit("u", "input", to)) +
              "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"D\"/></ssd:Elements>"
              "<ssd:Connections>\n" +
              connection("a", "y2", "bus", "s", first) + connection("bus", "s", "b", "u") +
              "</ssd:Connections><ssd:SignalDictionaries>" + dictionary + "</ssd:SignalDictionaries>")},
         {"bus.ssb", entries(entry("mm"))},
         fmu("Gain")});
  }
  double value_over(const std::string& dictionary, const std::string& from, const std::string& to,
                    const std::string& first = {}) {
    const auto system = CoupledSystem::create(read_ssp(over_bus(dictionary, from, to, first)).network);
    system->initialize({});
    return test::value(*system, "b.u");
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  const std::string file = "<ssd:SignalDictionary name=\"D\" source=\"bus.ssb\"/>";
};

// The unit of an entry counts: from metres to millimetres on the bus, and on from there.
TEST_F(SspDictionaryTest, ValuesAreInTheUnitOfTheirEntry) {
  EXPECT_DOUBLE_EQ(value_over(file, "m", ""), 1000.0);
  EXPECT_DOUBLE_EQ(value_over(file, "", "m"), 0.001);
  EXPECT_DOUBLE_EQ(value_over(file, "m", "m"), 1.0);
  EXPECT_DOUBLE_EQ(value_over(file, "m", "km"), 0.001);
  EXPECT_DOUBLE_EQ(value_over(file, "", ""), 1.0);
}

// Converted first, then transformed: 1 m is 1000 mm on the way in, times 2 plus 1.
TEST_F(SspDictionaryTest, TransformationsAreInTheUnitOfTheEntry) {
  const std::string twice = "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>";
  EXPECT_DOUBLE_EQ(value_over(file, "m", "", twice), 2001.0);
  EXPECT_DOUBLE_EQ(value_over(file, "m", "m", twice), 2.001);
}

TEST_F(SspDictionaryTest, DictionariesMayBeInlineWithUnitsOfTheirOwn) {
  const std::string inside = "<ssd:SignalDictionary name=\"D\">" +
                             entries(entry("furlong") +
                                     "<ssb:Units><ssc:Unit name=\"furlong\"><ssc:BaseUnit m=\"1\" "
                                     "factor=\"201.168\"/></ssc:Unit></ssb:Units>") +
                             "</ssd:SignalDictionary>";
  EXPECT_DOUBLE_EQ(value_over(inside, "", "m"), 201.168);
}

TEST_F(SspDictionaryTest, MistakesHaveTheirPlace) {
  EXPECT_TRUE(
      has(refusal(over_bus(file, "kg")),
          "SystemStructure.ssd:7:1: error: 'a.y2' is in kg and 'D.s' is in mm, which measure different"));
  const auto inside = [](const std::string& text) {
    return "<ssd:SignalDictionary name=\"D\">" + text + "</ssd:SignalDictionary>";
  };
  EXPECT_TRUE(has(refusal(over_bus(inside(entries(entry("m", "other"))))),
                  "SystemStructure.ssd:7:1: error: the signal dictionary 'D' has no entry 's'"));
  EXPECT_TRUE(has(refusal(over_bus(inside(entries(entry("m") + entry("m"))))),
                  "the dictionary 'D' has two entries 's'"));
  EXPECT_TRUE(has(refusal(over_bus("<ssd:SignalDictionary name=\"D\"/>")),
                  "the dictionary 'D' has neither 'source' nor a SignalDictionary inside"));
  EXPECT_TRUE(has(refusal(over_bus(inside("<ssb:SignalDictionary><ssb:Entry/></ssb:SignalDictionary>"))),
                  "'SignalDictionary' cannot have the element 'Entry'"));
  EXPECT_TRUE(has(refusal(over_bus("<ssd:SignalDictionary name=\"D\" source=\"SystemStructure.ssd\"/>")),
                  "the root is 'SystemStructureDescription', expected SignalDictionary"));
}

}  // namespace
}  // namespace lockstep::network
