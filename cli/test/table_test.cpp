// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

using Align = Table::Align;

TEST(Table, LinesUpColumns) {
  Table table{{Align::kLeft, Align::kRight, Align::kLeft}};
  table.add({"name", "value", "unit"});
  table.add({"x", "1.5", "m"});
  table.add({"temperature", "-20", "°C"});
  EXPECT_EQ(table.text(2),
            "  name         value  unit\n"
            "  x              1.5  m\n"
            "  temperature    -20  °C\n");
}

// A column nobody filled would be noise.
TEST(Table, LeavesOutEmptyColumns) {
  Table table{{Align::kLeft, Align::kLeft, Align::kLeft}};
  table.add({"name", "unit", "last"});
  table.add({"x", "", "1"});
  EXPECT_EQ(table.text(0), "name  last\nx     1\n");
}

TEST(Table, ShowsControlCharactersHarmlessly) {
  Table table{{Align::kLeft}};
  table.add({"a\033[2Jb\n"});
  EXPECT_EQ(table.text(0), "a?[2Jb?\n");
}

// Cutting counts characters and never splits one.
TEST(Shortened, KeepsWholeCharacters) {
  EXPECT_EQ(shortened("short", 10), "short");
  EXPECT_EQ(shortened("0123456789", 8), "01234...");
  EXPECT_EQ(shortened("äöüäöüäöü", 6), "äöü...");
  EXPECT_EQ(character_count("äöü°"), 4U);
}

}  // namespace
}  // namespace lockstep::cli
