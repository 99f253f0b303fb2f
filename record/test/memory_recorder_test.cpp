// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/memory_recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lockstep::record {
namespace {

using core::RecordColumn;
using core::VariableType;

/// Records `rows` rows of one Float64 column x = value(k) at time k.
template <class Function>
MemoryRecorder record(MemoryRecorder::Options options, int rows, Function value) {
  double x = 0.0;
  const RecordColumn columns[] = {{"x", "m", VariableType::kFloat64, &x}};
  MemoryRecorder recorder{options};
  recorder.begin(columns);
  for (int k = 0; k < rows; ++k) {
    x = value(k);
    EXPECT_TRUE(recorder.row(k));
  }
  x = -1e9;  // what a step that failed left behind; no row, so nobody may see it
  recorder.end();
  return recorder;
}

// As long as they fit, the points are the rows.
TEST(MemoryRecorder, KeepsShortRunsExactly) {
  const MemoryRecorder recorder = record({100, 1000}, 99, [](int k) { return std::sin(k); });
  ASSERT_EQ(recorder.time_s().size(), 99U);
  const std::vector<double>& points = recorder.series()[0].points;
  for (int k = 0; k < 99; ++k) {
    EXPECT_EQ(recorder.time_s()[static_cast<std::size_t>(k)], k);
    EXPECT_EQ(points[static_cast<std::size_t>(k)], std::sin(k));
  }
}

// The summary is exact, whatever was merged for the plot or not kept at all.
TEST(MemoryRecorder, SummaryIsExact) {
  for (const std::size_t max_points : {std::size_t{0}, std::size_t{64}, std::size_t{100000}}) {
    const MemoryRecorder recorder = record({max_points, 1'000'000}, 12'345, [](int k) {
      return k == 777 ? 9.0 : k == 7778 ? -4.0 : 0.001 * k / 12345;
    });
    const MemoryRecorder::Series& series = recorder.series()[0];
    EXPECT_EQ(recorder.rows(), 12'345U);
    EXPECT_EQ(series.min, -4.0);
    EXPECT_EQ(series.max, 9.0);
    EXPECT_EQ(series.last, 0.001 * 12344 / 12345);
    EXPECT_EQ(series.name, "x");
    EXPECT_EQ(series.unit, "m");
    EXPECT_EQ(series.points.size(), recorder.time_s().size());
    EXPECT_EQ(series.points.empty(), max_points == 0);
  }
}

// A spike of one row among a million is still a point, at its time to within a bucket, and memory is bounded.
TEST(MemoryRecorder, SpikesSurviveMerging) {
  constexpr int kRows = 1'000'003;
  constexpr int kSpike = 654'321;
  constexpr std::size_t kMaxPoints = 1000;
  const MemoryRecorder recorder =
      record({kMaxPoints, 1'000'000}, kRows, [](int k) { return k == kSpike ? 5.0 : std::cos(1e-5 * k); });
  const std::vector<double>& points = recorder.series()[0].points;
  const std::vector<double>& time_s = recorder.time_s();
  ASSERT_EQ(points.size(), time_s.size());
  EXPECT_LE(points.size(), kMaxPoints + 3);
  EXPECT_GE(points.size(), kMaxPoints / 2);
  EXPECT_TRUE(std::is_sorted(time_s.begin(), time_s.end()));
  const auto spike = std::max_element(points.begin(), points.end());
  EXPECT_EQ(*spike, 5.0);
  const double at_s = time_s[static_cast<std::size_t>(spike - points.begin())];
  EXPECT_NEAR(at_s, kSpike, 4.0 * kRows / kMaxPoints);
  EXPECT_EQ(time_s.front(), 0.0);
  EXPECT_EQ(time_s.back(), kRows - 1);
  EXPECT_EQ(points.back(), std::cos(1e-5 * (kRows - 1)));
}

// Merged points keep the order of their extremes: a rising signal stays rising.
TEST(MemoryRecorder, MergingKeepsTheOrder) {
  const MemoryRecorder recorder = record({64, 1000}, 5000, [](int k) { return k; });
  const std::vector<double>& points = recorder.series()[0].points;
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
  const MemoryRecorder falling = record({64, 1000}, 5000, [](int k) { return -k; });
  EXPECT_TRUE(std::is_sorted(falling.series()[0].points.rbegin(), falling.series()[0].points.rend()));
}

// NaN rows are gaps: they hide no other value, and a column of nothing else has no extremes.
TEST(MemoryRecorder, PassesOverNaN) {
  const MemoryRecorder some = record({64, 1000}, 1000, [](int k) { return k % 2 == 0 ? std::nan("") : k; });
  EXPECT_EQ(some.series()[0].min, 1.0);
  EXPECT_EQ(some.series()[0].max, 999.0);
  const MemoryRecorder none = record({64, 1000}, 1000, [](int) { return std::nan(""); });
  EXPECT_TRUE(std::isnan(none.series()[0].min));
  EXPECT_TRUE(std::isnan(none.series()[0].points[10]));
}

// Every numeric type can be plotted; of texts the last is kept.
TEST(MemoryRecorder, TakesEveryType) {
  const float f32 = 0.5F;
  const std::int8_t i8 = -8;
  const std::uint8_t u8 = 8;
  const std::int16_t i16 = -16;
  const std::uint16_t u16 = 16;
  const std::int32_t i32 = -32;
  const std::uint32_t u32 = 32;
  const std::int64_t i64 = -64;
  const std::uint64_t u64 = 64;
  const bool yes = true;
  std::string text = "starting";
  const std::vector<std::uint8_t> bytes = {1};
  const RecordColumn columns[] = {
      {"f32", "", VariableType::kFloat32, &f32},   {"i8", "", VariableType::kInt8, &i8},
      {"u8", "", VariableType::kUInt8, &u8},       {"i16", "", VariableType::kInt16, &i16},
      {"u16", "", VariableType::kUInt16, &u16},    {"i32", "", VariableType::kInt32, &i32},
      {"u32", "", VariableType::kUInt32, &u32},    {"i64", "", VariableType::kInt64, &i64},
      {"u64", "", VariableType::kUInt64, &u64},    {"b", "", VariableType::kBoolean, &yes},
      {"e", "", VariableType::kEnumeration, &i64}, {"s", "", VariableType::kString, &text},
      {"bin", "", VariableType::kBinary, &bytes}};
  MemoryRecorder recorder{{100, 10'000}};
  recorder.begin(columns);
  EXPECT_TRUE(recorder.row(0.0));
  text = "running";
  EXPECT_TRUE(recorder.row(1.0));
  text = "never seen in a row";
  recorder.end();
  const double expected[] = {0.5, -8, 8, -16, 16, -32, 32, -64, 64, 1, -64};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(recorder.series()[i].last, expected[i]) << recorder.series()[i].name;
    EXPECT_EQ(recorder.series()[i].points, (std::vector<double>{expected[i], expected[i]}));
  }
  EXPECT_FALSE(recorder.series()[11].is_number());
  EXPECT_EQ(recorder.series()[11].last_text, "running");
  EXPECT_TRUE(recorder.series()[12].points.empty());
}

// Many columns share the memory.
TEST(MemoryRecorder, ManyColumnsGetFewerPointsEach) {
  std::vector<double> values(999, 1.0);
  std::vector<RecordColumn> columns;
  for (const double& value : values)
    columns.push_back({"x", "", VariableType::kFloat64, &value});
  MemoryRecorder recorder{{10'000, 100'000}};
  recorder.begin(columns);
  for (int k = 0; k < 1000; ++k)
    EXPECT_TRUE(recorder.row(k));
  recorder.end();
  EXPECT_LE(recorder.time_s().size(), 103U);
}

TEST(MemoryRecorder, ARunWithoutRowsIsEmpty) {
  const MemoryRecorder recorder = record({100, 1000}, 0, [](int) { return 0.0; });
  EXPECT_EQ(recorder.rows(), 0U);
  EXPECT_TRUE(recorder.time_s().empty());
  EXPECT_TRUE(std::isnan(recorder.series()[0].last));
}

}  // namespace
}  // namespace lockstep::record
