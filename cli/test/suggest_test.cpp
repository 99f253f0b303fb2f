// SPDX-License-Identifier: Apache-2.0
#include "suggest.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

const std::vector<std::string> kKnown = {"--step-size", "--stop-time", "--start-time", "--set"};

TEST(DidYouMean, FindsTheClosest) {
  EXPECT_EQ(did_you_mean("--stepsize", kKnown), "; did you mean '--step-size'?");
  EXPECT_EQ(did_you_mean("--stop-tme", kKnown), "; did you mean '--stop-time'?");
  EXPECT_EQ(did_you_mean("--sett", kKnown), "; did you mean '--set'?");
}

// The beginning of a word is enough to know it.
TEST(DidYouMean, KnowsBeginnings) {
  EXPECT_EQ(did_you_mean("sim", {"simulate", "run", "info"}), "; did you mean 'simulate'?");
  EXPECT_EQ(did_you_mean("i", {"info", "isolate"}), "");
  EXPECT_EQ(did_you_mean("--start", kKnown), "; did you mean '--start-time'?");
}

// A wrong guess is worse than none.
TEST(DidYouMean, DoesNotGuessWildly) {
  EXPECT_EQ(did_you_mean("--frobnicate", kKnown), "");
  EXPECT_EQ(did_you_mean("", kKnown), "");
  EXPECT_EQ(did_you_mean("--set", {}), "");
}

}  // namespace
}  // namespace lockstep::cli
