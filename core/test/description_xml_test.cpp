// SPDX-License-Identifier: Apache-2.0
// What any XML file may do to the reader: encodings, limits, malformed text, files read in parts.
#include <gtest/gtest.h>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::find;
using test::fmi2;
using test::parse;
using test::refusal;

std::string variable(const std::string& name, int reference = 1) {
  return "<ScalarVariable name=\"" + name + "\" valueReference=\"" + std::to_string(reference) +
         "\"><Real/></ScalarVariable>";
}

std::string with_encoding(std::string xml, const std::string& encoding) {
  const std::string utf8 = "encoding=\"UTF-8\"";
  return xml.replace(xml.find(utf8), utf8.size(), "encoding=\"" + encoding + "\"");
}

std::string to_utf16(const std::string& ascii, bool big_endian, bool bom) {
  std::string result = !bom ? "" : big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    if (big_endian) result += '\0';
    result += c;
    if (!big_endian) result += '\0';
  }
  return result;
}

TEST(XmlDocument, ReadsEveryEncoding) {
  const std::string umlaut = "\xC3\xBC";  // UTF-8 for u with two dots
  const std::string utf8 = fmi2(variable("T\xC3\xBCr"));
  EXPECT_NE(parse(utf8).description->find("T" + umlaut + "r"), nullptr);
  EXPECT_NE(parse("\xEF\xBB\xBF" + utf8).description->find("T" + umlaut + "r"), nullptr) << "byte order mark";
  const std::string latin1 = fmi2(variable("T\xFCr"));
  for (const char* name : {"ISO-8859-1", "iso-8859-1", "ISO-8859-15", "windows-1252"}) {
    const ParsedDescription parsed = parse(with_encoding(latin1, name));
    EXPECT_NE(parsed.description->find("T" + umlaut + "r"), nullptr) << name;
    EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
  }
  EXPECT_NE(parse(with_encoding(fmi2(variable("\x80")), "windows-1252")).description->find("\xE2\x82\xAC"),
            nullptr)
      << "the euro sign";
  EXPECT_NE(parse(with_encoding(fmi2(variable("\xA4")), "ISO-8859-15")).description->find("\xE2\x82\xAC"),
            nullptr);
  const std::string plain = fmi2(variable("x"));
  for (const bool big_endian : {false, true})
    for (const bool bom : {false, true})
      EXPECT_NE(parse(to_utf16(plain, big_endian, bom)).description->find("x"), nullptr) << big_endian << bom;
}

// Bytes that are not what the file says it is made of are read as what they usually are, and reported.
TEST(XmlDocument, RepairsWrongUtf8) {
  const ParsedDescription parsed = parse(fmi2(variable("T\xFCr") + "\n" + variable("\xC3\xBC", 2)));
  EXPECT_NE(parsed.description->find("T\xC3\xBCr"), nullptr);
  EXPECT_NE(parsed.description->find("\xC3\xBC"), nullptr) << "what was right stays right";
  const Diagnostic* const finding = find(parsed.diagnostics, "bad-encoding");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where.line, 5U);
  for (const char* bad : {"\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\x80"})
    EXPECT_NE(find(parse(fmi2(variable(bad))).diagnostics, "bad-encoding"), nullptr);
}

TEST(XmlDocument, RefusesAnEncodingItDoesNotKnow) {
  const std::string message = refusal(with_encoding(fmi2(variable("\x83")), "Shift_JIS"));
  EXPECT_NE(message.find("the declared encoding 'SHIFT_JIS' is not supported; save the file as UTF-8"),
            std::string::npos)
      << message;
}

TEST(XmlDocument, RefusesWhatIsNotXml) {
  EXPECT_EQ(refusal(""), "modelDescription.xml:1:1: not well-formed XML: No document element found");
  EXPECT_EQ(refusal("hello"), "modelDescription.xml:1:5: not well-formed XML: No document element found");
  EXPECT_EQ(refusal("<a>\n<b>\n</a>").substr(0, 45), "modelDescription.xml:3:3: not well-formed XML");
  EXPECT_EQ(refusal(std::string("<a\0/>", 5)), "modelDescription.xml:1:3: a zero byte; XML is text");
  EXPECT_EQ(refusal("<other/>"),
            "modelDescription.xml:1:1: the root element is <other>, expected <fmiModelDescription>");
  EXPECT_NE(refusal("<fmiModelDescription/>").find("has no fmiVersion"), std::string::npos);
  EXPECT_EQ(refusal("<fmiModelDescription fmiVersion=\"4.0\"/>"),
            "modelDescription.xml:1:22: fmiVersion \"4.0\" is not supported; expected 1.0, 2.0 or 3.0");
}

