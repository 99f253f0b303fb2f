// SPDX-License-Identifier: Apache-2.0
#include "lockstep/scenario/yaml_tree.hpp"

#include <gtest/gtest.h>

namespace lockstep::scenario {
namespace {

std::string error_of(const std::string& text, const YamlLimits& limits = {}) {
  try {
    read_yaml(text, "s.yaml", limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.what();
  }
  return "no error";
}

// Keys are children, lists are repeated children, lists of numbers are one text; every node has its line.
TEST(YamlTree, MapsYamlToNodes) {
  const core::ConfigNode root =
      read_yaml("a: 1\nb:\n  - {c: x}\n  - {c: y}\nv: [1, -2.5, 3e2]\nw: [p, q]\nn:\n", "s.yaml");
  EXPECT_EQ(root.name, "scenario");
  EXPECT_EQ(root.number("a"), 1);
  ASSERT_EQ(root.all("b").size(), 2U);
  EXPECT_EQ(root.all("b")[1]->text_of("c"), "y");
  EXPECT_EQ(root.all("b")[1]->where.line, 4U);
  EXPECT_EQ(root.numbers("v", 3), (std::vector<double>{1, -2.5, 300}));
  EXPECT_EQ(root.all("w")[1]->text, "q");
  EXPECT_EQ(root.at("n").text, "");
  EXPECT_EQ(root.at("n").where.line, 7U);
  EXPECT_EQ(root.at("a").where.file, "s.yaml");
}

TEST(YamlTree, ListsOfListsKeepTheirRows) {
  const core::ConfigNode root = read_yaml("m:\n  - [1, 2]\n  - [3, 4]\n", "s.yaml");
  EXPECT_EQ(root.all("m")[1]->as_numbers(2), (std::vector<double>{3, 4}));
}

TEST(YamlTree, SaysWhatIsNoYaml) {
  EXPECT_NE(error_of("a: [1, 2\nb: 3").find("not YAML"), std::string::npos);
  EXPECT_NE(error_of("- 1\n- 2").find("expected lines like 'world: FILE'"), std::string::npos);
  EXPECT_NE(error_of("").find("the file holds no map"), std::string::npos);
  EXPECT_NE(error_of("a: 1\nb: 2\na: 3").find("s.yaml:3:1: error: 'a' stands here twice"), std::string::npos);
  EXPECT_NE(error_of("[a]: 1").find("a key is a list or a map"), std::string::npos);
}

// Nine levels of nine aliases are 400 million values in 300 bytes.
TEST(YamlTree, RefusesAliasBombs) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 9; ++k)
      bomb += (k == 0 ? "" : ", ") + before;
    bomb += "]\n";
  }
  EXPECT_NE(error_of(bomb).find("more than 200000 values, aliases counted"), std::string::npos);
  YamlLimits small;
  small.max_bytes = 3;
  EXPECT_NE(error_of("abc: 1", small).find("the file has 6 bytes, the limit is 3"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 100; ++i)
    deep += "{a: ";
  deep += "1" + std::string(100, '}');
  EXPECT_NE(error_of(deep).find("nested more than 64 deep"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::scenario
