// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "fmu_facts.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "process.hpp"
#include "raw_fmu.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

/// What a loop binds: two outputs, or all inputs and all outputs.
enum class Width { kTwoOutputs, kAll };

// Through Stepper: step, look at the outcome; the outputs are in the bound group. Times are computed as in
// the raw loop, so that the calls alone are compared.
class LockstepLoop {
 public:
  LockstepLoop(const std::shared_ptr<const core::Fmu>& fmu, const FmuFacts& facts, bool checks, Width width)
      : step_s_{facts.step_s} {
    core::StepperOptions options;
    options.kind = core::InterfaceKind::kCoSimulation;
    options.non_finite = checks ? core::NonFinitePolicy::kError : core::NonFinitePolicy::kAllow;
    options.instance.record_calls = checks;
    options.instance.check_floating_point_mode = checks;
    stepper_ = core::Stepper::create(fmu, options);
    const core::ModelDescription& description = stepper_->description();
    if (width == Width::kAll) {
      inputs_ = stepper_->bind_inputs<double>(core::select(description, facts.all_input_names));
      values_ = stepper_->bind_outputs<double>(core::select(description, facts.all_output_names));
    } else {
      values_ = stepper_->bind_outputs<double>(core::select(description, facts.output_names));
    }
    stepper_->initialize({});
  }

  void run(std::uint64_t count) {
    core::Stepper& stepper = *stepper_;
    const double step_s = step_s_;
    const std::int64_t end = index_ + static_cast<std::int64_t>(count);
    double from_s = static_cast<double>(index_) * step_s;
    for (std::int64_t next = index_ + 1; next <= end; ++next) {
      const double to_s = static_cast<double>(next) * step_s;
      for (std::size_t i = 0; i < inputs_.size(); ++i)
        inputs_[i] = static_cast<double>(static_cast<std::uint64_t>(next - 1) + i);
      const core::StepOutcome outcome = stepper.step({from_s, to_s, step_s});
      if (outcome.status != core::Status::kOk) {
        throw Error{ErrorCode::kFmuFailed, stepper.fault()};
      }
      from_s = to_s;
    }
    index_ = end;
  }
  Span<const double> values() const { return values_; }

 private:
  double step_s_;
  std::unique_ptr<core::Stepper> stepper_;
  Span<double> inputs_;
  Span<const double> values_;
  std::int64_t index_{0};
};

// A loop that gets other numbers than the raw one measures something else.
void demand_same(const FmuFacts& facts, const std::string& who, const double* got,
                 const std::array<double, 2>& raw) {
  if (got[0] != raw[0] || got[1] != raw[1]) {
    throw Error{ErrorCode::kFmuFailed, fmt::format("'{}': {} got {}, {} where the raw loop got {}, {}",
                                                   facts.path.string(), who, got[0], got[1], raw[0], raw[1])};
  }
}

struct PeerLoop {
  const LockstepBenchPeer* peer;
  void* fmu;
  unsigned long index{0};
  std::array<double, 2> values{};
};

void measure(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  const TemporaryFolder folder;
  const std::unique_ptr<RawFmu> raw = load_raw(facts, extract_binary(facts, folder.path()));
  raw->start();
  const std::shared_ptr<const core::Fmu> fmu = core::Fmu::open(facts.path);
  LockstepLoop checked{fmu, facts, true, Width::kTwoOutputs};
  LockstepLoop unchecked{fmu, facts, false, Width::kTwoOutputs};
  std::vector<Contender> contenders{
      {"raw pointers", [&](std::uint64_t n) { raw->run(n); }, {}},
      {"lockstep", [&](std::uint64_t n) { checked.run(n); }, {}},
      {"lockstep, checks off", [&](std::uint64_t n) { unchecked.run(n); }, {}},
  };
  std::vector<PeerLoop> loops;
  for (const LockstepBenchPeer* peer : options.peers) {
    if (peer->run == nullptr) {
      continue;
    }
    if (void* opened = peer->open(facts.path.c_str())) {
      loops.push_back({peer, opened});
    }
  }
  for (PeerLoop& loop : loops) {
    contenders.push_back(
        {loop.peer->name,
         [&loop, &facts](std::uint64_t n) {
           if (loop.peer->run(loop.fmu, loop.index, n, facts.step_s, facts.references.data(),
                              loop.values.data()) != 0) {
             throw Error{ErrorCode::kFmuFailed, std::string{loop.peer->name} + " failed in a step"};
           }
           loop.index += n;
         },
         {}});
  }
  const std::vector<Timing> timings = interleave(
      contenders,
      {options.quick ? 3U : 4 * options.rounds, options.quick ? 100U : 50'000U, Clock::kThreadCpu});
  demand_same(facts, "lockstep", checked.values().data(), raw->values());
  demand_same(facts, "lockstep without checks", unchecked.values().data(), raw->values());
  for (PeerLoop& loop : loops) {
    demand_same(facts, loop.peer->name, loop.values.data(), raw->values());
    loop.peer->close(loop.fmu);
  }
  const bool costly = timings[0].best_ns > 150.0;
  const double limit = costly ? 1.05 : 1.25;
  add_rows(table, facts.label, timings,
           {"", verdict(timings[1].ratio_of_minima, limit, ratio_text(limit)),
            verdict(timings[2].ratio_of_minima, 1.05, ratio_text(1.05))});
}

// With ten inputs and ten outputs bound, as a device or a node has them.
void measure_wide(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  const TemporaryFolder folder;
  const std::unique_ptr<RawFmu> raw = load_raw(facts, extract_binary(facts, folder.path()));
  raw->start();
  const std::shared_ptr<const core::Fmu> fmu = core::Fmu::open(facts.path);
  LockstepLoop checked{fmu, facts, true, Width::kAll};
  LockstepLoop unchecked{fmu, facts, false, Width::kAll};
  const std::vector<Timing> timings = interleave(
      {{"raw pointers", [&](std::uint64_t n) { raw->run_wide(n); }, {}},
       {"lockstep", [&](std::uint64_t n) { checked.run(n); }, {}},
       {"lockstep, checks off", [&](std::uint64_t n) { unchecked.run(n); }, {}}},
      {options.quick ? 3U : 4 * options.rounds, options.quick ? 100U : 50'000U, Clock::kThreadCpu});
  for (const LockstepLoop* loop : {&checked, &unchecked}) {
    if (!std::equal(raw->all_values().begin(), raw->all_values().end(), loop->values().begin()))
      throw Error{ErrorCode::kFmuFailed,
                  fmt::format("'{}': lockstep got other outputs than the raw loop", facts.path.string())};
  }
  add_rows(table,
           fmt::format("{}, {} inputs, {} outputs", facts.label, facts.inputs.size(), facts.outputs.size()),
           timings, {"", "", ""});
}

}  // namespace

std::string step_section(const BenchOptions& options) {
  MarkdownTable table{{"FMU", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"idle", "busy"})) {
    measure(read_facts(path), options, table);
  }
  for (const std::filesystem::path& path : chosen_fmus(options, {"wide"})) {
    const FmuFacts facts = read_facts(path);
    if (!facts.inputs.empty()) measure_wide(facts, options, table);
  }
  return "## Step loop: doStep and one get of two Float64, CPU time of one iteration; with inputs also one "
         "set of "
         "them\n\n" +
         table.text();
}

}  // namespace lockstep::bench
