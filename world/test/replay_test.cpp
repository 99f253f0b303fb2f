// SPDX-License-Identifier: Apache-2.0
// What came in from outside is recorded, and gives the same bits again.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "failing_device.hpp"
#include "lockstep/core/error.hpp"
#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

using devices::value_of;
using test::read_file;

class ReplayTest : public WorldFixture {
 protected:
  RecordingOptions recording(const std::string& name) const {
    RecordingOptions options;
    options.files = {folder_ / (name + ".csv")};
    options.events = folder_ / (name + ".yaml");
    return options;
  }
  /// Runs the events of `first` again, recorded as `second`.
  RunResult replay(const std::string& first, const std::string& second) {
    scenario::Scenario scenario = scenario_;
    scenario.replay = (folder_ / (first + ".yaml")).string();
    Recording files{recording(second)};
    World world{scenario};
    world.record(files);
    const RunResult result = world.run();
    world.finish();
    return result;
  }
  void expect_equal(const std::string& first, const std::string& second) const {
    const std::string rows = read_file(folder_ / (first + ".csv"));
    EXPECT_GT(rows.size(), 50U);
    EXPECT_EQ(read_file(folder_ / (second + ".csv")), rows);
  }
  std::string events(const std::string& name) const {
    const std::string text = read_file(folder_ / (name + ".yaml"));
    return text.substr(text.find("events:\n") + 8);
  }
};

// Requests of a scenario's own events are in the list, and not sent twice in a replay.
TEST_F(ReplayTest, EventsOfTheScenarioHappenOnce) {
  add_effort(0.002, 1.0);
  add_effort(0.004, 0.1);
  scenario_.duration_s = 0.01;
  {
    Recording files{recording("a")};
    World world{scenario_};
    world.record(files);
    world.run();
    world.finish();
  }
  EXPECT_EQ(events("a"), R"(- {"step": 2, "request": "m/axle_pid/effort", "arguments": [[1.0]]}
- {"step": 4, "request": "m/axle_pid/effort", "arguments": [[0.1]]}
- {"step": 10, "end": true}
)");
  const std::string header = read_file(folder_ / "a.yaml");
  EXPECT_NE(header.find("world: \"w\"\nengine: \""), std::string::npos);
  EXPECT_NE(header.find("step_size: 0.001\n"), std::string::npos);
  replay("a", "b");
  expect_equal("a", "b");
  EXPECT_EQ(events("b"), events("a"));
}

// Resets of every scope, in a run and between two, and steps one by one; the replay ends where the run did,
// without a duration.
TEST_F(ReplayTest, ResetsHappenAgain) {
  add_effort(0.0, 1.0);
  {
    Recording files{recording("a")};
    World world{scenario_};
    world.record(files);
    world.step(5);
    static_cast<void>(world.runtime().doors().submit("m/axle_pid/effort", {value_of(-3.0)}));
    world.step(3);
    world.reset(runtime::ResetScope::kTime);
    world.step(4);
    world.reset(runtime::ResetScope::kState);
    world.step(2);
    world.reset();
    world.run_until(0.007);
    world.finish();
  }
  const RunResult result = replay("a", "b");
  expect_equal("a", "b");
  EXPECT_EQ(events("b"), events("a"));
  EXPECT_EQ(result.reached_s, 0.007);
  EXPECT_EQ(result.stop_s, 0.007);
  EXPECT_FALSE(result.stopped);
}

// A shorter duration ends the replay before its list does.
TEST_F(ReplayTest, DurationEndsItEarlier) {
  scenario_.duration_s = 0.01;
  {
    Recording files{recording("a")};
    World world{scenario_};
    world.record(files);
    world.run();
  }
  EXPECT_EQ(events("a"), "- {\"step\": 10, \"end\": true}\n") << "also without finish()";
  scenario_.duration_s = 0.004;
  EXPECT_EQ(replay("a", "b").steps, 4);
  scenario_.duration_s = 50.0;
  EXPECT_EQ(replay("a", "b").steps, 10);
}

// Somebody who sets a replayed world back begins the replay anew; saved states continue where they were.
TEST_F(ReplayTest, BeginsAnewAfterAReset) {
  test::write_file(folder_ / "a.yaml",
                   "format: lockstep-events-1\nstep_size: 0.001\nevents:\n"
                   "- {\"step\": 2, \"request\": \"m/axle_pid/effort\", \"arguments\": [[1]]}\n"
                   "- {\"step\": 4, \"request\": \"m/axle_pid/effort\", \"arguments\": [[0]]}\n");
  add_effort(5.0, 1.0);  // makes the controller
  scenario_.replay = (folder_ / "a.yaml").string();
  World world{scenario_};
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  world.step(3);
  const auto saved = world.save();
  EXPECT_NEAR(velocity.number(), 0.001, 1e-12);
  for (int again = 0; again < 2; ++again) {
    world.step(5);
    EXPECT_NEAR(velocity.number(), 0.002, 1e-12);
    world.restore(*saved);
  }
  world.reset();
  world.step(8);
  EXPECT_NEAR(velocity.number(), 0.002, 1e-12);
  world.control().reset();
  world.run_for(0.003);
  EXPECT_NEAR(velocity.number(), 0.002, 1e-12) << "all events have happened again";
}

