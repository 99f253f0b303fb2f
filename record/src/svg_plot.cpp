// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "child_process.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/record/extremes.hpp"
#include "number_writer.hpp"
#include "plot_files.hpp"

namespace lockstep::record {
namespace {

constexpr int kWidth = 1000;
constexpr int kPanelHeight = 250;  // the axes alone
constexpr int kSinglePanelHeight = 400;
constexpr int kLegendRow = 20;
constexpr int kLegendColumns = 4;    // at most
constexpr int kLegendWidth = 880;    // of a row
constexpr int kLegendSample = 60;    // the line before a name, and the gap behind
constexpr int kLegendCharacter = 9;  // wide ones; too many rows look better than too few
constexpr int kBelowPanel = 44;      // tics and a gap
constexpr int kTitle = 62;
constexpr int kTimeLabel = 22;

constexpr const char* kColors[kMaxCurves] = {"#2563eb", "#e4572e", "#0f9d76", "#9333ea", "#c28a00",
                                             "#0891b2", "#d6336c", "#5f7a1f", "#7c5c3e", "#475569"};

/// Texts of the picture. They come from models of unknown origin and gnuplot can run programs, so they never
/// stand in a command: they are lines of a data block, which gnuplot does not interpret, and commands name
/// the line. A blank before each keeps a text from ending the block; control characters go.
class Texts {
 public:
  /// The gnuplot expression for `text`.
  std::string add(const std::string& text) {
    lines_ += ' ';
    for (const char c : text) {
      const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
      lines_ += control ? ' ' : c;
    }
    lines_ += '\n';
    return fmt::format("$texts[{}][2:]", ++count_);
  }

  std::string block() const { return "$texts << END_OF_TEXTS\n" + lines_ + "END_OF_TEXTS\n"; }

 private:
  std::string lines_;
  int count_{0};
};

/// The data as a block of the script: time, then the curves of all panels.
std::string data_block(const Chart& chart) {
  std::string out = "$data << END_OF_DATA\n";
  char number[kMaxNumberBytes];
  for (std::size_t i = 0; i < chart.time_s.size(); ++i) {
    out.append(number, write_number(number, chart.time_s[i]));
    for (const Panel& panel : chart.panels) {
      for (const Curve& curve : panel.curves) {
        const double value = curve.points[i];
        fmt::format_to(std::back_inserter(out), std::isfinite(value) ? " {:.9g}" : " NaN", value);
      }
    }
    out += '\n';
  }
  return out + "END_OF_DATA\n";
}

/// Pixels of one panel, counted from the top of the picture.
struct Place {
  int top{0}, bottom{0};
};

struct Picture {
  std::vector<Place> places;
  int height{0};
};

std::string legend_text(const Panel& panel, const Curve& curve) {
  return panel.unit.empty() ? curve.name : curve.name + " [" + panel.unit + ']';
}

/// Columns of a legend whose names fit beside each other: gnuplot adds rows when they do not, and would write
/// them over the title.
int legend_columns(const Panel& panel) {
  std::size_t longest = 0;
  for (const Curve& curve : panel.curves)
    longest = std::max(longest, legend_text(panel, curve).size());
  const auto width = static_cast<int>(std::min<std::size_t>(longest, 200)) * kLegendCharacter + kLegendSample;
  return std::clamp(kLegendWidth / width, 1, kLegendColumns);
}

Picture arrange(const std::vector<Panel>& panels) {
  Picture picture;
  int y = kTitle;
  for (const Panel& panel : panels) {
    const int curves = static_cast<int>(panel.curves.size());
    const int columns = legend_columns(panel);
    y += kLegendRow * ((curves + columns - 1) / columns);
    const int height = panels.size() == 1 ? kSinglePanelHeight : kPanelHeight;
    picture.places.push_back({y, y + height});
    y += height + kBelowPanel;
  }
  picture.height = y + kTimeLabel;
  return picture;
}

/// Modes and switches have no tics between whole numbers and a little room below and above.
std::string value_axis(const Panel& panel) {
  Extremes extremes;
  for (const Curve& curve : panel.curves)
    for (const double value : curve.points)
      if (std::isfinite(value)) extremes.add(value);
  if (!panel.stepped || !(extremes.high() - extremes.low() <= 10.0))
    return "set ytics autofreq\nset yrange [*:*]\nset offsets 0,0,graph 0.06,graph 0.06\n";
  return fmt::format("set ytics 1\nset offsets\nset yrange [{}:{}]\n", extremes.low() - 0.2,
                     extremes.high() + 0.2);
}

std::string plot_command(const Panel& panel, std::size_t first_column, Texts& texts) {
  std::string out = "plot ";
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    out += fmt::format("{}$data using 1:{} with {} linewidth 1.8 linecolor rgb '{}' title {}",
                       i > 0 ? ", " : "", first_column + i, panel.stepped ? "steps" : "lines",
                       kColors[(first_column - 2 + i) % kMaxCurves],
                       texts.add(legend_text(panel, panel.curves[i])));
  }
  return out + '\n';
}

}  // namespace

