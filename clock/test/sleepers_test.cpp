// SPDX-License-Identifier: Apache-2.0
#include "sleepers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace lockstep::clock {
namespace {

using namespace std::chrono_literals;

/// Ten threads that sleep until 1 ms, 2 ms, ..., each for itself.
struct TenSleepers {
  explicit TenSleepers(Sleepers& sleepers, bool relative = false) {
    for (std::size_t i = 0; i < threads.size(); ++i)
      threads[i] = std::thread{[this, &sleepers, i, relative] {
        started.fetch_add(1);
        results[i] = sleepers.sleep(std::chrono::milliseconds{i + 1}, relative);
        done.fetch_add(1);
      }};
  }
  void join() {
    for (std::thread& thread : threads)
      thread.join();
  }
  std::array<std::thread, 10> threads;
  std::array<Wake, 10> results{};
  std::atomic<int> started{0}, done{0};
};

TEST(SleepersThreads, WakeEachExactlyOnceInItsTime) {
  Sleepers sleepers;
  sleepers.advance(0ms);
  TenSleepers ten{sleepers};
  for (int k = 1; k <= 10; ++k) {
    sleepers.advance(std::chrono::milliseconds{k});
    while (ten.done.load() < k)  // those that come late do not sleep at all
      std::this_thread::yield();
    EXPECT_EQ(ten.done.load(), k);
  }
  ten.join();
  for (const Wake wake : ten.results)
    EXPECT_EQ(wake, Wake::kTime);
  EXPECT_LE(sleepers.woken(), 10U);
}

TEST(SleepersThreads, AllLearnOfAJumpBackAndOfTheEnd) {
  for (const bool jump : {true, false}) {
    Sleepers sleepers;
    sleepers.advance(0ms);
    TenSleepers ten{sleepers};
    sleepers.advance(1ms);
    // Nobody but the first wakes however often the same time comes; then all of the others do.
    while (ten.done.load() < 1 || ten.started.load() < 10)
      std::this_thread::yield();
    while (ten.done.load() < 10) {
      if (jump) {
        sleepers.advance(0ms);
        sleepers.advance(1ms);
      } else {
        sleepers.end();
      }
    }
    ten.join();
    for (std::size_t i = 1; i < 10; ++i)
      EXPECT_EQ(ten.results[i], jump ? Wake::kJumpedBack : Wake::kEnded) << i;
    EXPECT_LE(sleepers.woken(), 10U);
  }
}

TEST(SleepersThreads, RelativeSleepsBeforeTheFirstTickCountFromIt) {
  Sleepers sleepers;
  Wake result{};
  std::thread sleeper{[&] { result = sleepers.sleep(5ms, true); }};
  std::atomic<bool> done{false};
  std::thread ticker{[&] {
    for (int k = 100; !done.load(); ++k)
      sleepers.advance(std::chrono::milliseconds{k});
  }};
  sleeper.join();
  done.store(true);
  ticker.join();
  EXPECT_EQ(result, Wake::kTime);
  EXPECT_GE(sleepers.now(), 105ms);
}

TEST(Sleepers, PastTimesDoNotSleep) {
  Sleepers sleepers;
  EXPECT_EQ(sleepers.now(), 0ms);
  sleepers.advance(7ms);
  EXPECT_EQ(sleepers.sleep(7ms, false), Wake::kTime);
  EXPECT_EQ(sleepers.sleep(0ms, true), Wake::kTime);
  EXPECT_EQ(sleepers.now(), 7ms);
  sleepers.end();
  EXPECT_EQ(sleepers.sleep(1ms, false), Wake::kEnded);
}

}  // namespace
}  // namespace lockstep::clock
