// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/barrier.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

using core::SimTime;

constexpr SimTime kMs{1'000'000};

PartyOptions named(const std::string& name) {
  PartyOptions options;
  options.name = name;
  return options;
}

Tick tick(std::int64_t step) {
  return {step, step * kMs};
}

// Nobody there: the world passes.
TEST(Barrier, IsOpenWithoutParties) {
  Barrier barrier;
  EXPECT_EQ(barrier.pass(tick(0)), "");
  EXPECT_TRUE(barrier.parties().empty());
}

// The world takes no step before every party has confirmed it, and parties see no tick before it is due.
TEST(BarrierThreads, KeepsEverybodyInStep) {
  Barrier barrier;
  constexpr std::int64_t kSteps = 300;
  std::atomic<std::int64_t> world{-1};
  std::atomic<int> early{0};
  std::vector<std::shared_ptr<Barrier::Party>> parties = {barrier.join(named("a")), barrier.join(named("b"))};
  std::vector<std::thread> threads;
  std::vector<std::atomic<std::int64_t>> done(parties.size());
  for (auto& one : done)
    one = -1;
  for (std::size_t i = 0; i < parties.size(); ++i) {
    threads.emplace_back([&, i] {
      while (const std::optional<Tick> next = parties[i]->await()) {
        if (world.load() >= next->step) ++early;  // the world went on without this party
        EXPECT_EQ(next->time, next->step * kMs);
        done[i].store(next->step);
        parties[i]->confirm(next->step);
        if (next->step == kSteps - 1) return;
      }
    });
  }
  for (std::int64_t k = 0; k < kSteps; ++k) {
    ASSERT_EQ(barrier.pass(tick(k)), "");
    for (const auto& one : done)
      EXPECT_GE(one.load(), k);
    world.store(k);
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(early.load(), 0);
}

// A party with a period takes part in the first step at or after each multiple of it.
TEST(BarrierThreads, AsksSlowPartiesAtTheirPeriod) {
  Barrier barrier;
  PartyOptions options = named("slow");
  options.period = SimTime{2'500'000};
  const auto party = barrier.join(options);
  std::vector<std::int64_t> asked;
  std::thread thread{[&] {
    while (const std::optional<Tick> next = party->await()) {
      asked.push_back(next->step);
      party->confirm(next->step);
    }
  }};
  for (std::int64_t k = 0; k <= 10; ++k)
    ASSERT_EQ(barrier.pass(tick(k)), "");
  barrier.end();
  thread.join();
  EXPECT_EQ(asked, (std::vector<std::int64_t>{0, 3, 5, 8, 10}));
}

// A party that does not confirm in time stops the world by name, or is passed over and learns it.
TEST(Barrier, ActsByPolicyAfterTheTimeout) {
  Barrier barrier;
  PartyOptions options = named("gone");
  options.timeout = std::chrono::milliseconds{1};
  auto party = barrier.join(options);
  EXPECT_EQ(barrier.pass(tick(2)), "party 'gone' has not confirmed the step at t = 0.002 s within 0.001 s");
  party->leave();
  EXPECT_EQ(barrier.pass(tick(2)), "");
  options.on_timeout = devices::FaultPolicy::kHold;
  party = barrier.join(options);
  EXPECT_EQ(barrier.pass(tick(3)), "");
  EXPECT_EQ(barrier.pass(tick(4)), "");
  EXPECT_EQ(party->missed(), 2U);
}

// A party may confirm ahead; then the world does not wait. After a restart steps count from 0 again.
TEST(Barrier, LetsPartiesConfirmAhead) {
  Barrier barrier;
  PartyOptions options = named("ahead");
  options.timeout = std::chrono::milliseconds{1};
  const auto party = barrier.join(options);
  party->confirm(5);
  for (std::int64_t k = 0; k <= 5; ++k)
    EXPECT_EQ(barrier.pass(tick(k)), "");
  EXPECT_NE(barrier.pass(tick(6)), "");
  party->confirm(6);
  barrier.restart();
  EXPECT_NE(barrier.pass(tick(0)), "");
}

// A confirmation that crosses a reset says nothing about the run after it.
TEST(Barrier, DropsConfirmationsFromBeforeARestart) {
  Barrier barrier;
  PartyOptions options = named("late");
  options.timeout = std::chrono::milliseconds{1};
  options.on_timeout = devices::FaultPolicy::kHold;
  const auto party = barrier.join(options);
  EXPECT_EQ(barrier.pass(tick(5)), "");
  EXPECT_EQ(party->missed(), 1U);
  party->confirm(6);
  EXPECT_EQ(barrier.pass(tick(6)), "");
  EXPECT_EQ(party->missed(), 1U);
  const Tick old{7, 7 * kMs, 0};
  barrier.restart();
  party->confirm(old);
  for (std::int64_t k = 0; k < 2; ++k)
    EXPECT_EQ(barrier.pass(tick(k)), "");
  EXPECT_EQ(party->missed(), 3U);
  party->confirm({3, {}, 1});
  EXPECT_EQ(barrier.pass(tick(3)), "");
  EXPECT_EQ(party->missed(), 3U);
  // Who never awaits ticks confirms steps of the run there is.
  party->confirm(4);
  EXPECT_EQ(barrier.pass(tick(4)), "");
  EXPECT_EQ(party->missed(), 3U);
}

// Ticks say how often the world was set back, so that somebody can confirm them for another.
TEST(BarrierThreads, NumbersTheRestarts) {
  Barrier barrier;
  const auto party = barrier.join(named("me"));
  std::thread thread{[&] {
    for (std::uint32_t restarts = 0; restarts < 3; ++restarts) {
      const std::optional<Tick> next = party->await();
      ASSERT_TRUE(next);
      EXPECT_EQ(next->restart, restarts);
      party->confirm(restarts == 1 ? Tick{next->step, {}, next->restart} : *next);
    }
  }};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(barrier.pass(tick(i)), "");
    barrier.restart();
  }
  thread.join();
}

