// SPDX-License-Identifier: Apache-2.0
#include "wait_word.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace lockstep::runtime {
namespace {

// A thread that waits goes on when the number changes, and only then.
TEST(WaitWordThreads, WakesWhoeverWaits) {
  WaitWord word;
  std::uint32_t seen = 0;
  std::thread waiter{[&] {
    EXPECT_TRUE(word.wait_while(0, {}));
    seen = word.load();
  }};
  word.store(7);
  waiter.join();
  EXPECT_EQ(seen, 7U);
  word.increment();
  EXPECT_EQ(word.load(), 8U);
}

// A deadline that has passed ends the waiting; one that was met does not count.
TEST(WaitWord, GivesUpAtTheDeadline) {
  WaitWord word;
  EXPECT_FALSE(word.wait_while(0, WaitWord::Clock::now() + std::chrono::milliseconds{1}));
  EXPECT_TRUE(word.wait_while(1, WaitWord::Clock::now()));
}

}  // namespace
}  // namespace lockstep::runtime
