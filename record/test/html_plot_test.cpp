// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "chart.hpp"
#include "plot_files.hpp"

namespace lockstep::record {
namespace {

class HtmlPlot : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_html_plots()) GTEST_SKIP() << "this build has no interactive plots (no npm)";
  }

  /// What stands between two marks of the page.
  static std::string between(const std::string& page, const std::string& from, const std::string& to) {
    const std::size_t begin = page.find(from);
    if (begin == std::string::npos) return "'" + from + "' not found";
    return page.substr(begin + from.size(), page.find(to, begin) - begin - from.size());
  }
  static nlohmann::json data_of(const std::string& page) {
    return nlohmann::json::parse(
        between(page, "<script id=\"data\" type=\"application/json\">", "</script>"));
  }
};

// The page carries the curves with names, units and kinds; gaps are null.
TEST_F(HtmlPlot, HoldsTheData) {
  Chart chart = lay_out(test::recorded({{"phi", "rad"}, {"on", "", core::VariableType::kBoolean}}), {});
  chart.panels[0].curves[0].points[1] = std::numeric_limits<double>::quiet_NaN();
  const nlohmann::json data = data_of(html_plot(chart));
  EXPECT_EQ(data, nlohmann::json::parse(R"({"time": [0, 0.5, 1], "panels": [
    {"unit": "rad", "stepped": false, "series": [{"name": "phi", "values": [0, null, 2]}]},
    {"unit": "", "stepped": true, "series": [{"name": "on", "values": [0, 1, 1]}]}]})"));
}

// One file, no network: nothing in it is loaded from elsewhere, the library and its licence are inside.
TEST_F(HtmlPlot, IsSelfContained) {
  const std::string page = html_plot(lay_out(test::recorded({{"x", "m"}}), {"Pendulum", "0 to 1 s"}));
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("<link"), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_NE(page.find("var uPlot="), std::string::npos);
  EXPECT_NE(page.find("Permission is hereby granted, free of charge"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(between(page, "<title>", "</title>"), "Pendulum");
  EXPECT_EQ(between(page, "<h1>", "</h1>"), "Pendulum");
  EXPECT_EQ(between(page, "<p>", "</p>"), "0 to 1 s");
}

// Names come from models of unknown origin: they stay text, whatever they contain.
TEST_F(HtmlPlot, NamesCannotBecomeMarkup) {
  const std::string evil = "</script><script>alert(1)</script>{data}\"'\n\xFF";
  const std::string page = html_plot(lay_out(test::recorded({{evil, evil}}), {evil, evil}));
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  const nlohmann::json data = data_of(page);
  EXPECT_EQ(data["panels"][0]["series"][0]["name"],
            "</script><script>alert(1)</script>{data}\"'\n\xEF\xBF\xBD");
  EXPECT_EQ(between(page, "<h1>", "</h1>"),
            "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{data}\"'\n\xFF");
}

}  // namespace
}  // namespace lockstep::record
