// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/record/memory_recorder.hpp"
#include "lockstep/record/plot.hpp"

namespace lockstep::record {

/// As many as there are colours that can be told apart.
inline constexpr std::size_t kMaxCurves = 10;

struct Curve {
  std::string name;
  std::vector<double> points;  ///< as long as Chart::time_s; NaN and infinities are gaps
};

/// Curves that share one pair of axes.
struct Panel {
  std::string unit;     ///< of all its curves; empty: none
  bool stepped{false};  ///< values hold until the next point: integers, Booleans, enumerations
  std::vector<Curve> curves;
};

/// What is drawn, whoever draws it.
struct Chart {
  std::string title, subtitle;
  std::vector<double> time_s;
  std::vector<Panel> panels;
};

/// Sorts the series that have a finite value into panels by unit and kind, in the order in which they were
/// recorded. A panel has at most kMaxCurves curves, more get a further panel.
Chart lay_out(const MemoryRecorder& recorder, const PlotOptions& options);

/// Halves the curves until they have at most `max_points`; peaks stay.
void thin(Chart& chart, std::size_t max_points);

}  // namespace lockstep::record
