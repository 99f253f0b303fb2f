// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "chart.hpp"
#include "plot_files.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

class SvgPlot : public ::testing::Test {
 protected:
  void SetUp() override {
    if (find_gnuplot().empty()) GTEST_SKIP() << "gnuplot is not on the PATH";
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

// The picture names title, curves with units and the time axis once.
TEST_F(SvgPlot, ShowsTitleCurvesAndAxes) {
  const std::string svg = svg_plot(
      lay_out(test::recorded({{"phi", "rad"}, {"tau", "N.m"}, {"on", "", core::VariableType::kBoolean}}),
              {"Damped_Pendulum^2", "0 to 1 s"}));
  EXPECT_EQ(svg.compare(0, 5, "<?xml"), 0) << svg.substr(0, 80);
  EXPECT_EQ(count(svg, "Damped_Pendulum^2"), 1U);
  EXPECT_EQ(count(svg, "0 to 1 s"), 1U);
  EXPECT_EQ(count(svg, ">phi [rad]<"), 1U);
  EXPECT_EQ(count(svg, ">time [s]<"), 1U);
  EXPECT_EQ(count(svg, ">[N.m]<"), 1U);
}

// Names of the standard's structured convention hold quotes, brackets and more; they appear as they are.
TEST_F(SvgPlot, ShowsOddNames) {
  const std::string svg = svg_plot(lay_out(test::recorded({{"'a\"b'.c[1,2]", ""}, {"<x>&y\\z", "%"}}), {}));
  EXPECT_EQ(count(svg, ">'a\"b'.c[1,2]<"), 1U);
  EXPECT_EQ(count(svg, ">&lt;x>&amp;y\\z [%]<"), 1U);
}

/// Where the text stands, counted in pixels from the top.
double top_of(const std::string& svg, const std::string& text) {
  const std::size_t at = svg.find('>' + text + '<');
  const std::size_t place = svg.rfind("translate(", at);
  if (at == std::string::npos || place == std::string::npos) return -1.0;
  return std::stod(svg.substr(svg.find(',', place) + 1));
}

// However long the names, the legend stays below the subtitle.
TEST_F(SvgPlot, LegendsDoNotTouchTheTitle) {
  for (const std::size_t length : {1U, 20U, 25U, 40U, 120U}) {
    std::vector<Curve> curves;
    for (char c = 'a'; c < 'h'; ++c)
      curves.push_back({std::string(length, c), {1.0, 2.0}});
    const std::string svg = svg_plot({"title", "subtitle", {0.0, 1.0}, {{"", false, curves}}});
    const double subtitle = top_of(svg, "subtitle");
    ASSERT_GT(subtitle, 0.0) << svg.substr(0, 2000);
    for (const Curve& curve : curves)
      EXPECT_GT(top_of(svg, curve.name), subtitle + 12.0) << length;
  }
}

// A constant, a curve with gaps and a run of one row can be drawn too.
TEST_F(SvgPlot, DrawsDegenerateCurves) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NO_THROW(svg_plot({"", "", {0.0, 1.0}, {{"m", false, {{"constant", {3.0, 3.0}}}}}}));
  EXPECT_NO_THROW(svg_plot({"", "", {0.0, 1.0, 2.0}, {{"m", false, {{"gap", {3.0, kNaN, 4.0}}}}}}));
  EXPECT_NO_THROW(
      svg_plot({"", "", {0.0, 1.0}, {{"m", true, {{"nothing", {kNaN, kNaN}}, {"x", {1.0, 2.0}}}}}}));
  EXPECT_NO_THROW(svg_plot({"", "", {0.0}, {{"m", false, {{"one", {3.0}}}}}}));
}

// gnuplot can run commands; a variable's name must never become one.
TEST_F(SvgPlot, NamesCannotBecomeCommands) {
  const ::lockstep::test::TemporaryFolder folder;
  const std::string marker = (folder.path() / "ran").string();
  const std::string names[] = {"'; system('touch " + marker + "') #",
                               "`touch " + marker + "`",
                               "\"; !touch " + marker,
                               "x'\nsystem('touch " + marker + "')\n'",
                               "@ARG1 \\",
                               "END_OF_DATA\n!touch " + marker};
  for (const std::string& evil : names) {
    const Chart chart = lay_out(test::recorded({{evil, evil}}), {evil, evil});
    EXPECT_NO_THROW(svg_plot(chart)) << evil;
    EXPECT_FALSE(std::filesystem::exists(marker)) << evil;
  }
}

}  // namespace
}  // namespace lockstep::record
