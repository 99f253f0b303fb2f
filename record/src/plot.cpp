// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/plot.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>

#include "lockstep/core/error.hpp"
#include "plot_files.hpp"

namespace lockstep::record {
namespace {

// A picture 1000 pixels wide shows no more.
constexpr std::size_t kSvgPoints = 4000;

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error_number) {
  throw Error{ErrorCode::kSystem, "cannot write plot '" + path.string() +
                                      "': " + std::generic_category().message(error_number) +
                                      "; choose a file in a folder that exists and is writable"};
}

/// Writes beside `path` and renames: readers see the old file or the new one, never half of it.
void replace_file(const std::filesystem::path& path, const std::string& content) {
  const std::filesystem::path temporary = path.string() + ".tmp" + std::to_string(::getpid());
  errno = 0;
  std::ofstream file{temporary, std::ios::binary};
  file << content;
  file.close();
  if (file && std::rename(temporary.c_str(), path.c_str()) == 0) return;
  const int error_number = errno;
  std::remove(temporary.c_str());
  cannot_write(path, error_number);
}

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".html" || ending == ".htm") {
    if (has_html_plots()) return PlotFormat::kHtml;
    throw Error{ErrorCode::kUnsupported,
                "'" + path.string() +
                    "': this build has no interactive plots, they need npm when lockstep is built; "
                    "use a file ending in .svg, or install npm and configure again with "
                    "-DLOCKSTEP_WITH_HTML_PLOTS=ON"};
  }
  if (ending == ".svg") {
    if (!find_gnuplot().empty()) return PlotFormat::kSvg;
    throw Error{ErrorCode::kUnsupported,
                "'" + path.string() +
                    "': SVG plots are drawn by gnuplot, which is not on the "
                    "PATH; install it (Debian: gnuplot-nox) or use a file ending in .html"};
  }
  throw Error{ErrorCode::kBadUsage, "'" + path.string() + "': a plot is a file ending in .html or .svg"};
}

void check_plot_file(const std::filesystem::path& path) {
  plot_format(path);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (::access((folder / ".").c_str(), W_OK | X_OK) != 0) cannot_write(path, errno);
}

void write_plot(const std::filesystem::path& path, const MemoryRecorder& recorder,
                const PlotOptions& options) {
  const PlotFormat format = plot_format(path);
  Chart chart = lay_out(recorder, options);
  if (chart.panels.empty() || chart.time_s.empty()) {
    throw Error{ErrorCode::kBadUsage, "plot '" + path.string() +
                                          "': no numeric variable was recorded; "
                                          "choose some with --output-variable"};
  }
  if (format == PlotFormat::kSvg) thin(chart, kSvgPoints);
  replace_file(path, format == PlotFormat::kHtml ? html_plot(chart) : svg_plot(chart));
}

}  // namespace lockstep::record
