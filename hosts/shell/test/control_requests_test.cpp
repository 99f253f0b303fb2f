// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/control_requests.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "fake_simulator.hpp"

namespace lockstep::hosts::shell::test {
namespace {

/// The loop of a simulator in a thread of its own, paused at first.
class ControlRequestsThreads : public testing::Test {
 protected:
  ControlRequestsThreads() {
    world.open({});
    simulator.session = &world;
    simulator.set_paused(true);
    loop = std::thread{[this] {
      while (!stop.load()) {
        if (simulator.do_step(world))
          steps.fetch_add(1);
        else
          std::this_thread::yield();
      }
    }};
  }
  ~ControlRequestsThreads() override {
    stop.store(true);
    loop.join();
    simulator.session = nullptr;
  }
  std::string ask(const std::string& name, std::vector<core::Value> arguments = {}) {
    const auto request = world.commons().doors().submit(name, std::move(arguments));
    EXPECT_TRUE(request->wait(std::chrono::minutes{2})) << name;
    return std::string{request->why()};
  }
  FakeSimulator simulator;
  WorldSession world{simulator};
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> steps{0};
  std::thread loop;
};

// A number of steps is exact, and the world is paused again when the reply comes.
TEST_F(ControlRequestsThreads, StepsAreExact) {
  std::int64_t expected = 0;
  for (const std::int64_t count : {1, 10, 3}) {
    EXPECT_EQ(ask("world/step", {devices::value_of(count)}), "");
    expected += count;
    EXPECT_TRUE(simulator.paused());
    EXPECT_EQ(simulator.now.load(), expected * 1'000'000);
  }
  EXPECT_EQ(ask("world/step", {devices::value_of(std::int64_t{0})}), "the number of steps is below 1");
}

// Resume and pause, with the reply when it has happened.
TEST_F(ControlRequestsThreads, ResumeAndPause) {
  EXPECT_EQ(ask("world/resume"), "");
  while (steps.load() < 20)
    std::this_thread::yield();
  EXPECT_EQ(ask("world/pause"), "");
  EXPECT_TRUE(simulator.paused());
}

// A pause that comes while steps are being done refuses the rest of them.
TEST_F(ControlRequestsThreads, APauseRefusesStepsThatWait) {
  const auto many = world.commons().doors().submit("world/step", {devices::value_of(std::int64_t{1} << 60)});
  while (steps.load() < 5)
    std::this_thread::yield();
  simulator.set_paused(true);
  ASSERT_TRUE(many->wait(std::chrono::minutes{2}));
  EXPECT_EQ(many->why(), "the world was paused before all steps were done");
}

// Resets of each kind, also while the world runs; a word that is none is refused.
TEST_F(ControlRequestsThreads, Resets) {
  ask("world/step", {devices::value_of(std::int64_t{5})});
  EXPECT_EQ(ask("world/reset", {devices::value_of(std::string{"time"})}), "");
  EXPECT_EQ(simulator.now.load(), 0);
  EXPECT_EQ(ask("world/reset", {devices::value_of(std::string{"state"})}), "");
  EXPECT_EQ(ask("world/reset", {devices::value_of(std::string{"both"})}), "");
  EXPECT_EQ(simulator.resets.load(), 3);
  EXPECT_EQ(ask("world/reset", {devices::value_of(std::string{"all"})}), "expected time, state or both");
  ask("world/resume");
  EXPECT_EQ(ask("world/reset", {devices::value_of(std::string{"both"})}), "");
  EXPECT_EQ(simulator.resets.load(), 4);
}

// The simulator is asked to end; what comes after its end is refused.
TEST_F(ControlRequestsThreads, StopAndEnd) {
  EXPECT_EQ(ask("world/stop"), "");
  EXPECT_TRUE(simulator.ended.load());
  world.note_end();
  EXPECT_EQ(ask("world/pause"), "the simulation ends");
}

}  // namespace
}  // namespace lockstep::hosts::shell::test
