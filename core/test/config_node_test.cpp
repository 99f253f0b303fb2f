// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/config_node.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lockstep::core {
namespace {

ConfigNode leaf(const char* name, const char* text, std::uint32_t line) {
  return ConfigNode{name, text, {"w.sdf", line, 0}};
}

/// <actuator kind="fmu"> with a few children, as a reader would make it.
ConfigNode actuator() {
  ConfigNode node{"actuator", "", {"w.sdf", 10, 3}};
  node.attributes = {{"kind", "fmu"}, {"gain", "1"}};
  node.children = {leaf("joint", "knee", 11),   leaf("gain", "2.5", 12),      leaf("count", "3", 13),
                   leaf("enabled", "True", 14), leaf("axis", " 0 0\t1 ", 15), leaf("joint", "hip", 16),
                   leaf("empty", "", 17),       leaf("bad", "4O.0", 18),      leaf("infinite", "inf", 19)};
  return node;
}

template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.what();
  }
  return "no error";
}

// Values come out with their types, from the first child of the name.
TEST(ConfigNode, GivesTypedFields) {
  const ConfigNode node = actuator();
  EXPECT_EQ(node.text_of("joint"), "knee");
  EXPECT_EQ(node.number("gain"), 2.5);
  EXPECT_EQ(node.integer("count"), 3);
  EXPECT_TRUE(node.boolean("enabled"));
  EXPECT_EQ(node.numbers("axis", 3), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(node.at("gain").as_number(), 2.5);
  EXPECT_EQ(node.at("axis").as_numbers().size(), 3U);
  EXPECT_EQ(node.at("joint").as_text(), "knee");
  EXPECT_EQ(node.at("count").as_integer(), 3);
  EXPECT_TRUE(node.at("enabled").as_boolean());
}

// XML writes `<x name="v"/>` where YAML has a child; a child wins over an attribute of the same name.
TEST(ConfigNode, FieldIsChildOrAttribute) {
  const ConfigNode node = actuator();
  EXPECT_EQ(node.text_of("kind"), "fmu");
  EXPECT_EQ(node.attribute("gain"), "1");
  EXPECT_EQ(node.number("gain"), 2.5);
  EXPECT_TRUE(node.has("kind"));
  EXPECT_FALSE(node.has("nothing"));
  EXPECT_EQ(node.attribute("joint"), std::nullopt);
}

TEST(ConfigNode, GivesRepeatedChildrenInFileOrder) {
  const ConfigNode node = actuator();
  ASSERT_EQ(node.all("joint").size(), 2U);
  EXPECT_EQ(node.all("joint")[1]->text, "hip");
  EXPECT_EQ(node.find("nothing"), nullptr);
}

// A fallback is for fields that are not there; one that is there and wrong stays an error.
TEST(ConfigNode, FallbackOnlyWhenLeftOut) {
  const ConfigNode node = actuator();
  EXPECT_EQ(node.number("nothing", 7.0), 7.0);
  EXPECT_EQ(node.integer("nothing", 7), 7);
  EXPECT_EQ(node.text_of("nothing", "x"), "x");
  EXPECT_TRUE(node.boolean("nothing", true));
  EXPECT_NE(error_of([&] { node.number("bad", 7.0); }), "no error");
  EXPECT_NE(error_of([&] { node.text_of("empty", "x"); }), "no error");
}

// The message has file, line, thing, value and expectation; the line is that of the child, not of its parent.
TEST(ConfigNode, ErrorsNameLineThingValueAndExpectation) {
  const ConfigNode node = actuator();
  EXPECT_EQ(
      error_of([&] { node.number("bad"); }),
      "'w.sdf' cannot be used\nw.sdf:18: error: 'bad' is '4O.0', expected a finite number such as 0.5 or "
      "1e-3 [config-value]");
  EXPECT_EQ(
      error_of([&] { node.boolean("joint"); }),
      "'w.sdf' cannot be used\nw.sdf:11: error: 'joint' is 'knee', expected true or false [config-value]");
  EXPECT_EQ(
      error_of([&] { node.integer("gain"); }),
      "'w.sdf' cannot be used\nw.sdf:12: error: 'gain' is '2.5', expected a whole number [config-value]");
  EXPECT_EQ(
      error_of([&] { node.numbers("axis", 2); }),
      "'w.sdf' cannot be used\nw.sdf:15: error: 'axis' is ' 0 0\t1 ', expected 2 finite numbers with blanks "
      "between them [config-value]");
  EXPECT_EQ(error_of([&] { node.text_of("empty"); }),
            "'w.sdf' cannot be used\nw.sdf:17: error: 'empty' is empty, expected a text [config-value]");
}

// Infinity is a number to parsers but not to physics.
TEST(ConfigNode, RefusesWhatIsNotFinite) {
  const ConfigNode node = actuator();
  EXPECT_NE(error_of([&] { node.number("infinite"); }), "no error");
  EXPECT_NE(error_of([&] { node.numbers("infinite"); }), "no error");
  EXPECT_NE(error_of([&] { node.numbers("empty"); }), "no error");
}

// Numbers a program puts in come out with the same bits, alone and as a list, and read as text, too. They are
// checked like those of a file.
TEST(ConfigNode, KeepsNumbers) {
  const double third = 1.0 / 3.0;
  ConfigNode node{"actuator"};
  node.children = {ConfigNode::of_numbers("gain", {third}, {"s.yaml", 3, 1}),
                   ConfigNode::of_numbers("axis", {third, -0.0, 5e-324}),
                   ConfigNode::of_numbers("infinite", {1.0, std::numeric_limits<double>::infinity()}),
                   ConfigNode::of_numbers("count", {3.0})};
  EXPECT_EQ(node.number("gain"), third);
  EXPECT_EQ(node.at("gain").as_number(), third);
  EXPECT_EQ(node.text_of("gain"), "0.3333333333333333");
  EXPECT_EQ(node.numbers("axis", 3), (std::vector<double>{third, -0.0, 5e-324}));
  EXPECT_TRUE(std::signbit(node.at("axis").as_numbers()[1]));
  EXPECT_EQ(node.integer("count"), 3);
  EXPECT_EQ(
      error_of([&] { node.numbers("axis", 2); }),
      "the configuration cannot be used\nerror: 'axis' is '0.3333333333333333 -0 5e-324', expected 2 finite "
      "numbers with blanks between them [config-value]");
  EXPECT_NE(error_of([&] { node.numbers("infinite"); }), "no error");
  EXPECT_NE(error_of([&] { node.number("axis"); }), "no error");
  EXPECT_EQ(
      error_of([&] { node.at("gain").as_integer(); }),
      "'s.yaml' cannot be used\ns.yaml:3:1: error: 'gain' is '0.3333333333333333', expected a whole number "
      "[config-value]");
  // The text counts once somebody has changed it and taken the numbers out.
  node.children[0].text = "2";
  node.children[0].values.clear();
  EXPECT_EQ(node.number("gain"), 2.0);
}

TEST(ConfigNode, MissingFieldSaysHowToAddIt) {
  const ConfigNode node = actuator();
  EXPECT_EQ(error_of([&] { node.number("fmu"); }),
            "'w.sdf' cannot be used\nw.sdf:10:3: error: 'actuator' has no 'fmu', which is required "
            "[config-missing]\n  fix: add <fmu>...</fmu> (XML) or fmu: ... (YAML)");
  EXPECT_NE(error_of([&] { node.at("fmu"); }).find("it has: joint, gain, count"), std::string::npos);
  EXPECT_NE(error_of([&] { ConfigNode{"x"}.at("y"); }).find("it has: nothing"), std::string::npos);
}

// A value of a megabyte must not become a message of a megabyte.
TEST(ConfigNode, ShortensLongValues) {
  ConfigNode node{"x", std::string(1000, 'a')};
  const std::string message = error_of([&] { node.as_number(); });
  EXPECT_LT(message.size(), 250U);
  EXPECT_NE(message.find("(1000 characters)"), std::string::npos);
}

// Words nobody reads are reported, with the word that was probably meant.
TEST(ConfigNode, ListsUnknownFields) {
  ConfigNode node{"actuator"};
  node.attributes = {{"colour", "red"}};
  node.children = {leaf("jiont", "knee", 11), leaf("gain", "1", 12)};
  const std::vector<Diagnostic> found = node.unknown_fields({"joint", "gain"});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(to_string(found[0]),
            "warning: 'actuator' has the unknown attribute 'colour' [config-unknown]\n  fix: remove it");
  EXPECT_EQ(to_string(found[1]),
            "w.sdf:11: warning: 'actuator' has the unknown element 'jiont' [config-unknown]\n"
            "  fix: did you mean 'joint'?");
}

}  // namespace
}  // namespace lockstep::core
