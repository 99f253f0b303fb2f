// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "console.hpp"
#include "crash_report.hpp"
#include "interrupt.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"
#include "lockstep/record/plot.hpp"
#include "options.hpp"
#include "report.hpp"
#include "result_output.hpp"
#include "summary.hpp"
#include "table.hpp"
#include "verb.hpp"
#include "world_run.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kExamples =
    R"(The file is a world or model in SDF 1.4 to 1.9, a robot in URDF, or a scenario in YAML (docs/scenario.md), which
names a world and adds targets, events, devices and signals. Options here go before what the scenario says.
Models are looked for beside the world, in GAZEBO_MODEL_PATH and SDF_PATH; FMUs beside the world, in
GAZEBO_RESOURCE_PATH and among those installed with lockstep. Nothing is fetched from a network.

Recorded are, unless said otherwise, position, velocity and applied effort of every joint, the position of every
body that no joint holds and all outputs of devices, at the start and after every step. Without --duration a run takes 10 s.

Examples:
  lockstep run pendulum.world --duration 5 --plot run.html
  lockstep run robot.urdf --engine mujoco --record run.mcap
  lockstep run push.yaml --real-time 1 --output-variable robot/knee/position --record run.csv
)";

constexpr std::size_t kPlotPoints = 20'000;
constexpr double kDefaultDurationS = 10.0;

struct RunOptions {
  std::string file, engine;
  std::optional<double> duration_s, step_size_s, output_interval_s, real_time;
  std::vector<std::string> output_variables, records, plots;
  bool repair_inertia{false}, merge_fixed_joints{false}, debug_logging{false}, json{false};
};

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("WORLD", options.file, "World, robot or scenario: .sdf, .world, .urdf, .yaml")
      ->required()
      ->option_text("(required)");
  std::string engines;
  for (const std::string& name : hosts::engine_names())
    engines += (engines.empty() ? "" : "|") + name;
  command
      .add_option("--engine", options.engine,
                  "Physics engine; that of the world's <physics> if it is one of these, else the first")
      ->option_text(engines);
  add_number(command, "--duration", options.duration_s, "SECONDS", "How long to run; 10 unless given");
  add_number(command, "--step-size", options.step_size_s, "SECONDS", "Step instead of that of the world");
  add_number(command, "--output-interval", options.output_interval_s, "SECONDS",
             "Time between recorded rows; every step unless given");
  add_number(command, "--real-time", options.real_time, "FACTOR",
             "Keep to this real-time factor; as fast as possible unless given");
  add_repeated(command, "--output-variable", options.output_variables, "SIGNAL",
               "Signal to record instead of the usual ones; may be repeated");
  add_repeated(command, "--record", options.records, "FILE", "Recording: .csv or .mcap; may be repeated");
  add_repeated(command, "--plot", options.plots, "FILE",
               "Plot: .html (interactive) or .svg; may be repeated");
  command.add_flag("--repair-inertia", options.repair_inertia,
                   "Replace mass and inertia that no body can have by the nearest possible ones");
  command.add_flag("--merge-fixed-joints", options.merge_fixed_joints,
                   "URDF: links behind fixed joints become part of the link that carries them");
  command.add_flag("--debug-logging", options.debug_logging,
                   "Show notes about the world and all messages of FMUs");
  command.add_flag("--json", options.json, "Summary for programs");
}

bool has_suffix(const std::string& path, std::initializer_list<const char*> suffixes) {
  const std::string extension = std::filesystem::path{path}.extension().string();
  return std::any_of(suffixes.begin(), suffixes.end(), [&](const char* one) { return extension == one; });
}

/// The scenario of the file, or one that says nothing but the world; options go first.
scenario::Scenario scenario_of(const RunOptions& options) {
  scenario::Scenario result;
  if (has_suffix(options.file, {".yaml", ".yml"}))
    result = scenario::read_scenario(options.file);
  else
    result.world = options.file;
  if (!options.engine.empty()) {
    result.engine = options.engine;
    result.engine_where = {};
  }
  if (options.step_size_s) {
    result.step_size_s = options.step_size_s;
    result.step_size_where = {};
  }
  if (options.duration_s) result.duration_s = options.duration_s;
  if (options.real_time) result.real_time = options.real_time;
  if (!options.output_variables.empty()) {
    result.signals = options.output_variables;
    result.signals_where.clear();
  }
  if (result.duration_s.value_or(0.0) > core::kLatestTime_s) {
    throw Error{ErrorCode::kBadUsage, fmt::format("the duration is {} s, expected at most {} (291 years)",
                                                  core::to_text(*result.duration_s), core::kLatestTime_s)};
  }
  result.repair_inertia |= options.repair_inertia;
  result.merge_fixed_joints |= options.merge_fixed_joints;
  return result;
}

