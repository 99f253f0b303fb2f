// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lockstep::runtime {
namespace {

const core::Rational kStep{1, 1000};

const core::TimeGrid kGrid{0.0, kStep};

std::vector<std::int64_t> runs_within(Schedule& schedule, std::int64_t steps,
                                      const core::TimeGrid& grid = kGrid) {
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
  const core::TimeGrid& grid = kGrid;
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
  const core::TimeGrid& grid = kGrid;
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

// A period shorter than a step is every step, and so is one that differs from it by less than doubles can
// tell.
TEST(Schedule, RunsEveryStepWithAShortPeriod) {
  for (const core::Rational period :
       {core::Rational{1, 3000}, core::Rational{999'999'999, 1'000'000'000'000}}) {
    Schedule schedule{kStep, period};
    EXPECT_TRUE(schedule.every_step());
    EXPECT_EQ(schedule.steps_per_run(), 1);
  }
  Schedule longer{kStep, core::Rational{1'000'000'001, 1'000'000'000'000}};
  EXPECT_FALSE(longer.every_step());
  EXPECT_EQ(runs_within(longer, 4), (Runs{0, 2, 3}));
}

// A period and a step without a small ratio: run n is in step ceil(n * period / step), here with period 3/7 s
// and step 1/999999937 s, 428571401.57 steps each.
TEST(Schedule, NeedsNoSmallRatio) {
  const core::TimeGrid grid{0.0, core::Rational{1, 999'999'937}};
  Schedule schedule{grid.step(), core::Rational{3, 7}};
  EXPECT_EQ(schedule.steps_per_run(), 0);
  for (std::int64_t run = 0; run < 1000; ++run) {
    const std::int64_t k = (run * 3 * 999'999'937 + 6) / 7;
    ASSERT_FALSE(schedule.due(k - 1)) << run;
    ASSERT_TRUE(schedule.due(k)) << run;
    const core::StepInterval interval = schedule.advance(k, grid);
    ASSERT_EQ(interval.from_s, grid.at(k));
    ASSERT_EQ(interval.size_s, interval.to_s - interval.from_s);
  }
}

// Doubles of any digits: pi milliseconds on a grid of 1 ms and on one of e microseconds. The oracle is the
// product in extended precision; none of these comes near a tie.
TEST(Schedule, TakesAnyPeriodWithAnyStep) {
  const double period_s = 3.14159265358979312e-3;
  for (const double step_s : {1e-3, 2.71828182845904509e-6}) {
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(step_s)};
    Schedule schedule{grid.step(), core::Rational::from_seconds(period_s)};
    for (std::int64_t run = 0; run < 2000; ++run) {
      const auto k = static_cast<std::int64_t>(std::ceil(static_cast<long double>(run) * period_s / step_s));
      ASSERT_FALSE(schedule.due(k - 1)) << run;
      ASSERT_TRUE(schedule.due(k)) << run;
      static_cast<void>(schedule.advance(k, grid));
    }
  }
}

// Ten steps of an odd size, multiplied by the user in doubles: ten steps for ever, all of one length, also
// from a start in the middle of a simulator's life.
TEST(Schedule, KnowsARoundedMultipleOfTheStep) {
  const double step_s = 0x1.6a09e667f3bcdp-10;
  const core::TimeGrid grid{9.2, core::Rational::from_seconds(step_s)};
  Schedule schedule{grid.step(), core::Rational::from_seconds(10.0 * step_s)};
  EXPECT_EQ(schedule.steps_per_run(), 10);
  for (std::int64_t k = 0; k < 100'000; k += 10) {
    ASSERT_TRUE(schedule.due(k)) << k;
    const core::StepInterval interval = schedule.advance(k, grid);
    ASSERT_EQ(interval.from_s, grid.at(k));
    ASSERT_EQ(interval.to_s, grid.at(k + 10));
    ASSERT_EQ(interval.size_s, 10.0 * step_s);
    ASSERT_FALSE(schedule.due(k + 9));
  }
  schedule.set_state({0, 3});
  EXPECT_FALSE(schedule.due(29));
  EXPECT_TRUE(schedule.due(30));
  schedule.restart(0);
  EXPECT_TRUE(schedule.due(0));
}

}  // namespace
}  // namespace lockstep::runtime