// Document type definitions can make a small file huge ("billion laughs"); none is ever read.
TEST(XmlDocument, RefusesDocumentTypes) {
  const std::string bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" +
      fmi2(variable("&b;")).substr(39);
  EXPECT_NE(refusal(bomb).find("the file has a DOCTYPE"), std::string::npos) << refusal(bomb);
  const std::string later = refusal("<?xml version=\"1.0\"?>\n\n<!DOCTYPE x>" + fmi2("").substr(39));
  EXPECT_EQ(later.compare(0, 23, "modelDescription.xml:3:"), 0) << later;
}

TEST(XmlDocument, KeepsItsLimits) {
  DescriptionLimits limits;
  limits.max_bytes = 100;
  EXPECT_NE(refusal(fmi2(""), limits).find("the limit is 100; raise DescriptionLimits::max_bytes"),
            std::string::npos);
  limits = {};
  limits.max_tree_bytes = 500;
  EXPECT_NE(refusal(fmi2(variable("x")), limits).find("max_tree_bytes"), std::string::npos);
  limits = {};
  limits.max_variables = 1;
  EXPECT_NE(refusal(fmi2(variable("x") + variable("y", 2)), limits).find("more than 1 variables"),
            std::string::npos);
  limits = {};
  limits.max_depth = 5;
  const std::string deep =
      "<ScalarVariable name=\"x\" valueReference=\"1\"><Real/><Annotations><Tool name=\"t\">"
      "<a><b/></a></Tool></Annotations></ScalarVariable>";
  EXPECT_NE(refusal(fmi2(deep), limits).find("elements are nested more than 5 deep"), std::string::npos);
  limits.max_depth = 7;
  EXPECT_EQ(refusal(fmi2(deep), limits), "accepted");
  limits = {};
  limits.max_attributes_per_element = 2;
  EXPECT_NE(find(parse(fmi2(variable("x")), limits).diagnostics, "too-many-attributes"), nullptr);
}

// A hundred thousand open elements cost no stack and are refused.
TEST(XmlDocument, RefusesBottomlessNesting) {
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "<a>";
  for (int i = 0; i < 100000; ++i)
    deep += "</a>";
  EXPECT_NE(refusal(fmi2(variable("x"), "<ModelStructure/>", deep)).find("nested more than 64 deep"),
            std::string::npos);
}

TEST(XmlDocument, ListsAFewFindingsOfAKindAndCountsTheRest) {
  std::string variables;
  for (int i = 0; i < 20; ++i)
    variables += "<ScalarVariable name=\"v" + std::to_string(i) +
                 "\" valueReference=\"1\" wrong=\"\"><Real/></ScalarVariable>\n";
  DescriptionLimits limits;
  limits.max_diagnostics_per_id = 5;
  const std::vector<Diagnostic> diagnostics = parse(fmi2(variables), limits).diagnostics;
  EXPECT_EQ(test::count(diagnostics, "unknown-attribute"), 6U);
  EXPECT_EQ(diagnostics.back().message, "15 more findings of this kind are not listed (20 in total)");
}

/// The same file read as a whole and in parts of at least `size` bytes.
struct BothWays {
  ParsedDescription whole, parts;
  BothWays(const std::string& xml, std::size_t size) {
    whole = parse(xml);
    DescriptionLimits limits;
    limits.read_in_parts_above = size;
    parts = parse(xml, limits);
  }
};

void expect_same(const BothWays& both) {
  const auto a = both.whole.description->variables(), b = both.parts.description->variables();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].line, b[i].line) << a[i].name;
    EXPECT_EQ(a[i].column, b[i].column) << a[i].name;
    EXPECT_EQ(a[i].start != nullptr, b[i].start != nullptr);
  }
  EXPECT_EQ(all(both.whole.diagnostics), all(both.parts.diagnostics));
  EXPECT_EQ(both.whole.description->structure().outputs.size(),
            both.parts.description->structure().outputs.size());
}

