// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/trajectory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace lockstep::adapter {
namespace {

constexpr FullPolicy kDrop = FullPolicy::kDropOldest;
constexpr DuplicatePolicy kFirst = DuplicatePolicy::kKeepFirst;

class Line {
 public:
  explicit Line(std::size_t max_points = 100) : trajectory_{1, max_points} {}
  PointResult add(std::int64_t at, double value, FullPolicy full = kDrop,
                  DuplicatePolicy duplicate = kFirst) {
    return trajectory_.add(SimTime{at}, {&value, 1}, full, duplicate);
  }
  double at(std::int64_t now, bool linear = true, double fraction = 0.0) {
    trajectory_.sample(now, fraction, linear, {&value_, 1});
    return value_;
  }
  Trajectory<double>& trajectory() { return trajectory_; }

 private:
  Trajectory<double> trajectory_;
  double value_{NAN};
};

// Between two points the value lies on the line, at a point it is the point's, after the last one it is held.
TEST(Trajectory, InterpolatesAndHoldsTheLast) {
  Line line;
  line.add(0, 2.0);
  line.add(400, 2.0);
  line.add(700, 3.0);
  line.add(900, -1.0);
  EXPECT_DOUBLE_EQ(line.at(0), 2.0);
  EXPECT_DOUBLE_EQ(line.at(450), 2.0 + 50.0 / 300.0);
  EXPECT_DOUBLE_EQ(line.at(700), 3.0);
  EXPECT_DOUBLE_EQ(line.at(850), 0.0);
  EXPECT_DOUBLE_EQ(line.at(900), -1.0);
  EXPECT_DOUBLE_EQ(line.at(5000), -1.0);
  EXPECT_EQ(line.trajectory().size(), 1U) << "points that no longer count are dropped";
}

// Without interpolation the last point at or before the instant counts.
TEST(Trajectory, HoldsThePointBefore) {
  Line line;
  line.add(0, 2.0);
  line.add(700, 3.0);
  line.add(900, -1.0);
  EXPECT_EQ(line.at(699, false), 2.0);
  EXPECT_EQ(line.at(700, false), 3.0);
  EXPECT_EQ(line.at(899, false), 3.0);
  EXPECT_EQ(line.at(900, false), -1.0);
}

// A part of a nanosecond counts in the interpolation: steps of 1/3 s end between nanoseconds.
TEST(Trajectory, InterpolatesInsideANanosecond) {
  Line line;
  line.add(0, 0.0);
  line.add(10, 10.0);
  EXPECT_DOUBLE_EQ(line.at(3, true, 0.25), 3.25);
}

// A point added after its predecessor was held starts its line at the predecessor's time: the input jumps.
TEST(Trajectory, JumpsOntoALateLine) {
  Line line;
  line.add(0, 2.0);
  EXPECT_EQ(line.at(300), 2.0);
  line.add(400, 1.0);
  EXPECT_DOUBLE_EQ(line.at(350), 2.0 - 350.0 / 400.0);
}

// A late point counts from the next sample on; one older than the point in force never does.
TEST(Trajectory, TakesLatePoints) {
  Line line;
  line.add(0, 1.0);
  EXPECT_EQ(line.at(100), 1.0);
  line.add(50, 2.0);
  EXPECT_EQ(line.at(110), 2.0);
  line.add(20, 3.0);
  EXPECT_EQ(line.at(120), 2.0);
}

// Points may come in any order; the first of two with the same time stays, or the second, as asked for.
TEST(Trajectory, SortsAndKnowsDuplicates) {
  Line line;
  line.add(0, 0.0);
  line.add(300, 3.0);
  EXPECT_EQ(line.add(200, 7.0), PointResult::kAdded);
  EXPECT_EQ(line.add(200, 8.0), PointResult::kIgnoredDuplicate);
  EXPECT_EQ(line.at(200), 7.0);
  EXPECT_EQ(line.add(200, 9.0, kDrop, DuplicatePolicy::kReplace), PointResult::kReplaced);
  EXPECT_EQ(line.at(200), 9.0);
  EXPECT_EQ(line.at(300), 3.0);
}

// A full trajectory drops its oldest point or refuses the new one; a point older than all is refused anyway.
TEST(Trajectory, IsBounded) {
  Line line{3};
  for (const int at : {100, 200, 300})
    EXPECT_EQ(line.add(at, at), PointResult::kAdded);
  EXPECT_EQ(line.add(400, 400, FullPolicy::kRefuse), PointResult::kRefusedFull);
  EXPECT_EQ(line.add(400, 400), PointResult::kAddedDroppedOldest);
  EXPECT_EQ(line.trajectory().size(), 3U);
  EXPECT_EQ(line.trajectory().first_time(), SimTime{200});
  EXPECT_EQ(line.add(50, 50), PointResult::kRefusedFull);
  EXPECT_EQ(line.at(150), 200.0) << "before the first point its value is held";
  EXPECT_EQ(line.at(350, false), 300.0);
}

// Many points pass through a small memory without getting mixed up.
TEST(Trajectory, RunsForLong) {
  Line line{5};
  line.add(0, 0.0);
  for (int i = 1; i <= 10'000; ++i) {
    line.add(10 * i, i);
    ASSERT_DOUBLE_EQ(line.at(10 * i - 5), i - 0.5);
  }
}

// Elements of an array are interpolated each; texts and booleans hold.
TEST(Trajectory, HasWidthAndOtherTypes) {
  Trajectory<double> vector{2, 10};
  const std::array<double, 2> from{0.0, 10.0}, to{1.0, 20.0};
  vector.add(SimTime{0}, from, kDrop, kFirst);
  vector.add(SimTime{100}, to, kDrop, kFirst);
  std::array<double, 2> value{};
  vector.sample(50, 0.0, true, value);
  EXPECT_EQ(value, (std::array<double, 2>{0.5, 15.0}));
  EXPECT_EQ(vector.latest()[1], 20.0);

  Trajectory<std::string> text{1, 10};
  const std::string a = "a", b = "b";
  text.add(SimTime{0}, {&a, 1}, kDrop, kFirst);
  text.add(SimTime{100}, {&b, 1}, kDrop, kFirst);
  std::string out;
  text.sample(99, 0.0, true, {&out, 1});
  EXPECT_EQ(out, "a");
  text.sample(100, 0.0, true, {&out, 1});
  EXPECT_EQ(out, "b");
  text.clear();
  EXPECT_TRUE(text.empty());
}

// A point that replaces or comes between the ones in force changes the line at once; one behind them does
// not.
TEST(Trajectory, NewPointsChangeTheLineInForce) {
  Line line;
  line.add(0, 0.0);
  line.add(100, 10.0);
  EXPECT_DOUBLE_EQ(line.at(10), 1.0);
  line.add(200, 99.0);
  EXPECT_DOUBLE_EQ(line.at(20), 2.0);
  line.add(100, 20.0, kDrop, DuplicatePolicy::kReplace);
  EXPECT_DOUBLE_EQ(line.at(30), 6.0);
  line.add(50, 5.0);
  EXPECT_DOUBLE_EQ(line.at(40), 4.0);
  EXPECT_DOUBLE_EQ(line.at(75), 12.5);
}

// Values so far apart that their difference is no double are interpolated all the same.
TEST(Trajectory, ValuesFarApart) {
  Line line;
  line.add(0, -1.5e308);
  line.add(100, 1.5e308);
  EXPECT_EQ(line.at(0), -1.5e308);
  EXPECT_DOUBLE_EQ(line.at(50), 0.0);
  EXPECT_DOUBLE_EQ(line.at(75), 0.75e308);
}

}  // namespace
}  // namespace lockstep::adapter
