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

}  // namespace
}  // namespace lockstep::cli
