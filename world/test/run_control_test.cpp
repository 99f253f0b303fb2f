// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/run_control.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "lockstep/core/error.hpp"

namespace lockstep::world {
namespace {

using runtime::ResetScope;
using std::chrono::milliseconds;
using Next = RunControl::Next;

/// A loop as World has it, in a thread of its own, over a world that only counts.
class Loop {
 public:
  explicit Loop(RunControl& control, std::int64_t most = RunControl::kForever.count())
      : control_{control}, thread_{[this, most] { run(most); }} {}
  ~Loop() {
    control_.stop();
    if (thread_.joinable()) thread_.join();
  }
  void join() { thread_.join(); }

  std::vector<ResetScope> resets;  // valid after join()
  std::atomic<int> paused_calls{0};

 private:
  void run(std::int64_t most) {
    RunControl::Hooks hooks;
    hooks.on_pause = [this] { ++paused_calls; };
    control_.begin_run();
    for (std::int64_t k = 0; k < most;) {
      bool waited = false;
      const Next next = control_.next(hooks, waited);
      if (next == Next::kStop) break;
      if (next == Next::kReset) {
        resets.push_back(control_.take_reset());
        continue;
      }
      control_.step_done();
      ++k;
    }
    control_.end_run();
  }

  RunControl& control_;
  std::thread thread_;
};

// Without a command steps follow each other.
TEST(RunControl, RunsFreely) {
  RunControl control;
  RunControl::Hooks hooks;
  bool waited = false;
  EXPECT_FALSE(control.paused());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(control.next(hooks, waited), Next::kStep);
    control.step_done();
  }
  EXPECT_EQ(control.steps(), 3);
  EXPECT_FALSE(waited);
}

// A stop that comes before the run ends it at once, and only that one.
TEST(RunControl, StopCountsForOneRun) {
  RunControl control;
  RunControl::Hooks hooks;
  bool waited = false;
  control.stop();
  control.begin_run();
  EXPECT_EQ(control.next(hooks, waited), Next::kStop);
  control.end_run();
  control.begin_run();
  EXPECT_EQ(control.next(hooks, waited), Next::kStep);
}

// Resets before the same step are one, of the wider scope.
TEST(RunControl, ResetsAddUp) {
  RunControl control;
  RunControl::Hooks hooks;
  bool waited = false;
  for (const auto& [asked, expected] : std::vector<std::pair<std::vector<ResetScope>, ResetScope>>{
           {{ResetScope::kTime}, ResetScope::kTime},
           {{ResetScope::kState}, ResetScope::kState},
           {{ResetScope::kBoth}, ResetScope::kBoth},
           {{ResetScope::kTime, ResetScope::kState}, ResetScope::kBoth},
           {{ResetScope::kTime, ResetScope::kTime}, ResetScope::kTime}}) {
    for (const ResetScope scope : asked)
      control.reset(scope);
    ASSERT_EQ(control.next(hooks, waited), Next::kReset);
    EXPECT_EQ(control.take_reset(), expected);
    EXPECT_EQ(control.next(hooks, waited), Next::kStep);
  }
}

// While it is paused a run asks whether it is interrupted.
TEST(RunControl, InterruptedWhilePaused) {
  RunControl control;
  RunControl::Hooks hooks;
  int asked = 0;
  hooks.interrupted = [&] { return ++asked == 2; };
  control.pause();
  bool waited = false;
  EXPECT_EQ(control.next(hooks, waited), Next::kStop);
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(waited);
}

// A wait for the clock ends at its time, or when it is interrupted; a century is not waited for.
TEST(RunControl, SleepEndsWhenInterrupted) {
  RunControl control;
  RunControl::Hooks hooks;
  hooks.interrupted = [] { return true; };
  control.sleep_until(RunControl::Clock::now() + std::chrono::hours{1000}, hooks);
  control.sleep_until(RunControl::Clock::now() - milliseconds{1}, {});
  control.stop();
  control.sleep_until(RunControl::Clock::now() + std::chrono::hours{1000}, {});
}

TEST(RunControl, RefusesRealTimeFactorsThatCannotBe) {
  RunControl control;
  EXPECT_THROW(control.set_real_time_factor(-1.0), Error);
  EXPECT_THROW(control.set_real_time_factor(std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(control.set_real_time_factor(std::numeric_limits<double>::quiet_NaN()), Error);
  control.set_real_time_factor(2.0);
  EXPECT_EQ(control.real_time_factor(), 2.0);
  control.set_real_time_factor(0.0);
  EXPECT_EQ(control.real_time_factor(), 0.0);
}

// Nobody waits for steps of a world that does not run.
TEST(RunControl, WaitsOnlyForARun) {
  RunControl control;
  EXPECT_FALSE(control.step_and_wait(1));
  EXPECT_FALSE(control.wait(1));
  EXPECT_TRUE(control.wait_until_idle());
  EXPECT_EQ(control.steps(), 0);
}

// A paused world does exactly the steps it is asked for, and can be resumed.
TEST(RunControlThread, StepsExactlyAndResumes) {
  RunControl control;
  control.pause();
  Loop loop{control};
  while (!control.running())
    std::this_thread::yield();
  ASSERT_TRUE(control.wait_until_idle());
  EXPECT_EQ(control.steps(), 0);
  EXPECT_EQ(control.step(0), 0) << "nothing was asked for";
  for (std::int64_t k = 1; k <= 100; ++k) {
    ASSERT_TRUE(control.step_and_wait(3));
    ASSERT_TRUE(control.wait_until_idle());
    ASSERT_EQ(control.steps(), 3 * k);
  }
  EXPECT_TRUE(control.paused());
  control.resume();
  EXPECT_FALSE(control.paused());
  EXPECT_TRUE(control.wait(1000)) << "waiting works while the world runs";
}

// Who waits for steps of a world that is paused meanwhile learns that they do not come.
TEST(RunControlThread, PauseEndsTheWait) {
  RunControl control;
  control.pause();
  Loop loop{control};
  while (!control.running())
    std::this_thread::yield();
  std::atomic<bool> good{true};
  const std::int64_t ticket = control.step(std::int64_t{1} << 60);
  std::thread waiter{[&] { good = control.wait(ticket); }};
  while (control.steps() < 10)
    std::this_thread::yield();
  control.pause();
  waiter.join();
  EXPECT_FALSE(good);
}

// The end of the run ends the wait, too.
TEST(RunControlThread, EndOfTheRunEndsTheWait) {
  RunControl control;
  control.pause();
  Loop loop{control, 5};
  while (!control.running())
    std::this_thread::yield();
  EXPECT_FALSE(control.step_and_wait(10));
  EXPECT_EQ(control.steps(), 5);
  loop.join();
  EXPECT_FALSE(control.running());
}

TEST(RunControlThread, WaitHasATimeout) {
  RunControl control;
  control.begin_run();  // a run that hangs in its step
  EXPECT_FALSE(control.wait(1, milliseconds{1}));
  EXPECT_FALSE(control.wait_until_idle(milliseconds{1}));
  control.end_run();
}

// A reset reaches a paused world, which stays paused. Each pause is announced once, before the wait.
TEST(RunControlThread, ResetReachesAPausedWorld) {
  RunControl control;
  control.pause();
  Loop loop{control};
  while (loop.paused_calls == 0)
    std::this_thread::yield();
  control.reset(ResetScope::kState);
  while (loop.paused_calls == 1)
    std::this_thread::yield();
  ASSERT_TRUE(control.wait_until_idle());
  EXPECT_EQ(control.steps(), 0);
  control.stop();
  loop.join();
  EXPECT_EQ(loop.resets, std::vector<ResetScope>{ResetScope::kState});
  EXPECT_EQ(loop.paused_calls, 2);
}

// A pause that comes while the world is paused is announced again: it may have taken steps back.
TEST(RunControlThread, EachPauseIsAnnounced) {
  RunControl control;
  control.pause();
  Loop loop{control};
  for (int i = 1; i <= 20; ++i) {
    while (loop.paused_calls < i)
      std::this_thread::yield();
    EXPECT_TRUE(control.wait_until_idle());
    control.pause();
  }
  while (loop.paused_calls < 21)
    std::this_thread::yield();
  control.stop();
  loop.join();
  EXPECT_EQ(control.steps(), 0);
}

// While the loop waits for something else, each command calls the waker, which ends that wait.
TEST(RunControl, CommandsCallTheWaker) {
  RunControl control;
  int calls = 0;
  control.set_waker([&] { ++calls; });
  control.pause();
  EXPECT_EQ(calls, 0) << "nobody waits";
  EXPECT_TRUE(control.has_command());
  control.begin_wait();
  control.resume();
  EXPECT_FALSE(control.has_command());
  control.stop();
  control.reset();
  control.step();
  EXPECT_EQ(calls, 4);
  control.end_wait();
  control.pause();
  EXPECT_EQ(calls, 4);
}

// A stop and another factor end a wait for the clock that would take a century.
TEST(RunControlThread, CommandsEndAWaitForTheClock) {
  RunControl control;
  for (const bool stop : {true, false}) {
    std::thread other{[&] {
      if (stop)
        control.stop();
      else
        control.set_real_time_factor(5.0);
    }};
    if (!stop) {
      control.begin_run();
      control.end_run();  // takes the stop back
      while (control.real_time_factor() != 5.0)
        control.sleep_until(RunControl::Clock::now() + milliseconds{1}, {});
    } else {
      control.sleep_until(RunControl::Clock::now() + std::chrono::hours{1000}, {});
    }
    other.join();
  }
}

// Eight threads pause, step, reset and resume a running world; no command hangs and every step that was
// waited for was done.
TEST(RunControlThread, ManyThreadsAtOnce) {
  RunControl control;
  Loop loop{control};
  while (!control.running())
    std::this_thread::yield();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&control, t] {
      for (int i = 0; i < 500; ++i) {
        if (t == 0) control.pause();
        if (t == 1) control.resume();
        if (t == 2) control.reset(ResetScope::kTime);
        if (t == 3) control.reset(ResetScope::kState);
        if (t >= 4) {
          const std::int64_t before = control.steps();
          const bool done = control.step_and_wait(2);
          EXPECT_TRUE(!done || control.steps() >= before + 2);
        }
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  control.resume();
  EXPECT_TRUE(control.wait(control.steps() + 10));
}

}  // namespace
}  // namespace lockstep::world
