// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "crash_report.hpp"
#include "interrupt.hpp"
#include "lockstep/core/simulation.hpp"
#include "lockstep/record/csv_input.hpp"
#include "lockstep/record/plot.hpp"
#include "lockstep/record/recording_file.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "report.hpp"
#include "result_output.hpp"
#include "summary.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kSimulateExamples =
    R"(Defaults come from the FMU's default experiment; else 0 to 1 s in 500 steps. All outputs are
recorded, first at the start time. Co-Simulation is preferred where the FMU has both kinds.

Examples:
  lockstep simulate Motor.fmu
  lockstep simulate Motor.fmu --stop-time 5 --step-size 1e-3 --record run.csv --plot run.html
  lockstep simulate Motor.fmu --interface-type me --solver rk4 --set R=2.5 --set mode=on
  lockstep simulate Motor.fmu --input-file voltage.csv --output-variable speed --output-variable current
)";

// A curve with more points than a screen has pixels looks the same, but zooms better.
constexpr std::size_t kPlotPoints = 20'000;

struct SimulateOptions {
  std::string file;
  std::string interface_type, solver, non_finite{"error"};
  std::optional<double> start_time_s, stop_time_s, duration_s, step_size_s, output_interval_s, tolerance;
  std::vector<std::string> set, output_variables, plots, archive_limits, permissions;
  std::string input_file, output_file;
  bool hide_stop_time{false}, log_fmi_calls{false}, debug_logging{false}, build_sources{false}, json{false};
  bool isolate{false}, no_event_rows{false};
  std::optional<double> call_limit_s;
};

const std::map<std::string, core::InterfaceKind> kInterfaces = {{"cs", core::InterfaceKind::kCoSimulation},
                                                                {"me", core::InterfaceKind::kModelExchange}};
const std::map<std::string, core::SolverKind> kSolvers = {{"cvode", core::SolverKind::kCvodeBdf},
                                                          {"adams", core::SolverKind::kCvodeAdams},
                                                          {"rk4", core::SolverKind::kRk4},
                                                          {"euler", core::SolverKind::kEuler}};
const std::map<std::string, core::NonFinitePolicy> kNonFinite = {{"error", core::NonFinitePolicy::kError},
                                                                 {"warn", core::NonFinitePolicy::kWarn},
                                                                 {"allow", core::NonFinitePolicy::kAllow}};

void add_options(CLI::App& command, SimulateOptions& options) {
  command.add_option("MODEL", options.file, "FMU to simulate")->required()->option_text("(required)");
  command.add_option("--interface-type", options.interface_type, "Co-Simulation (cs) or Model Exchange (me)")
      ->check(CLI::IsMember({"cs", "me"}))
      ->option_text("cs|me");
  add_number(command, "--start-time", options.start_time_s, "SECONDS", "Where the run starts");
  add_number(command, "--stop-time", options.stop_time_s, "SECONDS", "Where it ends, hit exactly");
  add_number(command, "--duration", options.duration_s, "SECONDS", "The same, counted from the start");
  add_number(command, "--step-size", options.step_size_s, "SECONDS", "Communication step");
  add_number(command, "--output-interval", options.output_interval_s, "SECONDS",
             "Time between recorded rows; every step unless given");
  command.add_flag("--no-event-rows", options.no_event_rows,
                   "Record no rows at events; otherwise each has two, before and after it");
  command.add_option("--solver", options.solver, "For Model Exchange; cvode (BDF) unless given")
      ->check(CLI::IsMember({"cvode", "adams", "rk4", "euler"}))
      ->option_text("cvode|adams|rk4|euler");
  add_number(command, "--tolerance", options.tolerance, "NUMBER",
             "Relative tolerance of the solver or the FMU");
  add_repeated(command, "--set", options.set, "NAME=VALUE", "Start value or parameter; may be repeated");
  command.add_option("--input-file", options.input_file, "CSV with inputs: time,<input>,...")
      ->type_name("FILE");
  add_repeated(command, "--output-variable", options.output_variables, "NAME",
               "Variable, or element of an array as y[2], to record instead of all outputs; may be repeated");
  command
      .add_option("--record,--output-file", options.output_file,
                  "Recording: .csv or .mcap; - is CSV on standard output")
      ->type_name("FILE");
  add_repeated(command, "--plot", options.plots, "FILE",
               "Plot: .html (interactive) or .svg; may be repeated");
  command
      .add_option("--non-finite", options.non_finite,
                  "What to do about NaN or infinity in an output; error unless given")
      ->check(CLI::IsMember({"error", "warn", "allow"}))
      ->option_text("error|warn|allow");
  command.add_flag("--hide-stop-time", options.hide_stop_time, "Do not tell the FMU the stop time");
  command.add_flag("--build-sources", options.build_sources,
                   "Compile the FMU's sources when it has no binary for this machine");
  add_isolation(command, options.isolate);
  add_number(command, "--call-limit", options.call_limit_s, "SECONDS",
             "A call that takes longer counts as hanging: with --isolate its process is ended, else it is "
             "named; 60 unless given, 0 for none");
  add_permissions(command, options.permissions);
  add_archive_limits(command, options.archive_limits);
  command.add_flag("--debug-logging", options.debug_logging, "Show all messages of the FMU");
  command.add_flag("--log-fmi-calls", options.log_fmi_calls, "Show every FMI call with its arguments");
  command.add_flag("--json", options.json, "Summary for programs");
}

