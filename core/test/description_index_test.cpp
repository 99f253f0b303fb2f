// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "description/arena.hpp"
#include "description/name_index.hpp"

namespace lockstep::core {
namespace {

// Ten thousand names, each found again; names that differ in one character, or are prefixes, are told apart.
TEST(NameIndex, FindsEveryNameAndNoOther) {
  std::vector<std::string> names;
  for (int i = 0; i < 10000; ++i)
    names.push_back("a.b_" + std::to_string(i));
  std::vector<Variable> variables(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    variables[i].name = names[i];
  NameIndex index;
  index.build(variables, [](TableIndex, TableIndex) { FAIL() << "no name is taken"; });
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_EQ(index.find(names[i]), i);
    ASSERT_EQ(index.find(names[i] + "x"), kNone);
  }
  EXPECT_EQ(index.find("a.b_"), kNone);
  EXPECT_EQ(index.find(""), kNone);
  EXPECT_EQ(NameIndex{}.find("a"), kNone);
}

TEST(NameIndex, FollowsAliasesAndReportsDuplicates) {
  const Alias aliases[] = {{"other", "", kNone}, {"first", "", kNone}};
  std::vector<Variable> variables(3);
  variables[0].name = "first";
  variables[1].name = "second";
  variables[1].aliases = aliases;
  variables[2].name = "second";
  std::vector<std::pair<TableIndex, TableIndex>> duplicates;
  NameIndex index;
  index.build(variables,
              [&](TableIndex variable, TableIndex holder) { duplicates.emplace_back(variable, holder); });
  EXPECT_EQ(index.find("other"), 1U);
  EXPECT_EQ(index.find("first"), 0U);
  EXPECT_EQ(duplicates, (std::vector<std::pair<TableIndex, TableIndex>>{{2, 1}, {1, 0}}));
}

// Names too long for a slot of the table are found and told apart all the same.
TEST(NameIndex, FindsNamesOfAnyLength) {
  std::vector<std::string> names;
  for (const std::size_t size : {65534U, 65535U, 65536U, 200000U}) {
    names.emplace_back(size, 'a');
    names.push_back(names.back());
    names.back().back() = 'b';
  }
  std::vector<Variable> variables(names.size() + 1);
  for (std::size_t i = 0; i < names.size(); ++i)
    variables[i].name = names[i];
  variables.back().name = names[5];
  std::vector<std::pair<TableIndex, TableIndex>> duplicates;
  NameIndex index;
  index.build(variables,
              [&](TableIndex variable, TableIndex holder) { duplicates.emplace_back(variable, holder); });
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(index.find(names[i]), i) << names[i].size();
  EXPECT_EQ(index.find(std::string(70000, 'a')), kNone);
  EXPECT_EQ(duplicates, (std::vector<std::pair<TableIndex, TableIndex>>{{8, 5}}));
}

TEST(ReferenceIndex, ChainsVariablesOfOneReferenceInFileOrder) {
  std::vector<Variable> variables(1000);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    variables[i].value_reference = static_cast<ValueReference>(i / 2);
    variables[i].type = i % 4 < 2 ? VariableType::kFloat64 : VariableType::kInt32;
  }
  ReferenceIndex index;
  index.build(variables);
  EXPECT_EQ(index.find(0, VariableType::kFloat64), 0U);
  EXPECT_EQ(index.next(0), 1U);
  EXPECT_EQ(index.next(1), kNone);
  EXPECT_EQ(index.find(0, VariableType::kInt32), kNone);
  EXPECT_EQ(index.find(499, VariableType::kInt32), 998U);
  EXPECT_EQ(ReferenceIndex{}.find(0, VariableType::kFloat64), kNone);
}

TEST(Arena, KeepsTextAndAlignsValues) {
  Arena arena;
  std::vector<std::string_view> kept;
  for (int i = 0; i < 20000; ++i) {
    kept.push_back(arena.copy(std::to_string(i)));
    const double* const number = arena.make(0.5 * i);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(number) % alignof(double), 0U);
    ASSERT_EQ(*number, 0.5 * i);
  }
  for (int i = 0; i < 20000; ++i)
    ASSERT_EQ(kept[static_cast<std::size_t>(i)], std::to_string(i));
  EXPECT_EQ(arena.array<int>(3 << 20U).size(), std::size_t{3} << 20U) << "larger than a chunk";
  EXPECT_TRUE(arena.copy("").empty());
}

}  // namespace
}  // namespace lockstep::core
