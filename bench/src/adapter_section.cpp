// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "fmu_facts.hpp"
#include "lockstep/adapter/adapter.hpp"
#include "lockstep/core/error.hpp"
#include "process.hpp"
#include "raw_fmu.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr std::int64_t kStepNs = 1'000'000;
constexpr double kStepS = 1e-3;  // a node at 1 kHz; the FMUs of bench/fmus do not care
constexpr double kLimit = 1.3;

InputLoad make_load(std::size_t inputs, std::size_t steps_per_point) {
  InputLoad load{steps_per_point, {}};
  for (std::size_t p = 0; p < 61; ++p) {
    load.rows.emplace_back(inputs);
    for (std::size_t i = 0; i < inputs; ++i)
      load.rows.back()[i] = std::sin(0.1 * static_cast<double>(p * (i + 1)));
  }
  return load;
}

// What a node does: points come in while the FMU is stepped, each input a trajectory of its own.
class AdapterLoop {
 public:
  AdapterLoop(const FmuFacts& facts, const InputLoad& load)
      : load_{load},
        adapter_{facts.path, options()},
        inputs_{adapter_.variables_of(core::Causality::kInput)} {
    for (std::size_t i = 0; i < 2; ++i)
      outputs_[i] = &adapter_.variable(facts.output_names[i]);
    add_row(0);
    adapter_.exit_initialization(adapter::SimTime{0});
  }

  /// All points that the next `count` steps need.
  void add_ahead(std::uint64_t count) {
    for (std::uint64_t index = index_; index < index_ + count; ++index)
      add_due(index);
    is_ahead_ = true;
  }

  void run(std::uint64_t count) {
    for (const std::uint64_t end = index_ + count; index_ < end; ++index_) {
      if (!is_ahead_) add_due(index_);
      const adapter::AdvanceResult result = adapter_.step();
      if (result.outcome != adapter::Advance::kDone) throw Error{ErrorCode::kFmuFailed, adapter_.fault()};
      for (std::size_t i = 0; i < 2; ++i)
        values_[i] = adapter_.output_number(*outputs_[i]);
    }
  }
  const std::array<double, 2>& values() const { return values_; }

 private:
  static adapter::AdapterOptions options() {
    adapter::AdapterOptions options;
    options.step = core::Rational{1, 1000};
    options.stepper.kind = core::InterfaceKind::kCoSimulation;
    return options;
  }
  void add_due(std::uint64_t index) {
    if (index % load_.steps_per_point == 0) add_row(index / load_.steps_per_point + 1);
  }
  void add_row(std::uint64_t point) {
    const std::vector<double>& row = load_.rows[point % load_.rows.size()];
    const adapter::SimTime at{static_cast<std::int64_t>(point * load_.steps_per_point) * kStepNs};
    for (std::size_t i = 0; i < row.size(); ++i)
      static_cast<void>(adapter_.add_number(*inputs_[i], at, row[i]));
  }

  const InputLoad& load_;
  adapter::Adapter adapter_;
  std::vector<const core::Variable*> inputs_;
  std::array<const core::Variable*, 2> outputs_{};
  std::array<double, 2> values_{};
  std::uint64_t index_{0};
  bool is_ahead_{false};
};

// Rounding may differ in the last digits of a sum of ten numbers up to 1, and no further.
void demand_near(const FmuFacts& facts, const std::array<double, 2>& got, const std::array<double, 2>& raw) {
  if (std::abs(got[0] - raw[0]) > 1e-12 || std::abs(got[1] - raw[1]) > 1e-12) {
    throw Error{ErrorCode::kFmuFailed,
                fmt::format("'{}': the adapter got {}, {} where the raw loop got {}, {}", facts.path.string(),
                            got[0], got[1], raw[0], raw[1])};
  }
}

void measure(FmuFacts facts, std::size_t steps_per_point, const BenchOptions& options, MarkdownTable& table) {
  facts.step_s = kStepS;
  const InputLoad load = make_load(facts.inputs.size(), steps_per_point);
  const TemporaryFolder folder;
  const std::filesystem::path binary = extract_binary(facts, folder.path());
  const std::unique_ptr<RawFmu> constant = load_raw(facts, binary);
  constant->start();
  const std::unique_ptr<RawFmu> lines = load_raw(facts, binary);
  lines->start();
  AdapterLoop loop{facts, load}, steps{facts, load};
  const std::uint64_t count = options.quick ? 100U : 5'000U;
  const std::vector<Timing> timings = interleave(
      {{"raw pointers, constant inputs", [&](std::uint64_t n) { constant->run_with_inputs(n, load); }, {}},
       {"raw pointers, lines by hand", [&](std::uint64_t n) { lines->run_with_lines(n, load); }, {}},
       {"adapter", [&](std::uint64_t n) { loop.run(n); }, {}},
       {"adapter, points given before", [&](std::uint64_t n) { steps.run(n); },
        [&] { steps.add_ahead(count); }}},
      {options.quick ? 3U : 16 * options.rounds, count, Clock::kThreadCpu});
  demand_near(facts, loop.values(), lines->values());
  demand_near(facts, steps.values(), lines->values());
  add_rows(table, fmt::format("{}, {} step(s) a point", facts.label, steps_per_point), timings,
           {"", "", verdict(timings[2].ratio_of_minima, kLimit, ratio_text(kLimit)), ""});
}

}  // namespace

std::string adapter_section(const BenchOptions& options) {
  MarkdownTable table{{"FMU", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"mix", "mix_busy"})) {
    for (const std::size_t steps_per_point : {10U, 1U})
      measure(read_facts(path), steps_per_point, options, table);
  }
  return "## Adapter: one set of all inputs, doStep and one get of two Float64, CPU time of one step\n\n" +
         table.text();
}

}  // namespace lockstep::bench
