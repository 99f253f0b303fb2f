// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/plot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "chart.hpp"
#include "lockstep/core/error.hpp"
#include "plot_files.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

std::string first_bytes(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::string line;
  std::getline(file, line);
  return line;
}

std::string message_of(const std::function<void()>& action, ErrorCode expected) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), expected);
    return error.message();
  }
  return "no error";
}

// The ending of the name decides; anything else is refused before the run.
TEST(PlotFormat, IsTheEnding) {
  if (has_html_plots()) {
    EXPECT_EQ(plot_format("a/b.html"), PlotFormat::kHtml);
    EXPECT_EQ(plot_format("b.htm"), PlotFormat::kHtml);
  }
  if (!find_gnuplot().empty()) {
    EXPECT_EQ(plot_format("b.svg"), PlotFormat::kSvg);
  }
  EXPECT_EQ(message_of([] { plot_format("b.png"); }, ErrorCode::kBadUsage),
            "'b.png': a plot is a file ending in .html or .svg");
}

// A machine without gnuplot is told what to install, and what works without it.
TEST(PlotFormat, NamesTheMissingProgram) {
  const char* const path = std::getenv("PATH");
  const std::string old = path != nullptr ? path : "";
  ::setenv("PATH", "/nowhere", 1);
  const std::string message = message_of([] { plot_format("b.svg"); }, ErrorCode::kUnsupported);
  ::setenv("PATH", old.c_str(), 1);
  EXPECT_EQ(
      message,
      "'b.svg': SVG plots are drawn by gnuplot, which is not on the PATH; install it (Debian: gnuplot-nox) "
      "or use a file ending in .html");
}

TEST(WritePlot, WritesBothFormats) {
  const ::lockstep::test::TemporaryFolder folder;
  const MemoryRecorder recorder = test::recorded({{"x", "m"}});
  if (has_html_plots()) {
    write_plot(folder.path() / "p.html", recorder, {"T", "S"});
    EXPECT_EQ(first_bytes(folder.path() / "p.html"), "<!doctype html>");
  }
  if (!find_gnuplot().empty()) {
    write_plot(folder.path() / "p.svg", recorder, {"T", "S"});
    EXPECT_EQ(first_bytes(folder.path() / "p.svg").substr(0, 5), "<?xml");
  }
  for (const auto& entry : std::filesystem::directory_iterator{folder.path()})
    EXPECT_EQ(entry.path().stem(), "p") << "left behind: " << entry.path();
}

// A folder that cannot be written to is known before the run.
TEST(CheckPlotFile, WantsAFolder) {
  if (!has_html_plots()) GTEST_SKIP() << "this build has no interactive plots (no npm)";
  const ::lockstep::test::TemporaryFolder folder;
  EXPECT_NO_THROW(check_plot_file(folder.path() / "p.html"));
  EXPECT_NO_THROW(check_plot_file("p.html"));
  const std::filesystem::path path = folder.path() / "no" / "p.html";
  EXPECT_EQ(message_of([&] { check_plot_file(path); }, ErrorCode::kSystem),
            "cannot write plot '" + path.string() +
                "': No such file or directory; choose a file in a folder that exists and is writable");
  EXPECT_EQ(message_of([] { check_plot_file("b.png"); }, ErrorCode::kBadUsage),
            "'b.png': a plot is a file ending in .html or .svg");
}

// A plot without curves is a mistake worth telling.
TEST(WritePlot, RefusesAnEmptyPlot) {
  if (!has_html_plots()) GTEST_SKIP() << "this build has no interactive plots (no npm)";
  const MemoryRecorder recorder = test::recorded({{"s", "", core::VariableType::kString}});
  EXPECT_EQ(message_of([&] { write_plot("p.html", recorder, {}); }, ErrorCode::kBadUsage),
            "plot 'p.html': no numeric variable was recorded; choose some with --output-variable");
}

TEST(WritePlot, SaysWhyAFileCannotBeWritten) {
  if (!has_html_plots()) GTEST_SKIP() << "this build has no interactive plots (no npm)";
  const ::lockstep::test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "no" / "p.html";
  const MemoryRecorder recorder = test::recorded({{"x", "m"}});
  EXPECT_EQ(message_of([&] { write_plot(path, recorder, {}); }, ErrorCode::kSystem),
            "cannot write plot '" + path.string() +
                "': No such file or directory; choose a file in a folder that exists and is writable");
}

}  // namespace
}  // namespace lockstep::record
