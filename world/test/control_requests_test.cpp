// SPDX-License-Identifier: Apache-2.0
#include "control_requests.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "lockstep/world/world.hpp"
#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

using devices::value_of;
using RequestPointer = std::shared_ptr<const runtime::Request>;

/// Doors without a world: requests are executed by latch().
class ControlRequestsTest : public ::testing::Test {
 protected:
  ControlRequestsTest() { requests_.add_to(doors_); }
  RequestPointer send(const std::string& name, std::vector<core::Value> arguments = {}) {
    RequestPointer request = doors_.submit(name, std::move(arguments));
    EXPECT_EQ(doors_.latch(0, {}), nullptr);
    return request;
  }
  RunControl control_;
  ControlRequests requests_{control_};
  runtime::Doors doors_;
};

TEST_F(ControlRequestsTest, CommandsAreAnsweredAtOnce) {
  EXPECT_TRUE(send("world/pause")->done());
  EXPECT_TRUE(control_.paused());
  EXPECT_TRUE(send("world/resume")->done());
  EXPECT_FALSE(control_.paused());
  EXPECT_TRUE(send("world/set_real_time_factor", {value_of(0.5)})->done());
  EXPECT_EQ(control_.real_time_factor(), 0.5);
  EXPECT_TRUE(send("world/set_real_time_factor", {value_of(0.0)})->done());
  EXPECT_EQ(control_.real_time_factor(), 0.0);
  EXPECT_FALSE(control_.has_command());
  EXPECT_TRUE(send("world/stop")->done());
  EXPECT_TRUE(control_.has_command());
}

// The reply to steps comes with the last of them.
TEST_F(ControlRequestsTest, StepsAreAnsweredWhenDone) {
  control_.pause();
  const RequestPointer two = send("world/step", {value_of(std::int64_t{2})});
  const RequestPointer one = send("world/step", {value_of(std::int64_t{1})});
  control_.step_done();
  requests_.note_step();
  EXPECT_FALSE(two->done());
  control_.step_done();
  requests_.note_step();
  EXPECT_TRUE(two->done());
  EXPECT_FALSE(two->refused());
  EXPECT_FALSE(one->done());
  control_.step_done();
  requests_.note_step();
  EXPECT_TRUE(one->done());
}

// A pause refuses steps that were not done, not resets; the end refuses all.
TEST_F(ControlRequestsTest, PauseAndEndRefuse) {
  const RequestPointer steps = send("world/step", {value_of(std::int64_t{5})});
  const RequestPointer reset = send("world/reset", {value_of(std::string{"both"})});
  requests_.note_pause();
  EXPECT_FALSE(steps->done()) << "nobody has asked for a pause: they still come";
  control_.pause();
  requests_.note_pause();
  EXPECT_TRUE(steps->refused());
  EXPECT_EQ(steps->why(), "the world was paused before all steps were done");
  EXPECT_FALSE(reset->done());
  requests_.note_end();
  EXPECT_TRUE(reset->done());
  EXPECT_EQ(reset->why(), "the run ended before it was done");
}

TEST_F(ControlRequestsTest, ResetsAreAnsweredWhenDone) {
  for (const auto& [what, scope] :
       std::vector<std::pair<std::string, runtime::ResetScope>>{{"time", runtime::ResetScope::kTime},
                                                                {"state", runtime::ResetScope::kState},
                                                                {"both", runtime::ResetScope::kBoth}}) {
    const RequestPointer reset = send("world/reset", {value_of(what)});
    const RequestPointer steps = send("world/step", {value_of(std::int64_t{1})});
    EXPECT_FALSE(reset->done());
    EXPECT_EQ(control_.take_reset(), scope);
    requests_.note_reset();
    EXPECT_TRUE(reset->done());
    EXPECT_FALSE(reset->refused());
    EXPECT_FALSE(steps->done());
    requests_.note_end();
  }
}

TEST_F(ControlRequestsTest, RefusesWhatCannotBe) {
  EXPECT_TRUE(send("world/step", {value_of(std::int64_t{0})})->refused());
  EXPECT_TRUE(send("world/reset", {value_of(std::string{"all"})})->refused());
  EXPECT_TRUE(send("world/set_real_time_factor", {value_of(-1.0)})->refused());
  EXPECT_FALSE(control_.has_command());
  std::vector<RequestPointer> many;
  for (int i = 0; i < 65; ++i)
    many.push_back(send("world/step", {value_of(std::int64_t{1})}));
  EXPECT_FALSE(many[63]->done());
  EXPECT_TRUE(many[64]->refused());
  requests_.note_end();
  EXPECT_TRUE(many[63]->done());
}

