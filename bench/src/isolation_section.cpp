// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>

#include "fmu_facts.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "process.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

enum class Place { kHere, kWorker, kConfinedWorker };

std::unique_ptr<core::Stepper> make_stepper(const FmuFacts& facts, Place place) {
  core::StepperOptions options;
  options.kind = core::InterfaceKind::kCoSimulation;
  options.isolation.mode = place == Place::kHere ? core::Isolation::kInProcess : core::Isolation::kProcess;
  options.isolation.confined = place == Place::kConfinedWorker;
  return core::Stepper::create(core::Fmu::open(facts.path), options);
}

/// All inputs, a step, all outputs.
class Loop {
 public:
  Loop(const FmuFacts& facts, Place place) : step_s_{facts.step_s}, stepper_{make_stepper(facts, place)} {
    const core::ModelDescription& description = stepper_->description();
    if (!facts.all_input_names.empty())
      inputs_ = stepper_->bind_inputs<double>(core::select(description, facts.all_input_names));
    values_ = stepper_->bind_outputs<double>(core::select(description, facts.all_output_names));
    stepper_->initialize({});
  }
  void run(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i, ++index_) {
      for (double& input : inputs_)
        input = static_cast<double>(index_);
      const core::StepOutcome outcome = stepper_->step(
          {static_cast<double>(index_) * step_s_, static_cast<double>(index_ + 1) * step_s_, step_s_});
      if (outcome.status != core::Status::kOk) throw Error{ErrorCode::kFmuFailed, stepper_->fault()};
    }
  }
  Span<const double> values() const { return values_; }

 private:
  double step_s_;
  std::unique_ptr<core::Stepper> stepper_;
  Span<double> inputs_;
  Span<const double> values_;
  std::uint64_t index_{0};
};

void measure_steps(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  Loop here{facts, Place::kHere}, there{facts, Place::kConfinedWorker};
  // Wall time: most of a round trip is waiting.
  const std::vector<Timing> timings =
      interleave({{"in process", [&](std::uint64_t n) { here.run(n); }, {}},
                  {"isolated", [&](std::uint64_t n) { there.run(n); }, {}}},
                 {options.quick ? 3U : options.rounds, options.quick ? 100U : 5'000U, Clock::kWall});
  if (!std::equal(here.values().begin(), here.values().end(), there.values().begin()))
    throw Error{ErrorCode::kFmuFailed, fmt::format("'{}': other outputs in a worker", facts.path.string())};
  add_rows(table,
           fmt::format("a step of {}, {} in, {} out", facts.label, facts.inputs.size(), facts.outputs.size()),
           timings, {"", verdict(timings[1].best_ns, 2000.0, duration_text(2000.0))});
}

void measure_start(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  const auto start = [&](Place place) {
    return [&facts, place](std::uint64_t count) {
      for (std::uint64_t i = 0; i < count; ++i)
        make_stepper(facts, place)->initialize({});
    };
  };
  const std::vector<Timing> timings = interleave({{"in process", start(Place::kHere), {}},
                                                  {"worker, not confined", start(Place::kWorker), {}},
                                                  {"isolated", start(Place::kConfinedWorker), {}}},
                                                 {options.quick ? 2U : options.rounds, 1, Clock::kWall});
  add_rows(table, fmt::format("start, initialise and end {}", facts.label), timings,
           {"", "", verdict(timings[2].best_ns, 20e6, duration_text(20e6))});
}

}  // namespace

std::string isolation_section(const BenchOptions& options) {
  MarkdownTable table{{"work", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"idle", "busy", "wide"}))
    measure_steps(read_facts(path), options, table);
  for (const std::filesystem::path& path : chosen_fmus(options, {"idle"}))
    measure_start(read_facts(path), options, table);
  return "## Isolation: an FMU in a worker process against the same in this process, wall time\n\n" +
         table.text();
}

}  // namespace lockstep::bench
