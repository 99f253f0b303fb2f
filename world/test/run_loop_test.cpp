// SPDX-License-Identifier: Apache-2.0
// The loop around a world: pace, commands of other threads, hooks, faults.
#include <gtest/gtest.h>

#include <thread>

#include "failing_device.hpp"
#include "lockstep/core/error.hpp"
#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

class RunLoopTest : public WorldFixture {
 protected:
  std::string failing(int step, const std::string& policy) const {
    return world("<plugin name='p' filename='failing'><step>" + std::to_string(step) +
                 "</step><fault_policy>" + policy + "</fault_policy></plugin>");
  }
};

// With a real-time factor of 2, step k ends k / 2 ms after the start; nothing waits without a factor. A
// factor that changes counts from there.
TEST_F(RunLoopTest, KeepsToRealTime) {
  std::vector<double> waits;
  World* running = nullptr;
  RunHooks hooks;
  hooks.wait_until = [&](double wall_s) {
    waits.push_back(wall_s);
    if (waits.size() == 10) running->control().set_real_time_factor(4.0);
  };
  scenario_.real_time = 2.0;
  World world{scenario_};
  running = &world;
  EXPECT_EQ(world.run_for(0.013, hooks).steps, 13);
  ASSERT_EQ(waits.size(), 13U);
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_NEAR(waits[k], 0.0005 * static_cast<double>(k + 1), 1e-12);
  EXPECT_NEAR(waits[10], 0.0, 1e-12) << "the step in which it changed is due now";
  EXPECT_NEAR(waits[12], 0.0005, 1e-12);
  world.control().set_real_time_factor(0.0);
  world.run_for(0.01, hooks);
  EXPECT_EQ(waits.size(), 13U);
}

// The next run begins to count anew.
TEST_F(RunLoopTest, EachRunHasItsOwnPace) {
  std::vector<double> waits;
  RunHooks hooks;
  hooks.wait_until = [&](double wall_s) { waits.push_back(wall_s); };
  scenario_.real_time = 1.0;
  World world{scenario_};
  world.run_for(0.002, hooks);
  world.reset();
  world.run_for(0.002, hooks);
  ASSERT_EQ(waits.size(), 4U);
  EXPECT_NEAR(waits[0], 0.001, 1e-12);
  EXPECT_NEAR(waits[2], 0.001, 1e-12);
}

// A run can be ended from outside between two steps; it says so, and can be continued.
TEST_F(RunLoopTest, ProgressMayStop) {
  scenario_.real_time = 1.0;
  World world{scenario_};
  RunHooks hooks;
  hooks.wait_until = [](double) {};
  int asked = 0;
  hooks.progress = [&](const core::SimulationProgress& progress) {
    EXPECT_EQ(progress.stop_time_s, 1.0);
    EXPECT_NEAR(progress.time_s, 0.001 * (asked + 1), 1e-12);
    return ++asked < 5;
  };
  const RunResult result = world.run_until(1.0, hooks);
  EXPECT_TRUE(result.stopped);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.steps, 5);
  EXPECT_EQ(result.reached_s, 0.005);
  EXPECT_FALSE(world.run_until(0.01, {}).stopped);
}

// Without real time the hooks are asked every 64 steps.
TEST_F(RunLoopTest, AsksNowAndThen) {
  World world{scenario_};
  RunHooks hooks;
  int asked = 0;
  hooks.progress = [&](const core::SimulationProgress&) { return ++asked > 0; };
  EXPECT_EQ(world.run_for(0.2, hooks).steps, 200);
  EXPECT_EQ(asked, 3);
  hooks.interrupted = [] { return true; };
  EXPECT_EQ(world.run_for(1.0, hooks).steps, 56);
}

// A run that waits for the clock can be interrupted: here each step would take 11 days.
TEST_F(RunLoopTest, IsInterruptedWhileItWaits) {
  scenario_.real_time = 1e-9;
  World world{scenario_};
  RunHooks hooks;
  hooks.interrupted = [] { return true; };
  const RunResult result = world.run_for(1.0, hooks);
  EXPECT_EQ(result.steps, 1);
  EXPECT_TRUE(result.stopped);
}

// Requests do not wait for the clock: here each step would take 11 days. They belong to the coming step.
TEST_F(RunLoopTest, RequestsThreadsSendAreExecutedBetweenSteps) {
  add_effort(0.0, 1.0);
  scenario_.real_time = 1e-9;
  World world{scenario_};
  RunResult result;
  std::thread loop{[&] { result = world.run_until(1e6); }};
  while (world.control().steps() == 0)
    std::this_thread::yield();
  const auto request = world.runtime().doors().submit("m/axle_pid/effort", {devices::value_of(2.0)});
  EXPECT_TRUE(request->wait(std::chrono::seconds{60}));
  EXPECT_EQ(request->step(), 1);
  EXPECT_TRUE(request->in_pause());
  EXPECT_TRUE(world.runtime().doors().submit("world/stop", {})->wait(std::chrono::seconds{60}));
  world.control().stop();
  loop.join();
  EXPECT_EQ(result.steps, 1);
}