std::filesystem::path find_gnuplot() {
  return find_program("gnuplot");
}

std::string gnuplot_script(const Chart& chart) {
  const std::vector<Panel>& panels = chart.panels;
  const std::vector<double>& time_s = chart.time_s;
  const Picture picture = arrange(panels);
  const auto from_bottom = [&](int y) { return 1.0 - static_cast<double>(y) / picture.height; };
  Texts texts;
  std::string out = fmt::format(
      "set terminal svg size {},{} dynamic noenhanced font 'sans-serif,13' background '#ffffff' rounded\n"
      "set encoding utf8\n"
      "set datafile missing 'NaN'\n"
      "set multiplot\n"
      "set lmargin at screen 0.085\nset rmargin at screen 0.975\n"
      "set border 3 linecolor rgb '#98a2b3' linewidth 1\n"
      "set grid linecolor rgb '#e4e7ec' linewidth 1 linetype 1\n"
      "set tics nomirror scale 0.5 textcolor rgb '#475467'\n"
      "set xtics offset 0,0.2\nset format x '%g'\nset format y '%g'\n"
      "set key at graph 0,1 left bottom horizontal Left reverse samplen 1.6 spacing 1.1 "
      "textcolor rgb '#1d2939'\n",
      kWidth, picture.height);
  out += fmt::format("set label 1 {} at screen 0.03,{:.6f} font 'sans-serif,18' textcolor rgb '#101828'\n",
                     texts.add(chart.title), from_bottom(26));
  out += fmt::format("set label 2 {} at screen 0.03,{:.6f} font 'sans-serif,12' textcolor rgb '#667085'\n",
                     texts.add(chart.subtitle), from_bottom(47));
  const double span_s = time_s.back() - time_s.front();
  if (span_s > 0.0) out += fmt::format("set xrange [{}:{}]\n", time_s.front(), time_s.back());
  std::size_t column = 2;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Panel& panel = panels[i];
    out += fmt::format("set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n",
                       from_bottom(picture.places[i].top), from_bottom(picture.places[i].bottom));
    const std::string label = panel.unit.empty() ? "" : '[' + panel.unit + ']';
    out += fmt::format("set label 3 {} at screen 0.02,{:.6f} center rotate textcolor rgb '#475467'\n",
                       texts.add(label), from_bottom((picture.places[i].top + picture.places[i].bottom) / 2));
    out += fmt::format("set key maxcols {}\n", legend_columns(panel));
    out += value_axis(panel);
    if (i + 1 == panels.size()) out += "set xlabel 'time [s]' textcolor rgb '#475467'\n";
    out += plot_command(panel, column, texts);
    out += "unset label 1\nunset label 2\n";  // drawn once
    column += panel.curves.size();
  }
  return data_block(chart) + texts.block() + out + "unset multiplot\n";
}

std::string svg_plot(const Chart& chart) {
  // -d: what the user's start-up files say must not change the picture.
  const ProcessResult result = run_program(find_gnuplot(), {"-d"}, gnuplot_script(chart));
  if (result.exit_code == 0 && result.output.find("</svg>") != std::string::npos) return result.output;
  throw Error{ErrorCode::kSystem, "gnuplot failed with exit code " + std::to_string(result.exit_code) + ": " +
                                      result.errors.substr(0, 1000) +
                                      "; try --plot with a file ending in .html"};
}

}  // namespace lockstep::record
