// SPDX-License-Identifier: Apache-2.0
#include "plot_layout.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/record/extremes.hpp"

namespace lockstep::record {

Chart lay_out(const MemoryRecorder& recorder, const PlotOptions& options) {
  Chart chart{options.title, options.subtitle, recorder.time_s(), {}};
  for (const MemoryRecorder::Series& series : recorder.series()) {
    const auto is_finite = [](double value) { return std::isfinite(value); };
    if (std::none_of(series.points.begin(), series.points.end(), is_finite)) continue;
    const bool stepped =
        series.type != core::VariableType::kFloat64 && series.type != core::VariableType::kFloat32;
    // From the back: a panel that is full has a successor of the same unit further down.
    const auto found = std::find_if(chart.panels.rbegin(), chart.panels.rend(), [&](const Panel& panel) {
      return panel.unit == series.unit && panel.stepped == stepped;
    });
    if (found != chart.panels.rend() && found->curves.size() < kMaxCurves) {
      found->curves.push_back({series.name, series.points});
    } else {
      chart.panels.push_back({series.unit, stepped, {{series.name, series.points}}});
    }
  }
  return chart;
}

void thin(Chart& chart, std::size_t max_points) {
  while (chart.time_s.size() > std::max<std::size_t>(max_points, 4)) {
    halve_times(chart.time_s);
    for (Panel& panel : chart.panels)
      for (Curve& curve : panel.curves)
        halve_points(curve.points);
  }
}

}  // namespace lockstep::record
