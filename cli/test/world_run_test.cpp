// SPDX-License-Identifier: Apache-2.0
#include "world_run.hpp"

#include <gtest/gtest.h>

#include "lockstep/hosts/engines/engines.hpp"
#include "support/files.hpp"

namespace lockstep::cli {
namespace {

class WorldRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
    scenario_.world = test::write_file(folder_ / "fall.world",
                                       "<sdf version='1.6'><world name='w'><model name='m'><link name='l'/>"
                                       "</model></world></sdf>")
                          .string();
  }
  test::TemporaryFolder folder_;
  scenario::Scenario scenario_;
};

// With a real-time factor of 2, step k ends k / 2 ms after the start; nothing waits without a factor.
TEST_F(WorldRunTest, KeepsToRealTime) {
  std::vector<double> waits;
  WorldRun::Options how;
  how.duration_s = 0.01;
  how.wait_until = [&](double wall_s) { waits.push_back(wall_s); };
  how.real_time = 2.0;
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).steps, 10);
  ASSERT_EQ(waits.size(), 10U);
  for (std::size_t k = 0; k < waits.size(); ++k)
    EXPECT_DOUBLE_EQ(waits[k], 0.0005 * static_cast<double>(k + 1));
  how.real_time.reset();
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).steps, 10);
  EXPECT_EQ(waits.size(), 10U);
}

// A run can be ended from outside between two steps; it says so.
TEST_F(WorldRunTest, CanBeCancelled) {
  WorldRun::Options how;
  how.duration_s = 1.0;
  how.real_time = 1.0;
  how.wait_until = [](double) {};
  int asked = 0;
  how.progress = [&](const core::SimulationProgress&) { return ++asked < 5; };
  const WorldRunResult result = WorldRun(scenario_, {}).run(how);
  EXPECT_TRUE(result.cancelled);
  EXPECT_EQ(result.steps, 5);
}

// A run that waits for the clock can be interrupted: here each step would take 11 days.
TEST_F(WorldRunTest, IsInterruptedWhileItWaits) {
  WorldRun::Options how;
  how.duration_s = 1.0;
  how.real_time = 1e-9;
  how.interrupted = [] { return true; };
  how.progress = [](const core::SimulationProgress&) { return false; };
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).steps, 1);
}

// A part of a step is a step; what is no multiple of a step is told; names that stand twice are one column.
TEST_F(WorldRunTest, CountsStepsAndColumns) {
  std::vector<std::string> log;
  WorldRun::Options how;
  how.duration_s = 1e-12;
  how.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).steps, 1);
  how.duration_s = 0.01;
  how.output_interval_s = 0.002;
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).rows, 6U);
  EXPECT_TRUE(log.empty());
  how.output_interval_s = 0.0015;
  EXPECT_EQ(WorldRun(scenario_, {}).run(how).rows, 6U);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0],
            "the output interval 0.0015 s is no multiple of the step 0.001 s; there is a row every 0.002 s");
  scenario_.signals = {"m/l/position", "m/l/position"};
  EXPECT_EQ(WorldRun(scenario_, {}).columns().size(), 3U);
}

// The engine is that of the scenario, else that of the world if there is one of that name, else the first.
TEST_F(WorldRunTest, ChoosesTheEngine) {
  const std::vector<std::string> engines = hosts::engine_names();
  EXPECT_EQ(WorldRun(scenario_, {}).engine_name(), engines.front());
  EXPECT_EQ(WorldRun(scenario_, {}).physics_type(), "");
  const auto with_physics = [&](const std::string& type) {
    scenario_.world =
        test::write_file(folder_ / "typed.world",
                         "<sdf version='1.6'><world name='w'><physics type='" + type + "'/></world></sdf>")
            .string();
  };
  with_physics("bullet");
  EXPECT_EQ(WorldRun(scenario_, {}).engine_name(), engines.front());
  EXPECT_EQ(WorldRun(scenario_, {}).physics_type(), "bullet");
  with_physics(engines.back());
  EXPECT_EQ(WorldRun(scenario_, {}).engine_name(), engines.back());
  scenario_.engine = engines.front();
  EXPECT_EQ(WorldRun(scenario_, {}).engine_name(), engines.front());
}

}  // namespace
}  // namespace lockstep::cli
