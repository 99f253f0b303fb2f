// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/clock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/environment.hpp"
#include "ticking_world.hpp"

namespace lockstep::clock {
namespace {

using namespace std::chrono_literals;

TEST(ClockThreads, TenSleepersFollowTheWorldAndItsEnd) {
  TickingWorld world;
  Clock clock = Clock::simulated(world.path());
  EXPECT_TRUE(clock.is_simulated());
  std::vector<std::thread> sleepers;
  std::atomic<int> in_time{0}, ended{0};
  for (int i = 0; i < 10; ++i)
    sleepers.emplace_back([&, i, own = clock]() mutable {
      if (own.sleep_until(std::chrono::milliseconds{1 + i}) == Wake::kTime &&
          own.now() >= std::chrono::milliseconds{1 + i})
        in_time.fetch_add(1);
      if (own.sleep_for(1h) == Wake::kEnded) ended.fetch_add(1);
    });
  while (in_time.load() < 10)
    world.steps(1);
  world.server.reset();
  for (std::thread& sleeper : sleepers)
    sleeper.join();
  EXPECT_EQ(ended.load(), 10);
  EXPECT_EQ(clock.sleep_for(1ms), Wake::kEnded);
}

TEST(ClockThreads, SleepersLearnThatTimeWasPutBack) {
  TickingWorld world;
  Clock clock = Clock::simulated(world.path());
  while (clock.now() < 1ms)
    world.steps(1);
  Wake wake{};
  std::atomic<bool> done{false};
  std::thread sleeper{[&] {
    wake = clock.sleep_until(1h);
    done.store(true);
  }};
  while (!done.load()) {
    world.steps(5);
    world.runtime.reset();
    world.steps(1);
  }
  sleeper.join();
  EXPECT_EQ(wake, Wake::kJumpedBack);
}

TEST(Clock, EnvironmentChooses) {
  {
    const test::ScopedEnvironment none{"LOCKSTEP_CLOCK", {}};
    EXPECT_FALSE(Clock::from_environment().is_simulated());
  }
  const test::ScopedEnvironment wall{"LOCKSTEP_CLOCK", "wall"};
  Clock clock = Clock::from_environment();
  EXPECT_FALSE(clock.is_simulated());
  EXPECT_EQ(clock.sleep_for(1us), Wake::kTime);
  EXPECT_GE(clock.now(), 1us);
  EXPECT_EQ(clock.sleep_until(clock.now()), Wake::kTime);
  clock.close();
  EXPECT_EQ(clock.sleep_for(1h), Wake::kEnded);
  const test::ScopedEnvironment nowhere{"LOCKSTEP_CLOCK", "/nowhere/w.sock"};
  EXPECT_THROW(Clock::from_environment(), Error);
}

TEST(ClockThreads, EnvironmentMayNameAChannel) {
  TickingWorld world;
  const test::ScopedEnvironment path{"LOCKSTEP_CLOCK", world.path()};
  Clock clock = Clock::from_environment();
  EXPECT_TRUE(clock.is_simulated());
  clock.close();
  EXPECT_EQ(clock.sleep_for(1ms), Wake::kEnded);
}

}  // namespace
}  // namespace lockstep::clock