// Also where somebody else waits for the clock.
TEST_F(RunLoopTest, RequestsAreExecutedWhileAHookWaits) {
  add_effort(0.0, 1.0);
  scenario_.real_time = 1.0;
  World world{scenario_};
  RunHooks hooks;
  int executed = 0;
  hooks.wait_until = [&](double) {
    const auto request = world.runtime().doors().submit("m/axle_pid/effort", {devices::value_of(2.0)});
    executed += request->done() ? 1 : 0;
  };
  world.run_for(0.003, hooks);
  EXPECT_EQ(executed, 3);
  EXPECT_FALSE(world.runtime().doors().paused());
}

// Another thread pauses, steps, resets and stops a run; the world is where these commands leave it.
TEST_F(RunLoopTest, CommandsFromAnotherThread) {
  add_effort(0.0, 1.0);
  World world{scenario_};
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  RunControl& control = world.control();
  control.pause();
  RunResult result;
  std::thread loop{[&] { result = world.run_until(1e6); }};
  while (!control.running())
    std::this_thread::yield();
  EXPECT_TRUE(control.step_and_wait(10));
  EXPECT_TRUE(control.wait_until_idle());
  EXPECT_EQ(world.index(), 10);
  EXPECT_NEAR(velocity.number(), 0.01, 1e-12);
  control.reset(runtime::ResetScope::kBoth);
  EXPECT_TRUE(control.step_and_wait(3));
  EXPECT_TRUE(control.wait_until_idle());
  EXPECT_EQ(world.index(), 3);
  EXPECT_NEAR(velocity.number(), 0.003, 1e-12);
  control.resume();
  EXPECT_TRUE(control.wait(control.steps() + 100));
  control.stop();
  loop.join();
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.interrupted) << "somebody wanted this end";
  EXPECT_EQ(result.steps, control.steps());
  EXPECT_GE(result.steps, 113);
}

// Who watches at a rate sees where the world paused, also after single steps.
TEST_F(RunLoopTest, PausesAreShownConcurrently) {
  WorldOptions options;
  options.keep_all_signals = true;
  World world{scenario_, options};
  runtime::TapOptions watched;
  watched.signals = {"m/axle/position"};
  watched.period = core::SimTime{1'000'000'000};
  watched.on_pause = true;
  runtime::TapReader reader{world.runtime().doors().tap(watched)};
  world.control().pause();
  std::thread loop{[&] { world.run_until(1e6); }};
  while (!world.control().running())
    std::this_thread::yield();
  EXPECT_TRUE(world.control().wait_until_idle());
  EXPECT_TRUE(world.control().step_and_wait(3));
  EXPECT_TRUE(world.control().wait_until_idle());
  world.control().stop();
  loop.join();
  std::vector<std::int64_t> steps;
  for (runtime::TapRow row; reader.read(row);)
    steps.push_back(row.step);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 3}));
}

// A fault that its policy does not cover ends the run with time and reason; all rows are in the file although
// nobody has ended it. After a reset the world runs again.
TEST_F(RunLoopTest, FaultStopsAndKeepsTheRows) {
  scenario_.world = failing(4, "stop");
  World world{scenario_, with_failing_device()};
  world.record(folder_ / "run.csv");
  try {
    world.run_for(1.0);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFmuFailed);
    EXPECT_NE(
        error.message().find("the world stopped at 0.004 s: m/failing failed at t = 0.004 s: it was to fail"),
        std::string::npos)
        << error.message();
  }
  const std::string text = test::read_file(folder_ / "run.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 5);
  EXPECT_FALSE(world.control().running());
  EXPECT_THROW(world.step(), Error);
  world.reset();
  world.step(4);
  EXPECT_EQ(world.index(), 4);
}

// A fault that is covered brings the rows to the disk, too, with the row of its step; the run goes on.
TEST_F(RunLoopTest, CoveredFaultBringsTheRowsToTheDisk) {
  scenario_.world = failing(4, "hold");
  World world{scenario_, with_failing_device()};
  world.record(folder_ / "run.csv");
  world.run_for(0.008);
  const std::string text = test::read_file(folder_ / "run.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 6) << "up to 5 ms; the others are on their way";
  ASSERT_EQ(world.covered_faults().size(), 1U);
  EXPECT_EQ(world.covered_faults()[0], "device 'm/failing' failed at 0.004 s (hold): it was to fail");
  world.reset();
  EXPECT_TRUE(world.covered_faults().empty());
}

}  // namespace
}  // namespace lockstep::world
