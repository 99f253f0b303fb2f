// SPDX-License-Identifier: Apache-2.0
#include "text_scanner.hpp"

#include <gtest/gtest.h>

namespace lockstep::geometry {
namespace {

TEST(TextScanner, GivesWordsNumbersAndLines) {
  TextScanner scanner{" a\t1.5e1\r\nrest of it\nlast"};
  EXPECT_EQ(scanner.word(), "a");
  EXPECT_EQ(scanner.number(), 15.0);
  EXPECT_EQ(scanner.line(), "\r");
  EXPECT_EQ(scanner.line(), "rest of it");
  EXPECT_EQ(scanner.number(), std::nullopt);
  EXPECT_TRUE(scanner.at_end());
  EXPECT_EQ(scanner.word(), "");
  EXPECT_EQ(scanner.number(), std::nullopt);
  EXPECT_EQ(scanner.line(), "");
}

TEST(TextScanner, TakesFiniteNumbersOnly) {
  TextScanner scanner{"inf nan 1x -2"};
  EXPECT_EQ(scanner.number(), std::nullopt);
  EXPECT_EQ(scanner.number(), std::nullopt);
  EXPECT_EQ(scanner.number(), std::nullopt);
  EXPECT_EQ(scanner.number(), -2.0);
}

}  // namespace
}  // namespace lockstep::geometry