std::vector<std::pair<std::string, std::string>> set_values(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error{ErrorCode::kBadUsage, "--set '" + text + "': expected NAME=VALUE, for example --set R=2.5"};
    }
    for (const auto& [name, value] : values)
      if (name == text.substr(0, equals))
        throw Error{ErrorCode::kBadUsage, "--set '" + text + "': '" + name + "' is set twice, to '" + value +
                                              "' before; set it once"};
    values.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return values;
}

/// Results must not replace what they are made from.
void refuse_overwriting(const std::string& option, const std::string& output,
                        const SimulateOptions& options) {
  const auto is = [&](const std::string& input) {
    std::error_code ignored;
    return !input.empty() && std::filesystem::equivalent(output, input, ignored);
  };
  if (!is(options.file) && !is(options.input_file)) return;
  throw Error{ErrorCode::kBadUsage, option + " '" + output + "' would overwrite " +
                                        (is(options.file) ? "the model" : "the input file") +
                                        "; choose another file"};
}

/// Whoever has a world means the other verb.
void check_kind(const std::string& file) {
  const std::filesystem::path ending = std::filesystem::path{file}.extension();
  for (const char* const other : {".world", ".sdf", ".urdf", ".yaml", ".yml", ".ssp", ".ssd"})
    if (ending == other)
      throw Error{ErrorCode::kBadUsage,
                  "'" + file + "' is no FMU; worlds, robots, scenarios and networks run with 'lockstep run'"};
}

/// Refuses now what would fail after a long run.
void check_files(const SimulateOptions& options) {
  if (options.stop_time_s && options.duration_s)
    throw Error{ErrorCode::kBadUsage,
                "--stop-time and --duration both say where the run ends; give one of them"};
  if (options.json && options.output_file == "-") {
    throw Error{ErrorCode::kBadUsage, "--json and --record - both want standard output; choose a file"};
  }
  refuse_overwriting("--record", options.output_file, options);
  for (const std::string& plot : options.plots) {
    refuse_overwriting("--plot", plot, options);
    record::check_plot_file(plot);
  }
}

core::StepperOptions stepper_options(const SimulateOptions& options, const core::LogSink& log) {
  core::StepperOptions result;
  if (!options.interface_type.empty()) result.kind = kInterfaces.at(options.interface_type);
  if (!options.solver.empty()) result.solver.kind = kSolvers.at(options.solver);
  result.solver.relative_tolerance = options.tolerance;
  if (options.isolate) result.isolation.mode = core::Isolation::kProcess;
  result.isolation.permissions = read_permissions(options.permissions);
  if (options.call_limit_s) result.isolation.call_limit_s = *options.call_limit_s;
  result.non_finite = kNonFinite.at(options.non_finite);
  result.instance.logging_on = options.debug_logging;
  result.instance.repeat_log = options.json;  // who reads JSON need not read standard error as well
  result.instance.trace_calls = options.log_fmi_calls;
  const core::LogLevel least = options.debug_logging ? core::LogLevel::kTrace : core::LogLevel::kWarning;
  result.instance.log = [log, least](const core::LogMessage& message) {
    if (message.level >= least || message.category == "fmi-call") log(message);
  };
  return result;
}

core::SimulationOptions simulation_options(const SimulateOptions& options,
                                           const core::ModelDescription& description) {
  core::SimulationOptions result;
  result.start_time_s = options.start_time_s;
  result.stop_time_s = options.stop_time_s;
  if (options.duration_s) {
    const double start_s =
        options.start_time_s.value_or(description.default_experiment().start_time_s.value_or(0.0));
    result.stop_time_s = start_s + *options.duration_s;
  }
  result.step_size_s = options.step_size_s;
  result.output_interval_s = options.output_interval_s;
  result.tolerance = options.tolerance;
  result.announce_stop_time = !options.hide_stop_time;
  result.event_rows = !options.no_event_rows;
  result.output_variables = options.output_variables;
  result.set_values = set_values(options.set);
  if (!options.input_file.empty()) result.inputs = record::read_input_csv(options.input_file, description);
  return result;
}