/// Refuses now what would fail after a long run.
void check_options(const RunOptions& options) {
  const auto positive = [](const char* name, const std::optional<double>& value) {
    if (value && !(*value > 0.0))
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("{} is {}, expected a number above 0", name, core::to_text(*value))};
  };
  positive("--duration", options.duration_s);
  positive("--step-size", options.step_size_s);
  positive("--output-interval", options.output_interval_s);
  positive("--real-time", options.real_time);
  const auto refuse_overwriting = [&](const char* option, const std::string& output) {
    std::error_code ignored;
    if (std::filesystem::equivalent(output, options.file, ignored)) {
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("{} '{}' would overwrite the world; choose another file", option, output)};
    }
  };
  std::set<std::filesystem::path> written;
  const auto refuse_twice = [&](const char* option, const std::string& output) {
    std::error_code ignored;
    if (!written.insert(std::filesystem::weakly_canonical(output, ignored)).second)
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("{} '{}' is given twice; name another file or leave one out", option, output)};
  };
  for (const std::string& file : options.records) {
    refuse_twice("--record", file);
    if (!has_suffix(file, {".csv", ".mcap"}))
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("--record '{}': expected a name that ends with .csv or .mcap", file)};
    refuse_overwriting("--record", file);
  }
  for (const std::string& plot : options.plots) {
    refuse_overwriting("--plot", plot);
    refuse_twice("--plot", plot);
    record::check_plot_file(plot);
  }
}

/// The files of a run, opened before it starts.
struct Recordings {
  std::vector<std::unique_ptr<core::RowSink>> files;
  CrashReport::Files unfinished;  ///< what a crash can still complete

  explicit Recordings(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      if (has_suffix(path, {".mcap"})) {
        auto writer = std::make_unique<record::McapWriter>(path);
        unfinished.mcap.push_back(writer.get());
        files.push_back(std::move(writer));
      } else {
        auto writer = std::make_unique<record::CsvWriter>(path);
        unfinished.csv.push_back(writer.get());
        files.push_back(std::move(writer));
      }
    }
  }
};

double real_time_factor(const WorldRunResult& result) {
  return result.wall_s > 0.0 ? result.reached_s / result.wall_s : 0.0;
}

/// The engine, and what the world asks for when that is another one.
std::string engine_text(const WorldRun& run) {
  const std::string engine{run.engine_name()};
  const std::string& wanted = run.physics_type();
  return wanted.empty() || wanted == engine ? engine : engine + " for " + shortened(wanted, 40);
}

std::string summary_text(const WorldRun& run, const WorldRunResult& result, const RunOptions& options,
                         const record::MemoryRecorder& recorder) {
  Table table{{Table::Align::kLeft, Table::Align::kLeft}};
  std::string simulated = fmt::format("{} s", core::to_text(result.reached_s));
  if (result.cancelled) simulated += fmt::format(" of {} s, then interrupted", core::to_text(result.stop_s));
  table.add({"simulated", simulated});
  table.add({"steps", fmt::format("{} of {} s", grouped(static_cast<std::uint64_t>(result.steps)),
                                  core::to_text(result.step_s))});
  table.add({"wall time",
             fmt::format("{:.3g} s, {} real time", result.wall_s, speed_text(real_time_factor(result)))});
  table.add({"rows", grouped(result.rows)});
  for (const std::string& file : options.records)
    table.add({"record", file});
  for (const std::string& plot : options.plots)
    table.add({"plot", plot});
  std::string text =
      fmt::format("{} ({})\n", shortened(run.world_name(), 200), engine_text(run)) + table.text(2);
  for (const std::string& fault : run.covered_faults())
    text += "  fault: " + fault + '\n';
  if (!recorder.series().empty()) text += '\n' + range_table(recorder);
  return text;
}

