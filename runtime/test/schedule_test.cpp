// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

const core::Rational kStep{1, 1000};

std::vector<std::int64_t> runs_within(Schedule& schedule, std::int64_t steps) {
  const core::TimeGrid grid{0.0, kStep};
  std::vector<std::int64_t> runs;
  for (std::int64_t k = 0; k < steps; ++k) {
    if (!schedule.due(k)) continue;
    runs.push_back(k);
    static_cast<void>(schedule.advance(k, grid));
  }
  return runs;
}

using Runs = std::vector<std::int64_t>;

// Without a period, and with one not longer than a step, a device runs in every step.
TEST(Schedule, RunsEveryStepWithoutPeriod) {
  Schedule plain{kStep, {}};
  Schedule same{kStep, core::Rational{1, 1000}};
  EXPECT_EQ(runs_within(plain, 4), (Runs{0, 1, 2, 3}));
  EXPECT_EQ(runs_within(same, 4), (Runs{0, 1, 2, 3}));
}

// A period of 2.5 steps: the first step with t_k >= n * period.
TEST(Schedule, RunsInTheFirstStepAtOrAfterEachPeriod) {
  Schedule schedule{kStep, core::Rational{25, 10000}};
  EXPECT_EQ(schedule.steps_per_run(), 0);
  EXPECT_EQ(runs_within(schedule, 11), (Runs{0, 3, 5, 8, 10}));
}

// Intervals of an even period are all of one length, to the last bit.
TEST(Schedule, GivesEqualIntervals) {
  Schedule schedule{kStep, core::Rational{1, 100}};
  const core::TimeGrid grid{0.0, kStep};
  for (std::int64_t k = 0; k < 1000; k += 10) {
    ASSERT_TRUE(schedule.due(k));
    const core::StepInterval interval = schedule.advance(k, grid);
    EXPECT_EQ(interval.size_s, 0.01);
    EXPECT_EQ(interval.from_s, grid.at(k));
    EXPECT_EQ(interval.to_s, grid.at(k + 10));
  }
}

// After a restart in step 7 runs count from there, with the same lengths; what was saved before comes back.
TEST(Schedule, RestartsInAnyStep) {
  const core::TimeGrid grid{0.0, kStep};
  Schedule even{kStep, core::Rational{1, 200}};
  Schedule odd{kStep, core::Rational{25, 10000}};
  Schedule plain{kStep, {}};
  EXPECT_EQ(runs_within(even, 7), (Runs{0, 5}));
  const Schedule::State saved = even.state();
  for (Schedule* schedule : {&even, &odd, &plain})
    schedule->restart(7);
  EXPECT_FALSE(even.due(6));
  EXPECT_TRUE(even.due(7));
  EXPECT_TRUE(plain.due(7));
  const core::StepInterval first = even.advance(7, grid);
  EXPECT_EQ(first.from_s, 0.007);
  EXPECT_EQ(first.to_s, 0.012);
  EXPECT_EQ(first.size_s, 0.005);
  EXPECT_EQ(runs_within(even, 20), (Runs{12, 17}));
  EXPECT_EQ(runs_within(odd, 18), (Runs{7, 10, 12, 15, 17}));
  even.set_state(saved);
  EXPECT_EQ(runs_within(even, 20), (Runs{10, 15}));
}

// A ratio beyond reason is refused at setup.
TEST(Schedule, RefusesRatiosBeyondReason) {
  EXPECT_THROW((Schedule{core::Rational{1, 999999937}, core::Rational{3, 7}}), Error);
}

}  // namespace
}  // namespace lockstep::runtime
