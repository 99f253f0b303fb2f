// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>

#include "lockstep/core/error.hpp"
#include "lockstep/core/simulation.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "process.hpp"
#include "raw_fmu.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint64_t kSteps = 100'000;

void measure(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  const std::uint64_t steps = options.quick ? 100 : kSteps;
  const TemporaryFolder folder;
  const std::unique_ptr<RawFmu> raw = load_raw(facts, extract_binary(facts, folder.path()));
  const std::shared_ptr<const core::Fmu> fmu = core::Fmu::open(facts.path);
  core::StepperOptions stepper_options;
  stepper_options.kind = core::InterfaceKind::kCoSimulation;
  std::unique_ptr<core::Stepper> stepper;

  const auto simulate = [&](std::uint64_t) {
    record::CsvWriter csv{folder.path() / "lockstep.csv"};
    core::SimulationOptions simulation;
    simulation.start_time_s = 0.0;
    simulation.stop_time_s = static_cast<double>(steps) * facts.step_s;
    simulation.step_size_s = facts.step_s;
    simulation.output_variables.assign(facts.output_names.begin(), facts.output_names.end());
    simulation.sinks = {&csv};
    const core::SimulationResult result = core::simulate(*stepper, simulation);
    if (result.rows != steps + 1) {
      throw Error{ErrorCode::kFmuFailed, fmt::format("{} rows instead of {}", result.rows, steps + 1)};
    }
  };
  const std::vector<Contender> contenders{
      {"raw pointers and fprintf", [&](std::uint64_t) { raw->run_to_csv(steps, folder.path() / "raw.csv"); },
       [&] {
         raw->stop();
         raw->start();
       }},
      {"lockstep, simulate() and CsvWriter", simulate,
       [&] {
         stepper.reset();
         stepper = core::Stepper::create(fmu, stepper_options);
       }},
  };
  const std::vector<Timing> timings =
      interleave(contenders, {options.quick ? 2U : options.rounds, 1, Clock::kWall});
  add_rows(table, facts.label, timings, {"", verdict(timings[1].ratio_of_minima, 0.5, ratio_text(0.5))});
}

}  // namespace

std::string csv_section(const BenchOptions& options) {
  MarkdownTable table{{"FMU", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"turning"})) {
    measure(read_facts(path), options, table);
  }
  return "## Run: 100,000 steps with CSV of time and two outputs, wall time\n\n" + table.text();
}

}  // namespace lockstep::bench
