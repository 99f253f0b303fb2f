// SPDX-License-Identifier: Apache-2.0
#include "value_table.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"
#include "typed_move.hpp"

namespace lockstep::network {
namespace {

using core::VariableType;
using test::Net;

/// Feedthrough twice: an output of a to an input of b by a table.
Net feedthrough_by_table(const std::string& from, const std::string& to, const TextTable& table,
                         const std::string& start) {
  const std::string path = std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu";
  Net net;
  net.file("a", path, {{from + "_input", start}}).file("b", path);
  net.wire("a." + from + "_output", "b." + to + "_input");
  net.config.connections.back().map = table;
  return net;
}

std::string arrived(const Net& net, const std::string& type) {
  const auto system = net.make();
  system->initialize({});
  const core::Variable& output = *system->description().find("b." + type + "_output");
  return core::to_text(system->get(output));
}

std::string table_refusal(const Net& net) {
  try {
    static_cast<void>(net.make());
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

bool table_text_has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ValueTable, BooleansIntegersAndEnumerationsBecomeOthers) {
  const TextTable inverse{{"true", "false"}, {"false", "true"}};
  EXPECT_EQ(arrived(feedthrough_by_table("Boolean", "Boolean", inverse, "true"), "Boolean"), "false");
  EXPECT_EQ(arrived(feedthrough_by_table("Boolean", "Boolean", inverse, "false"), "Boolean"), "true");
  const TextTable codes{{"7", "-1"}, {"8", "100"}};
  EXPECT_EQ(arrived(feedthrough_by_table("Int32", "Int32", codes, "7"), "Int32"), "-1");
  EXPECT_EQ(arrived(feedthrough_by_table("Int32", "Int32", codes, "8"), "Int32"), "100");
  EXPECT_EQ(arrived(feedthrough_by_table("Int32", "Int32", codes, "9"), "Int32"), "9");  // passes unchanged
  const TextTable swap{{"Option 1", "Option 2"}, {"Option 2", "Option 1"}};
  EXPECT_EQ(arrived(feedthrough_by_table("Enumeration", "Enumeration", swap, "1"), "Enumeration"), "2");
}

// With a table the types may differ, also where values would not fit without one.
TEST(ValueTable, TypesMayDiffer) {
  EXPECT_EQ(
      arrived(feedthrough_by_table("Int32", "Boolean", {{"3", "true"}, {"0", "false"}}, "3"), "Boolean"),
      "true");
  EXPECT_EQ(arrived(feedthrough_by_table("Boolean", "Enumeration",
                                         {{"true", "Option 2"}, {"false", "Option 1"}}, "true"),
                    "Enumeration"),
            "2");
  EXPECT_EQ(arrived(feedthrough_by_table("Enumeration", "Int8", {{"Option 2", "-5"}, {"Option 1", "5"}}, "2"),
                    "Int8"),
            "-5");
}

TEST(ValueTable, MistakesAreNamed) {
  EXPECT_TRUE(
      table_text_has(table_refusal(feedthrough_by_table("Boolean", "Boolean", {{"maybe", "true"}}, "true")),
                     "the table has 'maybe', which is no value of 'a.Boolean_output'"));
  EXPECT_TRUE(table_text_has(table_refusal(feedthrough_by_table("Int32", "Int8", {{"1", "300"}}, "1")),
                             "the table has '300', which is no value of 'b.Int8_input'"));
  EXPECT_TRUE(
      table_text_has(table_refusal(feedthrough_by_table("Int32", "Int32", {{"1", "2"}, {"1", "3"}}, "1")),
                     "two entries for '1'"));
  EXPECT_TRUE(
      table_text_has(table_refusal(feedthrough_by_table("String", "String", {{"1", "2"}}, "x")),
                     "'a.String_output' is String; a table needs Booleans, integers or enumerations"));
  Net scaled = feedthrough_by_table("Int32", "Int32", {{"1", "2"}}, "1");
  scaled.config.connections.back().offset = 1.0;
  EXPECT_TRUE(table_text_has(table_refusal(scaled), "one source without factor and offset"));
}

// Values that a table leaves out are a warning, where all values are known.
TEST(ValueTable, MissingValuesAreAWarning) {
  const auto warning = [](Net net) {
    std::string text;
    net.config.log = [&](const core::LogMessage& message) { text += message.text; };
    static_cast<void>(net.make());
    return text;
  };
  EXPECT_TRUE(table_text_has(
      warning(feedthrough_by_table("Enumeration", "Enumeration", {{"Option 1", "Option 2"}}, "1")),
      "has no entry for 'Option 2', which passes unchanged"));
  EXPECT_TRUE(table_text_has(warning(feedthrough_by_table("Boolean", "Boolean", {{"true", "false"}}, "true")),
                             "for 'false'"));
  EXPECT_EQ(warning(feedthrough_by_table("Int32", "Int32", {{"1", "2"}}, "1")), "");
}

TEST(ValueTable, TablesCanBeChained) {
  const TextTable both = chained({{"a", "b"}, {"x", "y"}}, {{"b", "c"}, {"k", "l"}, {"x", "z"}});
  EXPECT_EQ(both, (TextTable{{"a", "c"}, {"x", "y"}, {"b", "c"}, {"k", "l"}}));
}

TEST(ValueTable, MovesLookUpEachElement) {
  const std::array<std::int64_t, 3> from{1, 2, 3};
  std::array<bool, 3> to{true, true, false};
  TypedMove{VariableType::kEnumeration, from.data(), VariableType::kBoolean, to.data(), 3,
            ValueTable{{1, 0}, {3, 1}}}
      .run();
  EXPECT_EQ(to, (std::array<bool, 3>{false, true, true}));
}

}  // namespace
}  // namespace lockstep::network
