// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "crash_report.hpp"
#include "interrupt.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/runtime/channel_server.hpp"
#include "lockstep/world/world.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "report.hpp"
#include "result_output.hpp"
#include "slow_run_hint.hpp"
#include "summary.hpp"
#include "table.hpp"
#include "verb.hpp"
#include "world_view.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kRunExamples =
    R"(The file is a world or model in SDF 1.4 to 1.9, a robot in URDF, or a scenario in YAML (docs/scenario.md), which
names a world and adds targets, events, devices and signals; or a network of FMUs in SSP 1.0 or 2.0. Options here go before what the scenario says.
Models are looked for beside the world, in GAZEBO_MODEL_PATH and SDF_PATH; FMUs beside the world, in
GAZEBO_RESOURCE_PATH and among those installed with lockstep. Nothing is fetched from a network.

Recorded are, unless said otherwise, position, velocity and applied effort of every joint, the position of every
body that no joint holds and all outputs of devices, at the start and after every step. Without --duration a run takes 10 s.

Examples:
  lockstep run pendulum.world --duration 5 --plot run.html
  lockstep run robot.urdf --engine mujoco --record run.mcap
  lockstep run push.yaml --real-time 1 --output-variable robot/knee/position --record run.csv
  lockstep run drive.ssp --record run.csv
  lockstep run robot.urdf --serve --real-time 1 --duration 3600 --record-events drive.yaml
  lockstep run robot.urdf --replay drive.yaml --record again.csv
  lockstep run robot.urdf --view
)";

struct RunOptions {
  std::string file, engine;
  std::optional<double> duration_s, step_size_s, output_interval_s, real_time;
  std::vector<std::string> output_variables, records, plots;
  std::string record_events, replay;
  std::string channel;  // of its socket
  ViewOptions view;
  bool serve{false}, paused{false};
  bool strict{false}, keep_fixed_joints{false}, debug_logging{false}, json{false};
  bool isolate{false};
};

void add_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("WORLD", options.file,
                  "World, robot, scenario or network: .sdf, .world, .urdf, .yaml, .ssp")
      ->required()
      ->option_text("(required)");
  std::string engines;
  for (const std::string& name : hosts::engine_names())
    engines += (engines.empty() ? "" : "|") + name;
  command
      .add_option("--engine", options.engine,
                  "Physics engine; that of the world's <physics> if it is one of these, else the first")
      ->option_text(engines);
  add_number(command, "--duration,--stop-time", options.duration_s, "SECONDS",
             "How long to run; 10 unless given");
  add_number(command, "--step-size", options.step_size_s, "SECONDS", "Step instead of that of the world");
  add_number(command, "--output-interval", options.output_interval_s, "SECONDS",
             "Time between recorded rows; every step unless given");
  add_number(command, "--real-time", options.real_time, "FACTOR",
             "Keep to this real-time factor; as fast as possible unless given");
  add_repeated(command, "--output-variable", options.output_variables, "SIGNAL",
               "Signal to record instead of the usual ones; may be repeated");
  add_repeated(command, "--record,--output-file", options.records, "FILE",
               "Recording: .csv or .mcap; may be repeated");
  add_repeated(command, "--plot", options.plots, "FILE",
               "Plot: .html (interactive) or .svg; may be repeated");
  command
      .add_option("--record-events", options.record_events,
                  "Record what comes in from outside, for --replay: .yaml")
      ->option_text("FILE");
  command
      .add_option("--replay", options.replay, "Give the world the recorded events of an earlier run again")
      ->option_text("FILE");
  command.add_flag("--serve", options.serve,
                   "Open the world to other processes of this user: lockstep worlds, ports, watch, put, ask");
  command.add_option("--channel", options.channel, "The same, with the socket at this path")
      ->option_text("PATH");
  add_view_options(command, options.view);
  command.add_flag("--paused", options.paused,
                   "Start paused, with --serve or --view: 'lockstep ask world/resume' lets it go on");
  command.add_flag("--strict", options.strict,
                   "Refuse what is repaired with a warning otherwise, such as inertia that no body can have");
  command.add_flag(
      "--keep-fixed-joints", options.keep_fixed_joints,
      "URDF: keep links behind fixed joints; otherwise they become part of the link that carries them");
  add_isolation(command, options.isolate);
  command.add_flag("--debug-logging", options.debug_logging,
                   "Show notes about the world and all messages of FMUs");
  command.add_flag("--json", options.json, "Summary for programs");
}

