// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

// Half of 10 s in 2 s of wall time: 2.5 times real time, 2 s to go.
TEST(ProgressLine, ShowsFractionAndSpeed) {
  EXPECT_EQ(progress_line({0.0, 10.0, 5.0}, 2.0, 60),
            "[########        ]  50 %  t = 5 s  2.5x real time  2 s left");
}

// The line never wraps, however narrow the terminal.
TEST(ProgressLine, FitsTheTerminal) {
  for (std::size_t width = 10; width < 120; ++width)
    EXPECT_LE(progress_line({-1.0, 1e6, 123456.789}, 3.25, width).size(), width);
  EXPECT_EQ(progress_line({0.0, 10.0, 5.0}, 2.0, 20), " 50 %  t = 5 s  2.5x");
}

TEST(SpeedText, HasThreeDigits) {
  EXPECT_EQ(speed_text(0.0123456), "0.0123x");
  EXPECT_EQ(speed_text(2.5), "2.5x");
  EXPECT_EQ(speed_text(999.4), "999x");
  EXPECT_EQ(speed_text(78781.3), "78,800x");
  EXPECT_EQ(speed_text(1234567.0), "1,230,000x");
}

TEST(ProgressLine, StandsNothingDone) {
  EXPECT_EQ(progress_line({0.0, 10.0, 0.0}, 0.0, 40), "[                      ]   0 %  t = 0 s");
  EXPECT_EQ(progress_line({1.0, 1.0, 1.0}, 0.0, 40).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::cli
