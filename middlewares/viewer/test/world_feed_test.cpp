// SPDX-License-Identifier: Apache-2.0
#include "world_feed.hpp"

#include <gtest/gtest.h>

#include "viewed_world.hpp"

namespace lockstep::viewer {
namespace {

using namespace std::chrono_literals;  // NOLINT: 1s

constexpr core::SimTime kStep{1'000'000};

std::vector<std::int64_t> steps_of(WorldFeed& feed) {
  std::vector<std::int64_t> steps;
  runtime::TapRow row;
  while (feed.next(row))
    steps.push_back(row.step);
  return steps;
}

TEST(WorldFeed, HasSixtyRowsPerSecondAndThatOfAPause) {
  test::ViewedWorld of;
  WorldFeed feed{of.doors, kStep};
  of.start();
  for (int i = 0; i < 40; ++i)
    of.step();
  EXPECT_EQ(steps_of(feed), (std::vector<std::int64_t>{0, 17, 34}));
  of.doors.publish_pause(of.steps, of.now);
  of.doors.publish_pause(of.steps, of.now);
  EXPECT_EQ(steps_of(feed), std::vector<std::int64_t>{40});
}

// Slow motion: rows come more often in the world's time; a fast run: less often.
TEST(WorldFeed, FollowsTheSpeedOfTheWorld) {
  test::ViewedWorld of;
  WorldFeed feed{of.doors, kStep};
  WorldFeed::Clock::time_point now{};
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      of.step();
      if (i % 100 == 0) steps_of(feed);
    }
    steps_of(feed);
    feed.follow_speed(now += 1s);
  };
  feed.follow_speed(now);
  const core::SimTime usual = feed.period();
  run(1000);
  EXPECT_EQ(feed.period(), usual) << "real time";
  run(100);
  EXPECT_EQ(feed.period(), usual / 2) << "a tenth of it";
  for (int i = 0; i < 10; ++i)
    run(20);
  EXPECT_EQ(feed.period(), kStep);
  run(10'000);
  EXPECT_GT(feed.period(), usual) << "ten times as fast";
}

TEST(WorldFeed, FindsColumns) {
  test::ViewedWorld of;
  const WorldFeed feed{of.doors, kStep};
  ASSERT_TRUE(feed.column("arm/link/orientation"));
  EXPECT_EQ(feed.columns()[*feed.column("arm/link/orientation")].info.count, 4U);
  EXPECT_FALSE(feed.column("arm/other"));
}

}  // namespace
}  // namespace lockstep::viewer