// Without the tick, a confirmation is for the run of the tick that was awaited last.
TEST(BarrierThreads, ConfirmsTheRunOfTheAwaitedTick) {
  Barrier barrier;
  const auto party = barrier.join(named("me"));
  std::atomic<bool> awaited{false}, confirmed{false};
  std::thread thread{[&] {
    ASSERT_TRUE(party->await());
    awaited = true;
    barrier.notify();
    while (!confirmed)
      std::this_thread::yield();
    party->confirm(9);  // for a run that is over
    const std::optional<Tick> next = party->await();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->restart, 1U);
    party->confirm(next->step);
  }};
  EXPECT_EQ(barrier.pass(tick(9), [&] { return awaited.load(); }), "");
  barrier.restart();
  confirmed = true;
  EXPECT_EQ(barrier.pass(tick(0)), "");
  thread.join();
}

// Somebody who wants the world to stop need not wait for a party.
TEST(Barrier, GivesUpWhenAsked) {
  Barrier barrier;
  const auto party = barrier.join(named("asleep"));
  int asked = 0;
  EXPECT_EQ(barrier.pass(tick(0), [&] { return ++asked == 2; }), "");
  EXPECT_EQ(asked, 2);
}

// Leaving, also by destruction, releases the world.
TEST(BarrierThreads, ReleasesTheWorldWhenAPartyLeaves) {
  Barrier barrier;
  auto party = barrier.join(named("short"));
  std::thread thread{[&] {
    static_cast<void>(party->await());
    party.reset();
  }};
  EXPECT_EQ(barrier.pass(tick(0)), "");
  thread.join();
  EXPECT_TRUE(barrier.parties().empty());
}

