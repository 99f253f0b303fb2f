// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/loop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/environment.hpp"
#include "support/message_of.hpp"
#include "support/process.hpp"
#include "ticking_world.hpp"

namespace lockstep::clock {
namespace {

using namespace std::chrono_literals;

// Another process at 1 kHz, with the world as fast as it goes and slowed down: every period is exactly 1 ms
// of simulated time, and no tick is lost.
TEST(LoopThreads, ProcessKeepsStepAtAnySpeed) {
  for (const auto wait : {0us, 200us}) {
    TickingWorld world;
    const test::ScopedEnvironment clock{"LOCKSTEP_CLOCK", world.path()};
    std::atomic<bool> ended{false};
    test::ProcessResult result;
    std::thread process{[&] {
      result = test::run_process({LOCKSTEP_CLOCK_CONTROLLER, "300", "1000"});
      ended.store(true);
    }};
    world.wait_for_parties(1);
    while (!ended.load()) {
      const auto next = std::chrono::steady_clock::now() + wait;
      world.steps(1);
      while (std::chrono::steady_clock::now() < next && !ended.load())
        std::this_thread::yield();
    }
    process.join();
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.output, "0 299000 0\n");
  }
}

TEST(LoopThreads, LockStepLoopsHaveTheirOwnPeriods) {
  TickingWorld world;
  std::vector<std::thread> loops;
  std::array<std::vector<std::int64_t>, 3> times;
  for (std::size_t i = 0; i < times.size(); ++i)
    loops.emplace_back([&, i] {
      Loop loop = Loop::in_lock_step(channel::Client::connect(world.path()),
                                     {"loop" + std::to_string(i), std::chrono::milliseconds{1 + 2 * i}});
      for (int k = 0; k < 10; ++k)
        times[i].push_back(loop.next()->time / 1ms);
      EXPECT_EQ(loop.missed(), 0U);
    });
  world.wait_for_parties(3);
  world.steps(60);
  for (std::thread& loop : loops)
    loop.join();
  for (std::size_t i = 0; i < times.size(); ++i)
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_EQ(times[i][k], static_cast<std::int64_t>((1 + 2 * i) * k)) << i;
}

TEST(LoopThreads, FreeRunningLoopCountsWhatItMisses) {
  TickingWorld world;
  Clock clock = Clock::simulated(world.path());
  const auto steps = [&](int count) {
    world.steps(count);
    while (clock.now() < world.runtime.time())
      std::this_thread::yield();
  };
  Loop loop = Loop::on(clock, 10ms);
  steps(1);
  EXPECT_EQ(loop.next()->time, 1ms);
  steps(34);
  EXPECT_EQ(loop.next()->time, 35ms);
  EXPECT_EQ(loop.missed(), 2U);  // those at 10 and 20 ms; that at 30 ms came late
  clock.close();
  EXPECT_FALSE(loop.next().has_value());
}

TEST(Loop, RefusesWhatIsWrong) {
  EXPECT_THROW(Loop::on(Clock::wall(), 0ms), Error);
  const test::ScopedEnvironment coupling{"LOCKSTEP_COUPLING", "loose"};
  EXPECT_EQ(test::message_of([] { Loop::from_environment("x", 1ms); }),
            "LOCKSTEP_COUPLING is 'loose', expected lock_step or free_running");
}

TEST(Loop, WallClockLoopHasMultiplesOfItsPeriod) {
  const test::ScopedEnvironment clock{"LOCKSTEP_CLOCK", "wall"};
  Loop loop = Loop::from_environment("x", 1ms);
  for (std::int64_t k = 0; k < 5; ++k)
    EXPECT_GE(loop.next()->time, k * 1ms);
}

}  // namespace
}  // namespace lockstep::clock