// A failure is no end: the replay runs into it again.
TEST_F(ReplayTest, FailuresHappenAgain) {
  scenario_.world =
      world("<plugin name='p' filename='failing'><step>4</step><fault_policy>stop</fault_policy></plugin>");
  for (const bool replays : {false, true}) {
    if (replays) scenario_.replay = (folder_ / "a.yaml").string();
    Recording files{recording(replays ? "b" : "a")};
    World world{scenario_, with_failing_device()};
    world.record(files);
    EXPECT_THROW(world.run(), Error);
    EXPECT_EQ(world.index(), 4);
  }
  EXPECT_EQ(events("a"), "");
  expect_equal("a", "b");
}

// Saved states are not in the list, so that a run with them is refused rather than recorded wrongly.
TEST_F(ReplayTest, RestoreIsRefusedWhereEventsAreRecorded) {
  Recording files{recording("a")};
  World world{scenario_};
  world.record(files);
  const auto saved = world.save();
  EXPECT_THROW(world.restore(*saved), Error);
  world.step();
}

// What does not fit the world is found when it is opened.
TEST_F(ReplayTest, RefusesEventsOfAnotherWorld) {
  scenario_.replay = test::write_file(folder_ / "a.yaml",
                                      "format: lockstep-events-1\nstep_size: 0.001\nevents:\n"
                                      "- {\"step\": 2, \"inlet\": \"arm/target\", \"value\": [1]}\n")
                         .string();
  try {
    const World world{scenario_};
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    EXPECT_EQ(error.diagnostics().at(0).where.line, 4U);
  }
}

// Another thread drives a world that runs freely: values of every type, requests, pauses, steps, resets and
// another pace, all at moments of its own. The replay has the same rows, byte for byte, and the same events.
TEST_F(ReplayTest, AThreadThatDrivesIsReplayed) {
  add_effort(0.0, 1.0);
  core::ConfigNode device{"devices"};
  device.children = {core::ConfigNode{"type", "fmu"}, core::ConfigNode{"name", "echo"},
                     core::ConfigNode{"fmu", LOCKSTEP_FMUS "/3.0/Feedthrough.fmu"}};
  scenario_.devices.push_back(device);
  scenario_.signals.clear();
  {
    Recording files{recording("a")};
    World world{scenario_};
    world.record(files);
    world.start();
    runtime::Doors& doors = world.runtime().doors();
    std::thread loop{[&] { world.run_until(1e6); }};
    const auto ask = [&](const std::string& name, std::vector<core::Value> arguments = {}) {
      EXPECT_TRUE(doors.submit(name, std::move(arguments))->wait());
    };
    for (int i = 1; i <= 200; ++i) {
      doors.inlet("echo/Float64_continuous_input").write(std::sin(i) / 3.0);
      doors.inlet("echo/Float32_discrete_input").write(std::cos(i));
      doors.inlet("echo/Int64_input").write(core::Value{std::vector<std::int64_t>{-i}});
      doors.inlet("echo/UInt64_input").write(core::Value{std::vector<std::uint64_t>{~0ULL - i}});
      doors.inlet("echo/Boolean_input").write(core::Value{std::vector<bool>{i % 2 == 0}});
      doors.inlet("echo/String_input")
          .write(core::Value{std::vector<std::string>{std::string(i % 9, '\xff') + "\n,\""}});
      doors.inlet("echo/Binary_input")
          .write(core::Value{std::vector<std::vector<std::uint8_t>>{{static_cast<std::uint8_t>(i), 0}}});
      ask("m/axle_pid/effort", {value_of(1.0 / i)});
      if (i % 10 == 0) ask("world/pause");
      if (i % 20 == 0) ask("m/axle_pid/effort", {value_of(-0.1 * i)});
      if (i % 30 == 0) ask("world/step", {value_of(std::int64_t{3})});
      if (i % 70 == 0) ask("world/reset", {value_of(std::string{i % 140 == 0 ? "time" : "state"})});
      if (i % 40 == 0) ask("world/set_real_time_factor", {value_of(i % 80 == 0 ? 0.0 : 1000.0)});
      if (i % 10 == 0) ask("world/resume");
    }
    ask("world/pause");
    ask("m/axle_pid/effort", {value_of(0.5)});
    ask("world/stop");
    loop.join();
    world.finish();
  }
  replay("a", "b");
  expect_equal("a", "b");
  // And the list of the replay gives the same rows again.
  replay("b", "c");
  expect_equal("a", "c");
  EXPECT_EQ(events("c"), events("b"));
}

}  // namespace
}  // namespace lockstep::world
