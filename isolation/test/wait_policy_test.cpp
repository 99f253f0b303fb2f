// SPDX-License-Identifier: Apache-2.0
#include "isolation/wait_policy.hpp"

#include <gtest/gtest.h>

namespace lockstep::core::isolation {
namespace {

/// Waits that take so long in each way; how many of `count` looked first.
int looked(WaitPolicy& policy, int count, std::int64_t looking_ns, std::int64_t sleeping_ns) {
  int looking = 0;
  for (int i = 0; i < count; ++i) {
    looking += policy.spins() ? 1 : 0;
    policy.note(policy.spins() ? looking_ns : sleeping_ns, policy.spins() && looking_ns < 30'000);
  }
  return looking;
}

// Both ways are tried; the faster one is used nearly always.
TEST(WaitPolicy, TakesTheFasterWay) {
  WaitPolicy free{1}, crowded{2}, late{3};
  EXPECT_GT(looked(free, 10'000, 700, 4'000), 9'900);
  EXPECT_LT(looked(crowded, 10'000, 60'000, 4'000), 200);
  EXPECT_LT(looked(late, 10'000, 15'000, 4'000), 200) << "found while looking, and slow nevertheless";
}

TEST(WaitPolicy, OneWaitThatWasInterruptedDoesNotCount) {
  WaitPolicy policy{7};
  for (std::uint32_t i = 0; i < WaitPolicy::kSamples; ++i)
    policy.note(i == 3 ? 100'000 : 700, i != 3);
  looked(policy, 20, 700, 4'000);
  EXPECT_FALSE(policy.measures());
  EXPECT_TRUE(policy.spins());
}

// A processor becomes free, or is taken away.
TEST(WaitPolicy, FollowsChanges) {
  WaitPolicy policy{11};
  looked(policy, 100, 60'000, 4'000);
  EXPECT_FALSE(policy.spins());
  looked(policy, 10'000, 700, 4'000);
  EXPECT_TRUE(policy.spins());
  const int after = looked(policy, 1'000, 60'000, 4'000);
  EXPECT_LT(after, 60) << "it does not wait for the end of the time it wanted to keep looking";
  EXPECT_FALSE(policy.spins());
}

// Another program has the worker's processor once in 50 waits, for 2 ms: the middle wait is short, and
// looking costs 40 us on average.
TEST(WaitPolicy, StopsLookingWhereItCostsMoreThanItSaves) {
  WaitPolicy policy{17};
  std::int64_t total_ns = 0;
  constexpr int kWaits = 1'000'000;
  for (int i = 0; i < kWaits; ++i) {
    const bool stalled = policy.spins() && i % 50 == 0;
    const std::int64_t ns = stalled ? 2'000'000 : policy.spins() ? 700 : 4'000;
    total_ns += ns;
    policy.note(ns, policy.spins() && !stalled);
  }
  EXPECT_LT(total_ns / kWaits, 4'500);
}

// Where a look costs 2 ms each time, not even trying may cost much.
TEST(WaitPolicy, ATrialEndsWhenItHasCostTooMuch) {
  WaitPolicy policy{19};
  const int looking = looked(policy, 100'000, 2'000'000, 4'000);
  EXPECT_LT(looking, 10);
  EXPECT_GT(looking, 1) << "it may have become better";
}

// The longer nothing changes, the more rarely it is tried: of a million waits some hundred.
TEST(WaitPolicy, TriesMoreRarelyWithTime) {
  WaitPolicy policy{13};
  EXPECT_GT(looked(policy, 1'000'000, 700, 4'000), 999'000);
}

// Two that are each other's obstacle: looking is quick for one of them while the other one sleeps. They do
// not stay in step for ever.
TEST(WaitPolicy, OneOfTwoGetsTheProcessor) {
  WaitPolicy a{0x1000}, b{0x1001};
  int quick = 0;
  constexpr int kWaits = 200'000;
  for (int i = 0; i < kWaits; ++i) {
    const bool conflict = a.spins() && b.spins();
    for (WaitPolicy* policy : {&a, &b})
      policy->note(!policy->spins() ? 4'000 : conflict ? 60'000 : 700, policy->spins() && !conflict);
    quick += a.spins() != b.spins() ? 1 : 0;
  }
  EXPECT_GT(quick, kWaits * 9 / 10);
}

}  // namespace
}  // namespace lockstep::core::isolation