// Reading in parts gives what reading the whole gives, places and findings included, however the file is cut.
TEST(XmlDocument, PartsAddUpToTheWhole) {
  std::string variables;
  for (int i = 0; i < 40; ++i) {
    variables += "  <!-- <ScalarVariable name=\"no\"> -->\n" + variable("v" + std::to_string(i), i);
    if (i % 3 == 0)
      variables +=
          "<ScalarVariable name=\"o" + std::to_string(i) +
          "\" valueReference=\"1\" causality=\"output\" odd=\"\"><Real/><Annotations><Tool name=\"t\">"
          "<ScalarVariable name=\"not mine\"/></Tool></Annotations></ScalarVariable>\n";
    if (i % 7 == 0) variables += "<Stranger/> text <![CDATA[ <ScalarVariable ]]>";
  }
  const std::string xml =
      fmi2(variables, "<ModelStructure><Outputs><Unknown index=\"2\"/></Outputs></ModelStructure>",
           "<!-- <ModelVariables> is below -->");
  for (const std::size_t size : {0U, 64U, 200U, 1000U, 5000U})
    expect_same(BothWays{xml, size});
}

TEST(XmlDocument, PartsWorkForFmi3) {
  std::string variables;
  for (int i = 1; i < 60; ++i)
    variables +=
        "<Float64 name=\"v" + std::to_string(i) + "\" valueReference=\"" + std::to_string(i) +
        "\" start=\"1 2\" initial=\"exact\" variability=\"discrete\"><Dimension start=\"2\"/></Float64>\n"
        "<Boolean name=\"b" +
        std::to_string(i) + "\" valueReference=\"" + std::to_string(100 + i) + "\" derivative=\"3\"/>\n";
  const std::string xml =
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" instantiationToken=\"t\">\n"
      "<CoSimulation modelIdentifier=\"m\"/>\n<ModelVariables>\n" +
      variables + "</ModelVariables>\n<ModelStructure/></fmiModelDescription>";
  for (const std::size_t size : {0U, 300U})
    expect_same(BothWays{xml, size});
}

// What could hide the list's tags makes the reader take the file as a whole; nothing is lost or misread.
TEST(XmlDocument, PartsAreNotTrickedByComments) {
  const std::string list = variable("a") + variable("b", 2);
  for (const std::string& structure : {std::string{"<ModelStructure/><!-- </ModelVariables> -->"},
                                       std::string{"<ModelStructure/><!-- x -->"}})
    expect_same(BothWays{fmi2(list, structure), 0});
  expect_same(BothWays{fmi2(list + "<!-- </ModelVariables> -->"), 0});
  expect_same(BothWays{fmi2(""), 0});
  expect_same(BothWays{fmi2(list + "-"), 0});  // text to the last byte of a part
  expect_same(BothWays{fmi2(variable("a") + "-" + variable("b", 2)), 0});
  expect_same(BothWays{fmi2("-" + list), 0});
  expect_same(BothWays{fmi2("<Other/>"), 0});
  // A document type where a part starts.
  DescriptionLimits in_parts;
  in_parts.read_in_parts_above = 0;
  const std::string inside = fmi2("<!DOCTYPE x>" + list);
  EXPECT_NE(refusal(inside).find("document type"), std::string::npos) << refusal(inside);
  EXPECT_NE(refusal(inside, in_parts).find("document type"), std::string::npos) << refusal(inside, in_parts);
  // A '<' that opens nothing, as the last byte of a part after text.
  for (const std::string& stray : {fmi2("text<"), fmi2(variable("a") + "text<" + variable("b", 2))}) {
    EXPECT_NE(refusal(stray).find("not well-formed"), std::string::npos);
    EXPECT_NE(refusal(stray, in_parts).find("not well-formed"), std::string::npos);
  }
  // A list that is not the root's own.
  std::string nested = fmi2(list);
  nested.replace(nested.find("<ModelVariables>"), 16, "<Other><ModelVariables>");
  nested.replace(nested.find("</ModelVariables>"), 17, "</ModelVariables></Other>");
  expect_same(BothWays{nested, 0});
  DescriptionLimits limits;
  limits.read_in_parts_above = 0;
  const std::string unclosed = fmi2(variable("a") + "\n<ScalarVariable>\n" + variable("b"));
  // The list ends at 8:1; a part is found unclosed where it ends, the whole file at the tag that does not
  // fit.
  EXPECT_EQ(refusal(unclosed, limits),
            "modelDescription.xml:8:1: not well-formed XML: Start-end tags mismatch");
}

}  // namespace
}  // namespace lockstep::core