// A second thread pauses, steps, resets and stops a world that runs, through its doors.
class ControlRequestsThread : public WorldFixture {};

TEST_F(ControlRequestsThread, DriveARunningWorld) {
  add_effort(0.0, 1.0);
  World world{scenario_};
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  runtime::Doors& doors = world.runtime().doors();
  RunResult result;
  std::thread loop{[&] { result = world.run_until(1e6); }};
  const auto ask = [&](const std::string& name, std::vector<core::Value> arguments = {}) {
    const RequestPointer request = doors.submit(name, std::move(arguments));
    EXPECT_TRUE(request->wait());
    return request;
  };
  while (!world.control().running())
    std::this_thread::yield();
  ask("world/pause");
  EXPECT_TRUE(world.control().wait_until_idle());
  EXPECT_FALSE(ask("world/reset", {value_of(std::string{"both"})})->refused());
  EXPECT_TRUE(world.control().wait_until_idle());
  EXPECT_EQ(world.index(), 0);
  EXPECT_FALSE(ask("world/step", {value_of(std::int64_t{10})})->refused());
  EXPECT_TRUE(world.control().wait_until_idle());
  EXPECT_EQ(world.index(), 10);
  // A device's request in a pause is executed at once and acts in the next step.
  ask("m/axle_pid/effort", {value_of(-1.0)});
  ask("world/step", {value_of(std::int64_t{10})});
  EXPECT_TRUE(world.control().wait_until_idle());
  EXPECT_NEAR(velocity.number(), 0.0, 1e-12) << "ten steps of 1 N.m and ten of -1 N.m";
  ask("world/resume");
  ask("world/stop");
  loop.join();
  EXPECT_TRUE(result.stopped);
  EXPECT_GE(result.steps, 20);
}

// A pause behind steps that have not begun takes them back, and says so to those who wait for them.
TEST_F(ControlRequestsThread, PauseAnswersStepsThatDoNotCome) {
  World world{scenario_};
  runtime::Doors& doors = world.runtime().doors();
  world.control().pause();
  std::thread loop{[&] { world.run_until(1e6); }};
  while (!doors.paused())
    std::this_thread::yield();
  for (int i = 0; i < 100; ++i) {
    const RequestPointer steps = doors.submit("world/step", {value_of(std::int64_t{1})});
    const RequestPointer pause = doors.submit("world/pause", {});
    EXPECT_TRUE(pause->wait(std::chrono::seconds{60}));
    // Done or refused, whichever came first; but answered.
    ASSERT_TRUE(steps->wait(std::chrono::seconds{60})) << i;
  }
  world.control().stop();
  loop.join();
}

// In a world that is driven step by step a reset comes before the next step; all steps are done.
TEST_F(ControlRequestsThread, ResetReachesAWorldDrivenStepByStep) {
  World world{scenario_};
  runtime::Doors& doors = world.runtime().doors();
  world.step(5);
  const RequestPointer reset = doors.submit("world/reset", {value_of(std::string{"both"})});
  world.step(1);
  EXPECT_FALSE(reset->done()) << "it came in with this step";
  EXPECT_EQ(world.index(), 6);
  world.step(3);
  ASSERT_TRUE(reset->done());
  EXPECT_FALSE(reset->refused());
  EXPECT_EQ(world.index(), 3);
  static_cast<void>(doors.submit("world/reset", {value_of(std::string{"state"})}));
  world.step(4);
  EXPECT_EQ(world.index(), 7);
  static_cast<void>(doors.submit("world/reset", {value_of(std::string{"time"})}));
  world.step(4);
  EXPECT_EQ(world.index(), 3) << "one step before the reset and three after it";
}

// A world waits at its barrier for a party of the outside; a command ends the wait.
TEST_F(ControlRequestsThread, WaitsForOutsideParties) {
  World world{scenario_};
  runtime::PartyOptions options;
  options.name = "clock";
  const auto party = world.runtime().doors().barrier().join(options);
  RunResult result;
  std::thread loop{[&] { result = world.run_until(1e6); }};
  for (std::int64_t k = 0; k < 5; ++k) {
    const auto tick = party->await();
    ASSERT_TRUE(tick.has_value());
    EXPECT_EQ(tick->step, k);
    party->confirm(k);
  }
  ASSERT_TRUE(party->await().has_value());
  EXPECT_EQ(world.control().steps(), 5) << "the sixth step waits";
  world.control().stop();
  loop.join();
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.steps, 5);
}

}  // namespace
}  // namespace lockstep::world
