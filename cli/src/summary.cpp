// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "lockstep/core/number_text.hpp"
#include "messages.hpp"
#include "table.hpp"

namespace lockstep::cli {
namespace {

using core::StepperStatistics;
using nlohmann::ordered_json;
using record::MemoryRecorder;

std::string interface_name(const core::Stepper& stepper) {
  return fmt::format("{}, FMI {}", to_string(*stepper.capabilities().kind),
                     to_string(stepper.description().fmi_version()));
}

double real_time_factor(const core::SimulationResult& result) {
  return result.wall_s > 0.0 ? (result.reached_s - result.start_time_s) / result.wall_s : 0.0;
}

/// Points of outputs and inputs between those of the grid make more and shorter steps.
std::string steps_text(const core::SimulationResult& result) {
  const double whole = std::ceil((result.reached_s - result.start_time_s) / result.step_size_s - 1e-6);
  const bool more = static_cast<double>(result.statistics.steps) > whole;
  return fmt::format("{} of {}{} s", grouped(result.statistics.steps), more ? "at most " : "",
                     core::to_text(result.step_size_s));
}

std::string wall_text(const core::SimulationResult& result) {
  std::string wall = fmt::format("{:.3f} s", result.wall_s);
  if (result.wall_s < 1.0) wall = fmt::format("{:.3g} ms", 1e3 * result.wall_s);
  if (result.wall_s < 1e-3) wall = fmt::format("{:.3g} \u00b5s", 1e6 * result.wall_s);
  return fmt::format("{}, {} real time", wall, speed_text(real_time_factor(result)));
}

std::string events_text(const StepperStatistics& statistics) {
  std::string text;
  const auto add = [&](std::uint64_t count, const char* kind) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), kind);
  };
  add(statistics.time_events, "at their time");
  add(statistics.state_events, "of the state");
  add(statistics.step_events, "after a solver step");
  add(statistics.input_events, "of inputs");
  add(statistics.clock_ticks, "clock ticks");
  return text.empty() ? "none" : text;
}

std::string file_text(const std::string& path) {
  if (path == "-") return "standard output";
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
  if (failed) return path;
  return fmt::format("{} ({})", path, size_text(bytes));
}

std::string number_text(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.6g}", value);
}

ordered_json number_json(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json{};
}

}  // namespace

std::string range_table(const MemoryRecorder& recorder) {
  constexpr std::size_t kShown = 40;
  using Align = Table::Align;
  Table table{{Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kLeft}};
  table.add({"variable", "min", "max", "last", "unit"});
  for (const MemoryRecorder::Series& series : recorder.series()) {
    if (&series - recorder.series().data() == kShown) break;
    const std::string last = series.is_number() ? number_text(series.last) : shortened(series.last_text, 24);
    table.add({series.name, number_text(series.min), number_text(series.max), last, series.unit});
  }
  std::string text = table.text(2);
  if (recorder.series().size() > kShown)
    text += fmt::format("  ... and {} more\n", recorder.series().size() - kShown);
  return text;
}

ordered_json series_json(const MemoryRecorder& recorder) {
  ordered_json list = ordered_json::array();
  for (const MemoryRecorder::Series& series : recorder.series()) {
    ordered_json json{{"name", series.name}, {"type", to_string(series.type)}};
    if (!series.unit.empty()) json["unit"] = series.unit;
    if (series.is_number()) {
      json["min"] = number_json(series.min);
      json["max"] = number_json(series.max);
      json["last"] = number_json(series.last);
    } else {
      json["last"] = series.last_text;
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::string summary_text(const Run& run) {
  const core::SimulationResult& result = run.result;
  const StepperStatistics& statistics = result.statistics;
  Table table{{Table::Align::kLeft, Table::Align::kLeft}};
  std::string simulated =
      fmt::format("{} to {} s", core::to_text(result.start_time_s), core::to_text(result.reached_s));
  if (result.terminated_by_model) simulated += ", where the model ended the run";
  if (result.cancelled)
    simulated += fmt::format(" of {} s, then interrupted", core::to_text(result.stop_time_s));
  table.add({"simulated", simulated});
  table.add({"steps", steps_text(result)});
  if (statistics.solver_steps > 0) {
    table.add({"solver", fmt::format("{} steps, {} derivatives", grouped(statistics.solver_steps),
                                     grouped(statistics.derivative_calls))});
  }
  table.add({"wall time", wall_text(result)});
  table.add({"events", events_text(statistics)});
  std::string rows = grouped(result.rows);
  if (!run.output_file.empty()) rows += " in " + file_text(run.output_file);
  table.add({"rows", rows});
  for (const std::string& plot : run.plots)
    table.add({"plot", file_text(plot)});
  std::string text = fmt::format("{} ({})\n", shortened(run.stepper.description().model_name(), 200),
                                 interface_name(run.stepper));
  text += table.text(2);
  if (!run.recorder.series().empty()) text += '\n' + range_table(run.recorder);
  return text;
}

ordered_json summary_json(const Run& run) {
  const core::SimulationResult& result = run.result;
  const StepperStatistics& statistics = result.statistics;
  ordered_json json;
  json["modelName"] = run.stepper.description().model_name();
  json["fmiVersion"] = run.stepper.description().fmi_version_text();
  json["interface"] = to_string(*run.stepper.capabilities().kind);
  json["startTime"] = result.start_time_s;
  json["stopTime"] = result.stop_time_s;
  json["stepSize"] = result.step_size_s;
  json["outputInterval"] = result.output_interval_s;
  json["reachedTime"] = result.reached_s;
  json["terminatedByModel"] = result.terminated_by_model;
  json["interrupted"] = result.cancelled;
  json["rows"] = result.rows;
  json["wallTime"] = result.wall_s;
  json["realTimeFactor"] = real_time_factor(result);
  json["steps"] = statistics.steps;
  json["doStepCalls"] = statistics.do_step_calls;
  json["solverSteps"] = statistics.solver_steps;
  json["derivativeCalls"] = statistics.derivative_calls;
  json["events"] = {{"time", statistics.time_events},
                    {"state", statistics.state_events},
                    {"step", statistics.step_events},
                    {"input", statistics.input_events},
                    {"clockTicks", statistics.clock_ticks}};
  json["diagnostics"] = run.messages.list();
  json["variables"] = series_json(run.recorder);
  if (!run.output_file.empty()) json["outputFile"] = run.output_file;
  json["plots"] = run.plots;
  return json;
}

std::string plot_subtitle(const core::Stepper& stepper, const core::SimulationResult& result) {
  return fmt::format("{}, {} to {} s in steps of {} s, {} rows", interface_name(stepper),
                     core::to_text(result.start_time_s), core::to_text(result.reached_s),
                     core::to_text(result.step_size_s), grouped(result.rows));
}

}  // namespace lockstep::cli