constexpr double kUntilStopped_s = 1e6;

/// The scenario of the file; options override it.
scenario::Scenario scenario_with(const RunOptions& options) {
  scenario::Scenario result = world::scenario_of(options.file);
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
  if (options.view.wanted()) {  // somebody looks at it
    if (!result.real_time) result.real_time = 1.0;
    if (!result.duration_s) result.duration_s = kUntilStopped_s;
  }
  if (!options.output_variables.empty()) {
    result.signals = options.output_variables;
    result.signals_where.clear();
  }
  if (options.isolate) result.isolation = core::Isolation::kProcess;
  if (!options.replay.empty()) result.replay = options.replay;
  result.strict |= options.strict;
  result.merge_fixed_joints &= !options.keep_fixed_joints;
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
  check_view_options(options.view);
  if (options.paused && !options.serve && options.channel.empty() && !options.view.wanted())
    throw Error{ErrorCode::kBadUsage,
                "--paused needs --serve, --channel or --view, without which nobody can let the world go on"};
  const auto refuse_overwriting = [&](const char* option, const std::string& output) {
    std::error_code ignored;
    for (const auto& [input, what] : {std::pair{options.file, "the world"}, {options.replay, "the replay"}}) {
      if (!std::filesystem::equivalent(output, input, ignored)) continue;
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("{} '{}' would overwrite {}; choose another file", option, output, what)};
    }
  };
  refuse_overwriting("--record-events", options.record_events);
  for (const std::string& file : options.records)
    refuse_overwriting("--record", file);
  for (const std::string& plot : options.plots)
    refuse_overwriting("--plot", plot);
}

double real_time_factor(const world::RunResult& result) {
  return result.wall_s > 0.0 ? result.reached_s / result.wall_s : 0.0;
}

/// The engine, and what the world asks for when that is another one.
std::string engine_text(const world::World& run) {
  const std::string engine{run.engine_name()};
  const std::string& wanted = run.physics_type();
  return wanted.empty() || wanted == engine ? engine : engine + " for " + shortened(wanted, 40);
}

std::string summary_text(const world::World& run, const world::RunResult& result, const RunOptions& options,
                         const record::MemoryRecorder& recorder) {
  Table table{{Table::Align::kLeft, Table::Align::kLeft}};
  std::string simulated = fmt::format("{} s", core::to_text(result.reached_s));
  if (result.stopped)
    simulated += fmt::format(" of {} s, then {}", core::to_text(result.stop_s),
                             result.interrupted ? "interrupted" : "stopped");
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
  if (!options.record_events.empty()) table.add({"events", options.record_events});
  std::string text = fmt::format("{} ({})\n", shortened(run.name(), 200), engine_text(run)) + table.text(2);
  for (const std::string& fault : run.covered_faults())
    text += "  fault: " + fault + '\n';
  if (!recorder.series().empty()) text += '\n' + range_table(recorder);
  return text;
}

nlohmann::ordered_json summary_json(const world::World& run, const world::RunResult& result,
                                    const RunOptions& options, const record::MemoryRecorder& recorder,
                                    const nlohmann::ordered_json& diagnostics) {
  nlohmann::ordered_json json;
  json["world"] = run.name();
  json["engine"] = run.engine_name();
  json["physicsType"] = run.physics_type();
  json["duration"] = result.stop_s;
  json["reachedTime"] = result.reached_s;
  json["stepSize"] = result.step_s;
  json["steps"] = result.steps;
  json["rows"] = result.rows;
  json["interrupted"] = result.interrupted;
  json["stopped"] = result.stopped;
  json["wallTime"] = result.wall_s;
  json["realTimeFactor"] = real_time_factor(result);
  json["faults"] = run.covered_faults();
  json["diagnostics"] = diagnostics;
  json["variables"] = series_json(recorder);
  json["records"] = options.records;
  json["plots"] = options.plots;
  if (!options.record_events.empty()) json["events"] = options.record_events;
  return json;
}

