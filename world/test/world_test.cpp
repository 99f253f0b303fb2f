// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/world.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

using runtime::ResetScope;

class WorldTest : public WorldFixture {
 protected:
  std::size_t rows_of(const std::filesystem::path& file) const {
    const std::string text = test::read_file(file);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  }
};

// A world is opened from its file, from a robot or from a scenario.
TEST_F(WorldTest, OpensFiles) {
  World plain{scenario_.world};
  EXPECT_EQ(plain.name(), "w");
  EXPECT_EQ(plain.engine_name(), hosts::engine_names().front());
  EXPECT_EQ(plain.physics_type(), "");
  EXPECT_EQ(plain.step_s(), 0.001);
  EXPECT_EQ(plain.duration_s(), 10.0);
  const auto scenario =
      test::write_file(folder_ / "s.yaml", "world: wheel.world\nduration: 0.25\nstep_size: 0.01\n");
  World described{scenario};
  EXPECT_EQ(described.duration_s(), 0.25);
  EXPECT_EQ(described.step_s(), 0.01);
  const auto robot = test::write_file(
      folder_ / "r.urdf",
      "<robot name='r'><link name='l'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
      "iyz='0' izz='1'/></inertial></link></robot>");
  EXPECT_EQ(World{robot}.recorded_signals(), std::vector<std::string>{"r/l/position"});
  EXPECT_THROW(World{folder_ / "none.sdf"}, Error);
}

// A run has whole steps: one shorter than a step is refused, one that ends between two steps says where it
// ends.
TEST_F(WorldTest, ChecksItsDuration) {
  std::vector<std::string> messages;
  WorldOptions options;
  options.log = [&](const core::LogMessage& message) { messages.emplace_back(message.text); };
  scenario_.duration_s = 1.0;
  World{scenario_, options};
  EXPECT_TRUE(messages.empty());
  scenario_.duration_s = 1.0005;
  World{scenario_, options};
  EXPECT_EQ(messages,
            std::vector<std::string>{
                "the run ends at 1.001 s, because 1.0005 s are no whole number of steps of 0.001 s"});
  scenario_.step_size_s = 100.0;
  EXPECT_THROW((World{scenario_, options}), Error);
}

// Steps, runs for a time and until a time add up; a signal that is watched is current.
TEST_F(WorldTest, StepsAndRuns) {
  add_effort(0.0, 1.0);
  World world{scenario_};
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  world.step();
  EXPECT_EQ(world.index(), 1);
  EXPECT_NEAR(velocity.number(), 0.001, 1e-12);
  world.step(9);
  EXPECT_EQ(world.time_s(), 0.01);
  RunResult result = world.run_for(0.02);
  EXPECT_EQ(result.steps, 20);
  EXPECT_EQ(result.stop_s, 0.03);
  EXPECT_EQ(result.reached_s, 0.03);
  EXPECT_EQ(result.step_s, 0.001);
  EXPECT_FALSE(result.stopped);
  result = world.run_until(0.05);
  EXPECT_EQ(result.steps, 20);
  EXPECT_EQ(world.run_until(0.01).steps, 0) << "that is over";
  EXPECT_NEAR(velocity.number(), 0.05, 1e-12);
  EXPECT_THROW(world.watch("m/axle/position"), Error);
}

// run() ends at the duration of the scenario.
TEST_F(WorldTest, RunsForTheDuration) {
  scenario_.duration_s = 0.0125;
  World world{scenario_};
  const RunResult result = world.run();
  EXPECT_EQ(result.steps, 13) << "a part of a step is a step";
  EXPECT_EQ(result.stop_s, 0.0125);
}

// After start() the initial state is there and recorded, and requests are kept for the first step; a second
// start does nothing.
TEST_F(WorldTest, StartsOnce) {
  add_effort(0.0, 0.0);
  World world{scenario_};
  world.record(folder_ / "run.csv");
  world.start();
  EXPECT_EQ(world.index(), 0);
  const auto request = world.runtime().doors().submit("m/axle_pid/effort", {devices::value_of(1.0)});
  world.start();
  EXPECT_FALSE(request->done());
  world.step();
  EXPECT_TRUE(request->done());
  EXPECT_FALSE(request->refused());
  world.finish();
  EXPECT_EQ(rows_of(folder_ / "run.csv"), 2U);
}

// A pause of somebody else does not keep the driving thread from stepping.
TEST_F(WorldTest, StepsWhilePaused) {
  World world{scenario_};
  world.control().pause();
  world.step(3);
  EXPECT_EQ(world.index(), 3);
  EXPECT_TRUE(world.control().paused());
}

// Rows: at the start, at the interval, at the end of each run; one recording does not disturb the other.
TEST_F(WorldTest, RecordsFilesAndSinks) {
  record::MemoryRecorder own{{100, 1000}};
  RecordingOptions options;
  options.files = {folder_ / "slow.csv"};
  options.plots = {folder_ / "slow.svg"};
  options.sinks = {&own};
  options.output_interval_s = 0.004;
  Recording recording{options};
  World world{scenario_};
  world.record(recording);
  world.record(folder_ / "all.csv");
  EXPECT_EQ(world.run_for(0.01).rows, 4U) << "0, 4, 8 and 10 ms";
  world.run_for(0.002);
  EXPECT_THROW(world.record(folder_ / "late.csv"), Error);
  world.finish();
  world.finish();
  EXPECT_EQ(rows_of(folder_ / "all.csv"), 13U);
  EXPECT_EQ(rows_of(folder_ / "slow.csv"), 5U);
  EXPECT_EQ(own.time_s(), (std::vector<double>{0.0, 0.004, 0.008, 0.01, 0.012}));
  EXPECT_EQ(recording.summary().rows(), 5U);
  EXPECT_GE(recording.ranges().rows(), 13U) << "all steps count for the smallest and largest values";
  const std::string plot = test::read_file(folder_ / "slow.svg");
  EXPECT_NE(plot.find("0.012 s in steps of 0.001 s, 5 rows"), std::string::npos);
  EXPECT_THROW(world.step(), Error) << "it is finished";
}

