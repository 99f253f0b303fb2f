// SPDX-License-Identifier: Apache-2.0
#include "ssp_types.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/xml_tree.hpp"
#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

SspTypes types_in(const std::string& inside, SspProblems& problems) {
  return read_types(core::read_xml("<root>" + inside + "</root>", "types.ssd"), problems);
}

TEST(SspTypes, ReadsUnitsAndEnumerations) {
  SspProblems problems;
  const SspTypes types = types_in(
      "<Units><Unit name=\"ft\"><BaseUnit m=\"1\" factor=\"0.3048\"/></Unit><Unit name=\"pc\"/></Units>"
      "<Enumerations><Enumeration name=\"Gear\"><Item name=\"reverse\" value=\"-1\"/>"
      "<Item name=\"first\" value=\"1\"/></Enumeration></Enumerations>",
      problems);
  EXPECT_TRUE(problems.all.empty());
  ASSERT_NE(types.unit("ft"), nullptr);
  EXPECT_EQ(types.unit("ft")->base->factor, 0.3048);
  EXPECT_EQ(types.unit("pc"), nullptr);  // nobody knows its base
  EXPECT_EQ(types.item("Gear", "reverse"), -1);
  EXPECT_FALSE(types.item("Gear", "second"));
  EXPECT_FALSE(types.item("Colour", "first"));
}

TEST(SspTypes, MistakesHaveTheirPlace) {
  SspProblems problems;
  types_in(
      "<Enumerations><Enumeration name=\"E\">\n<Item name=\"a\" value=\"1\"/>\n<Item name=\"a\" "
      "value=\"2\"/></Enumeration>\n<Enumeration name=\"F\"><Item name=\"b\" value=\"x\"/></Enumeration>"
      "</Enumerations>",
      problems);
  ASSERT_EQ(problems.all.size(), 2U);
  EXPECT_EQ(problems.all[0].message, "enumeration 'E' has two items 'a'");
  EXPECT_EQ(problems.all[0].where.line, 3U);
  EXPECT_EQ(problems.all[1].where.line, 4U);
}

// Own definitions win over those of nested systems.
TEST(SspTypes, AddKeepsItsOwn) {
  SspTypes own;
  own.enumerations["E"]["a"] = 1;
  SspTypes other;
  other.enumerations["E"]["a"] = 2;
  other.enumerations["F"]["b"] = 3;
  own.add(other);
  EXPECT_EQ(own.item("E", "a"), 1);
  EXPECT_EQ(own.item("F", "b"), 3);
}

}  // namespace
}  // namespace lockstep::network
