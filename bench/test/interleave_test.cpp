// SPDX-License-Identifier: Apache-2.0
#include "interleave.hpp"

#include <gtest/gtest.h>

namespace lockstep::bench {
namespace {

// A slow phase that hits both programs alike moves neither ratio.
TEST(Interleave, RatiosSurviveASlowPhase) {
  const std::vector<Timing> timings = summarise({"a", "b"}, {{10.0, 30.0, 11.0}, {20.0, 60.0, 22.0}});
  ASSERT_EQ(timings.size(), 2U);
  EXPECT_EQ(timings[0].name, "a");
  EXPECT_DOUBLE_EQ(timings[0].best_ns, 10.0);
  EXPECT_DOUBLE_EQ(timings[0].median_ns, 11.0);
  EXPECT_DOUBLE_EQ(timings[0].ratio_of_minima, 1.0);
  EXPECT_DOUBLE_EQ(timings[1].best_ns, 20.0);
  EXPECT_DOUBLE_EQ(timings[1].ratio_of_minima, 2.0);
  EXPECT_DOUBLE_EQ(timings[1].paired_ratio, 2.0);
}

// One disturbed round of the reference spoils the mean but neither the ratio of minima nor the paired one.
TEST(Interleave, OneDisturbedRoundIsForgotten) {
  const std::vector<Timing> timings = summarise({"a", "b"}, {{10.0, 500.0, 10.0}, {12.0, 12.0, 12.0}});
  EXPECT_DOUBLE_EQ(timings[1].ratio_of_minima, 1.2);
  EXPECT_DOUBLE_EQ(timings[1].paired_ratio, 1.2);
}

// Everybody runs once for warm-up and once a round, and the order turns, so that nobody always follows the
// same one.
TEST(Interleave, OrderTurnsFromRoundToRound) {
  std::string order;
  const auto contender = [&order](char name) {
    return Contender{std::string{name}, [&order, name](std::uint64_t) { order += name; }, {}};
  };
  const auto timings = interleave({contender('a'), contender('b'), contender('c')}, {3, 1, Clock::kWall});
  EXPECT_EQ(timings.size(), 3U);
  EXPECT_EQ(order,
            "abc"
            "abc"
            "bca"
            "cab");
}

// The preparation comes before every run and the count reaches the program.
TEST(Interleave, PreparesBeforeEachRun) {
  std::string calls;
  const Contender contender{"a", [&calls](std::uint64_t count) { calls += "r" + std::to_string(count); },
                            [&calls] { calls += "p"; }};
  const auto timings = interleave({contender}, {2, 7, Clock::kThreadCpu});
  EXPECT_EQ(timings.size(), 1U);
  EXPECT_EQ(calls, "pr7pr7pr7");
}

}  // namespace
}  // namespace lockstep::bench
