// SPDX-License-Identifier: Apache-2.0
#include "markdown.hpp"

#include <gtest/gtest.h>

namespace lockstep::bench {
namespace {

// Columns are as wide as their widest cell counted in characters, and short rows are filled.
TEST(Markdown, PadsColumns) {
  MarkdownTable table{{"a", "time"}};
  table.add({"long", "1 µs"});
  table.add({"x"});
  EXPECT_EQ(table.text(),
            "| a    | time |\n"
            "|------|------|\n"
            "| long | 1 µs |\n"
            "| x    |      |\n");
}

// Durations carry three digits and the unit a person would choose.
TEST(Markdown, Durations) {
  EXPECT_EQ(duration_text(14.32), "14.3 ns");
  EXPECT_EQ(duration_text(1'049.0), "1.05 µs");
  EXPECT_EQ(duration_text(0.81e6), "810 µs");
  EXPECT_EQ(duration_text(77.1e6), "77.1 ms");
  EXPECT_EQ(duration_text(2.3e9), "2.3 s");
}

// A limit is kept by the limit itself and broken by anything above it.
TEST(Markdown, Verdicts) {
  EXPECT_EQ(ratio_text(1.254), "1.25x");
  EXPECT_EQ(verdict(1.25, 1.25, "1.25x"), "at most 1.25x: ok");
  EXPECT_EQ(verdict(1.26, 1.25, "1.25x"), "at most 1.25x: OVER");
}

}  // namespace
}  // namespace lockstep::bench