world::RecordingOptions recording_of(const RunOptions& options) {
  world::RecordingOptions recording;
  recording.files.assign(options.records.begin(), options.records.end());
  recording.plots.assign(options.plots.begin(), options.plots.end());
  recording.events = options.record_events;
  recording.output_interval_s = options.output_interval_s;
  return recording;
}

int run_world(const RunOptions& options, Messages& messages) {
  check_options(options);
  const scenario::Scenario scenario = scenario_with(options);
  Console console{Console::wants_bar()};
  const core::LogLevel least = options.debug_logging ? core::LogLevel::kTrace : core::LogLevel::kWarning;
  world::WorldOptions world_options;
  std::optional<WorldView> view;
  world_options.log = [&console, &view, &messages, least](const core::LogMessage& message) {
    messages.add(message);
    if (message.level < least) return;
    console.message(message);
    if (view) view->log(message);
  };
  world::Recording recording{recording_of(options)};
  const CrashReport crash_report{CrashReport::world(options.file), recording.summary(), recording.files()};
  keep_standard_output_for_results();
  const bool serves = options.serve || !options.channel.empty();
  world_options.keep_all_signals = serves || options.view.wanted();  // others may ask for any of them
  world::World run{scenario, world_options};
  messages.start();
  run.record(recording);
  world::RunHooks hooks;
  hooks.interrupted = interrupted;
  SlowRunHint hint{world_options.log, std::string{run.engine_name()}};
  hooks.progress = [&console, &view, &hint](const core::SimulationProgress& progress) {
    console.progress(progress);
    hint.look(progress.time_s, progress.stop_time_s);
    if (view) view->show_faults();
    return true;
  };
  if (options.view.wanted()) view.emplace(run, options.view);
  std::optional<runtime::ChannelServer> channel;  // ends before the world whose doors it opens
  if (serves) {
    run.start();  // whoever connects finds the initial state
    std::optional<std::filesystem::path> place;
    if (!options.channel.empty()) place = options.channel;
    channel.emplace(run.runtime().doors(), runtime::ChannelServer::Options{run.name(), place});
    std::fprintf(stderr, "channel: %s\n", channel->path().c_str());
  }
  if (options.paused) run.control().pause();
  end_in_good_order();
  world::RunResult result;
  try {
    result = run.run(hooks);
  } catch (const Error& error) {
    console.clear();
    if (view) view->show_end(error.message());
    for (const std::string& file : options.records) {
      if (error.code() == ErrorCode::kSystem) break;  // it is the recording that failed
      std::fprintf(stderr, "note: the %llu rows up to the failure are in '%s'\n",
                   static_cast<unsigned long long>(recording.summary().rows()), file.c_str());
    }
    throw;
  }
  console.clear();
  run.finish();
  if (options.json)
    print_json(summary_json(run, result, options, recording.ranges(), messages.list()));
  else
    std::fputs(summary_text(run, result, options, recording.ranges()).c_str(), results());
  return result.interrupted ? interrupted_exit_code() : kOk;  // world/stop is a wanted end
}

}  // namespace

Verb add_run(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* const command = app.add_subcommand("run", "Run a world with its robots, FMUs and devices");
  command->footer(kRunExamples);
  add_options(*command, *options);
  const auto run = [options] {
    return with_messages(options->json, [&](Messages& messages) { return run_world(*options, messages); });
  };
  return {command, run, [options] { return options->json; }};
}

}  // namespace lockstep::cli