// A party that is gone without leaving stops the world by name, once; one that may be missed only leaves.
TEST(Barrier, ActsByPolicyOnPartiesThatAreGone) {
  Barrier barrier;
  PartyOptions options = named("ros");
  options.on_timeout = devices::FaultPolicy::kHold;
  barrier.join(options)->abandon();
  EXPECT_EQ(barrier.pass(tick(0)), "");
  barrier.join(named("ros"))->abandon();
  EXPECT_TRUE(barrier.parties().empty());
  EXPECT_EQ(barrier.pass(tick(0)),
            "party 'ros' is gone without leaving the barrier (process or connection ended)");
  EXPECT_EQ(barrier.pass(tick(0)), "");
  barrier.join(named("a"))->abandon();
  barrier.join(named("b"))->abandon();
  EXPECT_EQ(barrier.pass(tick(0)),
            "parties 'a', 'b' are gone without leaving the barrier (process or connection ended)");
  barrier.join(named("c"))->abandon();
  barrier.restart();
  EXPECT_EQ(barrier.pass(tick(0)), "");
  // Who has left cannot be gone.
  const auto party = barrier.join(named("d"));
  party->leave();
  party->abandon();
  EXPECT_EQ(barrier.pass(tick(0)), "");
}

// The world that waits for a party is released when the party is gone.
TEST(BarrierThreads, NoticesAPartyThatIsGoneWhileItWaits) {
  Barrier barrier;
  const auto party = barrier.join(named("ros"));
  std::thread thread{[&] {
    static_cast<void>(party->await());
    party->abandon();
  }};
  EXPECT_EQ(barrier.pass(tick(3)),
            "party 'ros' is gone without leaving the barrier (process or connection ended)");
  thread.join();
}

// Each tick is handed on once although nobody has confirmed it, and the same step again after a restart.
TEST(BarrierThreads, HandsOnEachTickOnce) {
  Barrier barrier;
  const auto party = barrier.join(named("relay"));
  std::vector<std::int64_t> steps;
  std::atomic<std::size_t> handed{0};
  std::thread thread{[&] {
    std::uint64_t seen = 0;
    while (const std::optional<Tick> next = party->await_new(seen)) {
      steps.push_back(next->step);
      ++handed;
      barrier.notify();
    }
  }};
  const auto pass_until_handed = [&](std::int64_t step, std::size_t count) {
    EXPECT_EQ(barrier.pass(tick(step), [&] { return handed.load() >= count; }), "");
  };
  pass_until_handed(0, 1);
  pass_until_handed(0, 1);  // the same tick again
  pass_until_handed(1, 2);
  barrier.restart();
  pass_until_handed(1, 3);
  barrier.end();
  thread.join();
  EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 1, 1}));
}

// The end of the world releases those who wait; limits do, too.
TEST(Barrier, EndsForEverybody) {
  auto barrier = std::make_unique<Barrier>();
  const auto party = barrier->join(named("last"));
  EXPECT_FALSE(party->await(std::chrono::milliseconds{1}));
  barrier.reset();
  EXPECT_FALSE(party->await());
}

// Wrong options are refused by name.
TEST(Barrier, RefusesWrongOptions) {
  Barrier barrier;
  const auto first = barrier.join(named("ros"));
  const auto message = [&](const PartyOptions& options) -> std::string {
    try {
      static_cast<void>(barrier.join(options));
    } catch (const Error& error) {
      return error.message();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(message(named("ros")), "there is a party 'ros' at the barrier already; choose another name");
  PartyOptions options = named("x");
  options.period = 0 * kMs;
  EXPECT_EQ(message(options), "party 'x' has a period of 0 ns, expected > 0");
  options = named("x");
  options.timeout = std::chrono::nanoseconds{0};
  EXPECT_EQ(message(options), "party 'x' has a timeout of 0 ns, expected > 0");
  options.timeout = std::chrono::nanoseconds::max();
  const auto patient = barrier.join(options);
  patient->confirm(0);
  first->confirm(0);
  EXPECT_EQ(barrier.pass(tick(0)), "") << "a very long timeout is not over at once";
  options = named("y");
  options.on_timeout = devices::FaultPolicy::kRestart;
  EXPECT_EQ(message(options), "party 'y' has the timeout policy 'restart', expected stop or hold");
}

}  // namespace
}  // namespace lockstep::runtime
