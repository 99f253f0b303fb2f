// SPDX-License-Identifier: Apache-2.0
#include "printable.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

// Whatever a terminal would obey becomes '?': escape, bell, the one-character forms of C1, marks of
// direction.
TEST(Printable, NothingSteersTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31mb\x07"), "a?[31mb?");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "2Jb\x7F"),
            "a?2Jb?");
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b\xE2\x81\xA6"
                      "c"),
            "a?b?c");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a?b?c?d");
}

// Letters of every script stay as they are, also cut ones.
TEST(Printable, TextStays) {
  const std::string text =
      "\xC2\xB0"
      "C \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("\xC2"), "\xC2");
  EXPECT_EQ(printable("\xE2\x80"), "\xE2\x80");
  EXPECT_EQ(printable(""), "");
}

// Messages may have lines; a carriage return, which would overwrite one, may not stay.
TEST(Printable, LinesStay) {
  EXPECT_EQ(printable_lines("a\n  b\tc\rd\x1b"), "a\n  b\tc?d?");
}

}  // namespace
}  // namespace lockstep::cli