/// A run that failed half-way is worth something, and its plot shows why it failed: say where its results
/// are.
void save_partial_results(const SimulateOptions& options, const core::Stepper& stepper,
                          const record::MemoryRecorder& recorder, const Error& failure) {
  if (recorder.rows() == 0) return;
  const auto note = [&](const std::string& file) {
    std::fprintf(stderr, "note: the %llu rows up to the failure are in '%s'\n",
                 static_cast<unsigned long long>(recorder.rows()), file.c_str());
  };
  // The system failed: it is the output file that could not be written.
  if (!options.output_file.empty() && failure.code() != ErrorCode::kSystem) note(options.output_file);
  for (const std::string& plot : options.plots) {
    try {
      record::write_plot(plot, recorder,
                         {std::string{stepper.description().model_name()}, "up to the failure of the run"});
      note(plot);
    } catch (const Error&) {
      // The failure of the run is on its way to the user; it is the one to know about.
    }
  }
}

void print_summary(const Run& run, bool json) {
  if (json) {
    print_json(summary_json(run));
  } else {
    // Results on standard output must stay a CSV file.
    std::fputs(summary_text(run).c_str(), run.output_file == "-" ? stderr : results());
  }
}

int simulate_model(const SimulateOptions& options, Messages& messages) {
  check_kind(options.file);
  check_files(options);
  core::OpenOptions open_options;
  open_options.build_sources = options.build_sources;
  open_options.archive_limits = read_archive_limits(options.archive_limits);
  const auto fmu = core::Fmu::open(options.file, open_options);

  Console console{Console::wants_bar()};
  const core::LogSink log = [&console, &messages](const core::LogMessage& message) {
    if (message.category != "fmi-call") messages.add(message);
    console.message(message);
  };
  core::SimulationOptions simulation = simulation_options(options, fmu->description());
  record::MemoryRecorder recorder{{options.plots.empty() ? 0 : kPlotPoints, 4'000'000}};
  record::MemoryRecorder ranges{{0, 0}};
  std::unique_ptr<core::RowSink> record;
  simulation.sinks.push_back(&recorder);
  simulation.point_sinks.push_back(&ranges);
  if (!options.output_file.empty()) {
    record = record::open_recording(options.output_file);
    simulation.sinks.push_back(record.get());
  }

  std::vector<core::RowSink*> files;
  if (record) files.push_back(record.get());
  const CrashReport crash_report{CrashReport::fmu(options.file), recorder, files};
  simulation.progress = [&console, &record,
                         beat = Clock::now()](const core::SimulationProgress& progress) mutable {
    console.progress(progress);
    // A slow run can be watched, and kill -9 costs little.
    if (record && Clock::now() - beat > std::chrono::seconds{1}) {
      record->flush();
      beat = Clock::now();
    }
    return !interrupted();
  };
  keep_standard_output_for_results();
  const auto stepper = core::Stepper::create(fmu, stepper_options(options, log));
  if (!options.solver.empty() && stepper->capabilities().kind == core::InterfaceKind::kCoSimulation) {
    log({core::LogLevel::kWarning, "lockstep", "solver-unused",
         "--solver has no effect: in Co-Simulation the FMU solves itself; --interface-type me uses it"});
  }
  end_in_good_order();
  core::SimulationResult result;
  try {
    result = core::simulate(*stepper, simulation);
  } catch (const Error& failure) {
    console.clear();
    save_partial_results(options, *stepper, recorder, failure);
    throw;
  }
  console.clear();
  for (const std::string& plot : options.plots) {
    record::write_plot(plot, recorder,
                       {std::string{fmu->description().model_name()}, plot_subtitle(*stepper, result)});
  }
  print_summary({*stepper, result, ranges, options.output_file, options.plots, messages}, options.json);
  return result.cancelled ? interrupted_exit_code() : kOk;
}

}  // namespace

Verb add_simulate(CLI::App& app) {
  const auto options = std::make_shared<SimulateOptions>();
  CLI::App* const command = app.add_subcommand("simulate", "Simulate an FMU: summary, CSV, plots");
  command->footer(kSimulateExamples);
  add_options(*command, *options);
  const auto simulate = [options] {
    return with_messages(options->json,
                         [&](Messages& messages) { return simulate_model(*options, messages); });
  };
  return {command, simulate, [options] { return options->json; }};
}

}  // namespace lockstep::cli
