// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/xml_tree.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

std::string error_of(const std::string& text, const XmlLimits& limits = {}) {
  try {
    read_xml(text, "w.xml", limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.what();
  }
  return "no error";
}

// Every node knows its line; text and CDATA are joined, comments are not part of it.
TEST(XmlTree, KeepsPlacesTextAndOrder) {
  const ConfigNode root = read_xml(
      "<?xml version='1.0'?>\n<a x='1' y='&lt;2'>\n  <b> one <!-- no -->two</b>\n  "
      "<c:d/><b><![CDATA[<3>]]></b>\n</a>",
      "w.xml");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.where.line, 2U);
  EXPECT_EQ(root.attribute("y"), "<2");
  ASSERT_EQ(root.children.size(), 3U);
  EXPECT_EQ(root.children[0].text, "one two");
  EXPECT_EQ(root.children[0].where.line, 3U);
  EXPECT_EQ(root.children[0].where.column, 3U);
  EXPECT_EQ(root.children[1].name, "c:d");
  EXPECT_EQ(root.children[1].where.line, 4U);
  EXPECT_EQ(root.children[2].text, "<3>");
  EXPECT_EQ(root.text, "");
}

TEST(XmlTree, SaysWhereTextIsNotWellFormed) {
  EXPECT_EQ(error_of("<a>\n<b></c></a>").substr(0, 8), "w.xml:2:");
  EXPECT_NE(error_of("").find("not well-formed"), std::string::npos);
  EXPECT_NE(error_of(std::string{"<a>\0</a>", 8}).find("zero byte"), std::string::npos);
  EXPECT_EQ(error_of("<a/>\n<b/>"),
            "'w.xml' cannot be read as XML\nw.xml:2:1: error: <b> stands after the end of <a>, expected one "
            "outermost element [xml-second-root]");
}

// Files that are made to hurt end in an error, not in a crash or in gigabytes.
TEST(XmlTree, RefusesHostileFiles) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "<a>";
  for (int i = 0; i < 100'000; ++i)
    deep += "</a>";
  EXPECT_NE(error_of(deep).find("nested more than 64 deep"), std::string::npos);
  EXPECT_NE(error_of("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>").find("DOCTYPE"), std::string::npos);
  XmlLimits small;
  small.max_bytes = 10;
  EXPECT_EQ(error_of("<aaaaaaaaaaaa/>", small), "'w.xml' has 15 bytes, the limit is 10");
  XmlLimits little_memory;
  little_memory.max_tree_bytes = 100;
  EXPECT_NE(error_of("<a><b/><b/><b/></a>", little_memory).find("memory"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::core
