// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/lock_step.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "ticking_world.hpp"

namespace lockstep::clock {
namespace {

using namespace std::chrono_literals;

TEST(LockStepThreads, EveryTickComesOnceAndTheWorldWaits) {
  TickingWorld world;
  channel::Client client = channel::Client::connect(world.path());
  std::vector<std::int64_t> steps;
  std::thread controller{[&] {
    LockStep step{client, {"controller"}};
    while (steps.size() < 100) {
      const auto tick = step.next();
      ASSERT_TRUE(tick);
      steps.push_back(tick->step);
      EXPECT_EQ(tick->time, tick->step * 1ms);
      EXPECT_EQ(step.now(), tick->time);
      EXPECT_FALSE(tick->jumped_back);
    }
  }};
  world.wait_for_parties(1);
  world.steps(100);
  controller.join();
  for (std::size_t k = 0; k < steps.size(); ++k)
    EXPECT_EQ(steps[k], static_cast<std::int64_t>(k));
}

TEST(LockStepThreads, SleepsUntilATimeAJumpOrTheEnd) {
  TickingWorld world;
  channel::Client client = channel::Client::connect(world.path());
  std::vector<Wake> wakes;
  std::vector<SimTime> times;
  std::thread controller{[&] {
    LockStep step{client, {"sleeper"}};
    const auto note = [&](Wake wake) {
      wakes.push_back(wake);
      times.push_back(step.now());
    };
    note(step.sleep_for(5ms));
    note(step.sleep_until(5ms));
    note(step.sleep_until(1h));
    note(step.sleep_for(3ms));
    note(step.sleep_until(1h));
  }};
  world.wait_for_parties(1);
  world.steps(20);
  world.runtime.reset();
  world.steps(10);
  world.runtime.doors().barrier().end();
  controller.join();
  EXPECT_EQ(wakes,
            (std::vector<Wake>{Wake::kTime, Wake::kTime, Wake::kJumpedBack, Wake::kTime, Wake::kEnded}));
  EXPECT_EQ(times[0], 5ms);
  EXPECT_EQ(times[1], 5ms);
  EXPECT_EQ(times[2], 0ms);
  EXPECT_EQ(times[3], 3ms);
}

}  // namespace
}  // namespace lockstep::clock