nlohmann::ordered_json summary_json(const WorldRun& run, const WorldRunResult& result,
                                    const RunOptions& options, const record::MemoryRecorder& recorder) {
  nlohmann::ordered_json json;
  json["world"] = run.world_name();
  json["engine"] = run.engine_name();
  json["physicsType"] = run.physics_type();
  json["duration"] = result.stop_s;
  json["reachedTime"] = result.reached_s;
  json["stepSize"] = result.step_s;
  json["steps"] = result.steps;
  json["rows"] = result.rows;
  json["interrupted"] = result.cancelled;
  json["wallTime"] = result.wall_s;
  json["realTimeFactor"] = real_time_factor(result);
  json["faults"] = run.covered_faults();
  json["variables"] = series_json(recorder);
  json["records"] = options.records;
  json["plots"] = options.plots;
  return json;
}

std::string plot_subtitle(const WorldRun& run, const WorldRunResult& result) {
  return fmt::format("{}, {} s in steps of {} s, {} rows", run.engine_name(), core::to_text(result.reached_s),
                     core::to_text(result.step_s), grouped(result.rows));
}

/// Events the run ends before: somebody expects them to happen.
void tell_late_events(const scenario::Scenario& scenario, const core::LogSink& log) {
  const double duration_s = scenario.duration_s.value_or(kDefaultDurationS);
  for (const scenario::Event& event : scenario.events) {
    if (event.time_s < duration_s) continue;
    const Diagnostic late{Severity::kWarning, "scenario-late",
                          fmt::format("the event at {} s never happens: the run takes {} s",
                                      core::to_text(event.time_s), core::to_text(duration_s)),
                          "run longer (--duration, 'duration')", place_of(event)};
    log({core::LogLevel::kWarning, "lockstep", late.id, to_string(late)});
  }
}

int run_world(const RunOptions& options) {
  check_options(options);
  const scenario::Scenario scenario = scenario_of(options);
  Console console{Console::wants_bar()};
  const core::LogLevel least = options.debug_logging ? core::LogLevel::kTrace : core::LogLevel::kWarning;
  const core::LogSink log = [&console, least](const core::LogMessage& message) {
    if (message.level >= least) console.message(message);
  };
  tell_late_events(scenario, log);
  Recordings recordings{options.records};
  record::MemoryRecorder recorder{{options.plots.empty() ? 0 : kPlotPoints, 4'000'000}};
  const CrashReport crash_report{options.file, recorder, recordings.unfinished};
  keep_standard_output_for_results();
  WorldRun run{scenario, log};

  WorldRun::Options how;
  how.duration_s = scenario.duration_s.value_or(kDefaultDurationS);
  how.output_interval_s = options.output_interval_s;
  how.real_time = scenario.real_time;
  how.sinks.push_back(&recorder);
  for (const auto& file : recordings.files)
    how.sinks.push_back(file.get());
  how.log = log;
  how.interrupted = interrupted;
  how.progress = [&console](const core::SimulationProgress& progress) {
    console.progress(progress);
    return !interrupted();
  };
  end_in_good_order();
  WorldRunResult result;
  try {
    result = run.run(how);
  } catch (const Error& error) {
    console.clear();
    for (const std::string& file : options.records) {
      if (error.code() == ErrorCode::kSystem) break;  // it is the recording that failed
      std::fprintf(stderr, "note: the %llu rows up to the failure are in '%s'\n",
                   static_cast<unsigned long long>(recorder.rows()), file.c_str());
    }
    throw;
  }
  console.clear();
  for (const std::string& plot : options.plots)
    record::write_plot(plot, recorder, {run.world_name(), plot_subtitle(run, result)});
  if (options.json)
    print_json(summary_json(run, result, options, recorder));
  else
    std::fputs(summary_text(run, result, options, recorder).c_str(), results());
  return result.cancelled ? kFailed : kOk;
}

}  // namespace

Verb add_run(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* const command = app.add_subcommand("run", "Run a world with its robots, FMUs and devices");
  command->footer(kExamples);
  add_options(*command, *options);
  return {command, [options] { return run_world(*options); }, [options] { return options->json; }};
}

}  // namespace lockstep::cli