// An interval that is no multiple of the step is rounded up, with a warning.
TEST_F(WorldTest, WarnsOfIntervalsOffTheGrid) {
  std::vector<std::string> log;
  WorldOptions options;
  options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  for (const auto& [interval, rows] :
       std::vector<std::pair<double, std::uint64_t>>{{0.002, 6}, {0.0015, 6}, {0.0001, 11}}) {
    RecordingOptions how;
    how.output_interval_s = interval;
    Recording recording{how};
    World world{scenario_, options};
    world.record(recording);
    EXPECT_EQ(world.run_for(0.01).rows, rows) << interval;
  }
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0],
            "the output interval 0.0015 s is no multiple of the step 0.001 s; there is a row every 0.002 s");
}

// A recording that fails ends the run with its own reason and file; the others are complete.
TEST_F(WorldTest, FailedRecordingNamesItsFile) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this machine has no /dev/full";
  std::filesystem::create_symlink("/dev/full", folder_ / "full.mcap");
  /// A sink that fails in its third row.
  class Failing final : public core::RowSink {
   public:
    void begin(Span<const core::RecordColumn> /*columns*/) override {}
    bool row(double /*time_s*/) noexcept override { return ++rows_ < 3; }
    void end() override { throw Error{ErrorCode::kSystem, "cannot write 'mine': No space left on device"}; }

   private:
    int rows_{0};
  };
  Failing failing;
  RecordingOptions options;
  options.files = {folder_ / "good.csv"};
  options.sinks = {&failing};
  Recording recording{options};
  World world{scenario_};
  world.record(recording);
  try {
    world.run_for(1.0);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "cannot write 'mine': No space left on device");
  }
  EXPECT_EQ(world.index(), 2);
  EXPECT_THROW(world.finish(), Error);
  EXPECT_EQ(rows_of(folder_ / "good.csv"), 3U);
  World other{scenario_};
  other.record(folder_ / "full.mcap");
  EXPECT_THROW(other.run_for(0.01), Error);
}

// What was saved continues with the same bits, events of the scenario included.
TEST_F(WorldTest, SavesAndRestores) {
  add_effort(0.005, 1.0);
  add_effort(0.01, -2.0);
  World world{scenario_};
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  world.step(7);
  const auto saved = world.save();
  world.run_until(0.02);
  const double end = velocity.number();
  EXPECT_NEAR(end, 0.005 - 0.020, 1e-12);
  world.restore(*saved);
  EXPECT_EQ(world.time_s(), 0.007);
  world.run_until(0.02);
  EXPECT_EQ(velocity.number(), end);
  World other{scenario_};
  EXPECT_THROW(other.restore(*saved), Error);
}

// Time, state or both; events happen again only when their time comes again. Each reset is a row.
TEST_F(WorldTest, ResetsTimeStateOrBoth) {
  add_effort(0.005, 1.0);
  record::MemoryRecorder own{{1000, 10000}};
  RecordingOptions options;
  options.sinks = {&own};
  Recording recording{options};
  World world{scenario_};
  world.record(recording);
  const runtime::SignalView velocity = world.watch("m/axle/velocity");
  world.run_until(0.01);
  EXPECT_NEAR(velocity.number(), 0.005, 1e-12);

  world.reset(ResetScope::kState);
  EXPECT_EQ(world.time_s(), 0.01);
  EXPECT_EQ(velocity.number(), 0.0);
  world.run_for(0.01);
  EXPECT_EQ(velocity.number(), 0.0) << "the controller is new, and the event is over";

  world.reset(ResetScope::kBoth);
  EXPECT_EQ(world.time_s(), 0.0);
  world.run_until(0.01);
  EXPECT_NEAR(velocity.number(), 0.005, 1e-12) << "the event happens again";

  world.reset(ResetScope::kTime);
  EXPECT_EQ(world.time_s(), 0.0);
  EXPECT_NEAR(velocity.number(), 0.005, 1e-12);
  world.run_until(0.01);
  EXPECT_NEAR(velocity.number(), 0.01, 1e-12);
  world.finish();
  EXPECT_EQ(own.rows(), 4 * 11U);
}

// Durations that cannot be, and events after the end of the run.
TEST_F(WorldTest, ChecksTheScenario) {
  for (const double duration_s : {0.0, -1.0, 1e300}) {
    scenario_.duration_s = duration_s;
    EXPECT_THROW(World{scenario_}, Error) << duration_s;
  }
  scenario_.duration_s = 0.01;
  add_effort(0.0099, 1.0);
  add_effort(0.01, 1.0);
  std::vector<std::string> log;
  WorldOptions options;
  options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  const World world{scenario_, options};
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("the event at 0.01 s never happens: the run takes 0.01 s"), std::string::npos)
      << log[0];
}

// Many worlds live in one process and know nothing of each other.
TEST_F(WorldTest, WorldsAreApart) {
  World one{scenario_};
  World two{scenario_};
  one.step(5);
  two.control().pause();
  one.run_for(0.001);
  EXPECT_EQ(one.index(), 6);
  EXPECT_EQ(two.index(), 0);
}

}  // namespace
}  // namespace lockstep::world
