// SPDX-License-Identifier: Apache-2.0
#include "plot_layout.hpp"

#include <gtest/gtest.h>

#include "chart.hpp"

namespace lockstep::record {
namespace {

using core::VariableType;
using test::recorded;

// Curves of one unit share a panel; what moves in steps has its own; texts are not drawn.
TEST(PlotLayout, OnePanelForEachUnitAndKind) {
  const Chart chart = lay_out(recorded({{"phi", "rad"},
                                        {"tau", "N.m"},
                                        {"psi", "rad"},
                                        {"ratio", ""},
                                        {"on", "", VariableType::kBoolean},
                                        {"count", "", VariableType::kInt32},
                                        {"state", "", VariableType::kString}}),
                              {"Title", "Subtitle"});
  EXPECT_EQ(chart.title, "Title");
  EXPECT_EQ(chart.subtitle, "Subtitle");
  EXPECT_EQ(chart.time_s, (std::vector<double>{0.0, 0.5, 1.0}));
  ASSERT_EQ(chart.panels.size(), 4U);
  EXPECT_EQ(chart.panels[0].unit, "rad");
  ASSERT_EQ(chart.panels[0].curves.size(), 2U);
  EXPECT_EQ(chart.panels[0].curves[1].name, "psi");
  EXPECT_EQ(chart.panels[0].curves[1].points, (std::vector<double>{0.0, 1.0, 2.0}));
  EXPECT_EQ(chart.panels[1].unit, "N.m");
  EXPECT_FALSE(chart.panels[2].stepped);
  EXPECT_EQ(chart.panels[2].curves.size(), 1U);
  EXPECT_TRUE(chart.panels[3].stepped);
  EXPECT_EQ(chart.panels[3].curves.size(), 2U);
}

// A curve without a single finite value is left out: there is nothing to see, and no axis to see it on.
TEST(PlotLayout, LeavesOutWhatIsNeverFinite) {
  double x = std::numeric_limits<double>::quiet_NaN();
  const core::RecordColumn columns[] = {{"x", "m", VariableType::kFloat64, &x}};
  MemoryRecorder recorder{{100, 1000}};
  recorder.begin(columns);
  ASSERT_TRUE(recorder.row(0.0));
  recorder.end();
  EXPECT_TRUE(lay_out(recorder, {}).panels.empty());
}

// More curves than colours go to further panels, in order.
TEST(PlotLayout, FullPanelsAreContinued) {
  std::vector<test::Column> columns;
  for (int i = 0; i < 25; ++i)
    columns.push_back({"x" + std::to_string(i), "m"});
  columns.insert(columns.begin() + 12, {"v", "m/s"});
  const Chart chart = lay_out(recorded(columns), {});
  ASSERT_EQ(chart.panels.size(), 4U);
  EXPECT_EQ(chart.panels[0].curves.size(), 10U);
  EXPECT_EQ(chart.panels[1].curves.size(), 10U);
  EXPECT_EQ(chart.panels[1].curves.back().name, "x19");
  EXPECT_EQ(chart.panels[2].unit, "m/s");
  EXPECT_EQ(chart.panels[3].curves.size(), 5U);
}

// A thinned chart keeps its peak and its first and last time.
TEST(PlotLayout, ThinningKeepsPeaks) {
  Chart chart{"", "", {}, {{"m", false, {{"x", {}}}}}};
  for (int k = 0; k < 10'001; ++k) {
    chart.time_s.push_back(k);
    chart.panels[0].curves[0].points.push_back(k == 6789 ? 100.0 : 0.0);
  }
  thin(chart, 500);
  const std::vector<double>& points = chart.panels[0].curves[0].points;
  EXPECT_LE(chart.time_s.size(), 500U);
  EXPECT_EQ(points.size(), chart.time_s.size());
  EXPECT_NE(std::find(points.begin(), points.end(), 100.0), points.end());
  EXPECT_EQ(chart.time_s.front(), 0.0);
  EXPECT_EQ(chart.time_s.back(), 10'000.0);
}

}  // namespace
}  // namespace lockstep::record
