// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "fmu_facts.hpp"
#include "isolation_load.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/network/coupled_system.hpp"
#include "lockstep/network/network_reader.hpp"
#include "lockstep/world/world.hpp"
#include "process.hpp"
#include "raw_fmu.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

enum class Place { kHere, kWorker, kConfinedWorker };

core::IsolationOptions isolation(Place place) {
  core::IsolationOptions options;
  options.mode = place == Place::kHere ? core::Isolation::kInProcess : core::Isolation::kProcess;
  options.confined = place == Place::kConfinedWorker;
  return options;
}

std::unique_ptr<core::Stepper> make_stepper(const FmuFacts& facts, Place place) {
  core::StepperOptions options;
  options.kind = core::InterfaceKind::kCoSimulation;
  options.isolation = isolation(place);
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
      for (std::size_t k = 0; k < inputs_.size(); ++k)
        inputs_[k] = static_cast<double>(index_ + k);
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

/// This thread, and the workers that are started meanwhile, on one processor.
class OneProcessor {
 public:
  explicit OneProcessor(bool only) {
    ::sched_getaffinity(0, sizeof all_, &all_);
    if (!only) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { ::sched_setaffinity(0, sizeof all_, &all_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t all_;
};

void measure_steps(const FmuFacts& facts, bool one_processor, const BenchOptions& options,
                   MarkdownTable& table) {
  const OneProcessor here_only{one_processor};
  const TemporaryFolder folder;
  const std::unique_ptr<RawFmu> raw = load_raw(facts, extract_binary(facts, folder.path()));
  raw->start();
  Loop here{facts, Place::kHere}, there{facts, Place::kConfinedWorker};
  // Wall time: most of a round trip is waiting.
  const std::vector<Timing> timings =
      interleave({{"raw pointers", [&](std::uint64_t n) { raw->run_wide(n); }, {}},
                  {"in process", [&](std::uint64_t n) { here.run(n); }, {}},
                  {"isolated", [&](std::uint64_t n) { there.run(n); }, {}}},
                 {options.quick ? 3U : options.rounds, options.quick ? 100U : 5'000U, Clock::kWall});
  if (!std::equal(here.values().begin(), here.values().end(), there.values().begin()))
    throw Error{ErrorCode::kFmuFailed, fmt::format("'{}': other outputs in a worker", facts.path.string())};
  add_rows(table,
           fmt::format("a step of {}, {} in, {} out{}", facts.label, facts.inputs.size(),
                       facts.outputs.size(), one_processor ? ", one processor" : ""),
           timings, {});
}

/// Each step timed for itself: on a busy machine a round of many steps says how often it was interrupted, the
/// middle one of them what it costs.
void measure_single_steps(const FmuFacts& facts, bool one_processor, const BenchOptions& options,
                          MarkdownTable& table) {
  const OneProcessor here_only{one_processor};
  for (const Place place : {Place::kHere, Place::kConfinedWorker}) {
    Loop loop{facts, place};
    std::vector<double> steps_ns(options.quick ? 100 : 50'000);
    for (double& step_ns : steps_ns) {
      const auto start = std::chrono::steady_clock::now();
      loop.run(1);
      step_ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
    }
    std::sort(steps_ns.begin(), steps_ns.end());
    const double median_ns = steps_ns[steps_ns.size() / 2], limit_ns = one_processor ? 10'000.0 : 2'000.0;
    table.add({fmt::format("{}, {} in, {} out{}", facts.label, facts.inputs.size(), facts.outputs.size(),
                           one_processor ? ", one processor" : ""),
               place == Place::kHere ? "in process" : "isolated", duration_text(steps_ns.front()),
               duration_text(median_ns), duration_text(steps_ns[steps_ns.size() * 99 / 100]),
               place == Place::kHere ? "" : verdict(median_ns, limit_ns, duration_text(limit_ns))});
  }
}

void measure_start(const FmuFacts& facts, double parent_gib, double limit_ns, const BenchOptions& options,
                   MarkdownTable& table) {
  const TouchedMemory large{options.quick ? 0.0 : parent_gib};
  constexpr Place kPlaces[] = {Place::kHere, Place::kWorker, Place::kConfinedWorker};
  constexpr const char* kNames[] = {"in process", "worker, not confined", "isolated"};
  std::unique_ptr<core::Stepper> stepper;
  const std::string of =
      facts.label + (parent_gib > 0.0 ? fmt::format(", host of {:g} GiB", parent_gib) : "");
  const auto measure = [&](bool starts) {
    std::vector<Contender> contenders;
    for (std::size_t i = 0; i < std::size(kPlaces); ++i) {
      const auto start = [&, place = kPlaces[i]] {
        stepper = make_stepper(facts, place);
        stepper->initialize({});
      };
      const auto end = [&] { stepper.reset(); };
      if (starts)
        contenders.push_back({kNames[i], [start](std::uint64_t) { start(); }, end});
      else
        contenders.push_back({kNames[i], [end](std::uint64_t) { end(); }, start});
    }
    return interleave(contenders, {options.quick ? 2U : options.rounds, 1, Clock::kWall});
  };
  const std::vector<Timing> starts = measure(true);
  add_rows(table, "start to initialised, " + of, starts,
           {"", "", verdict(starts[2].median_ns, limit_ns, duration_text(limit_ns))});
  add_rows(table, "end, " + of, measure(false), {});
}

/// The arms of examples/02, two with motors.
void measure_world(const std::string& engine, const BenchOptions& options, MarkdownTable& table) {
  const auto open = [&](Place place) {
    scenario::Scenario scenario = world::scenario_of(LOCKSTEP_BENCH_WORLD);
    scenario.engine = engine;
    scenario.isolation = isolation(place).mode;
    return std::make_unique<world::World>(scenario);
  };
  const auto here = open(Place::kHere), there = open(Place::kConfinedWorker);
  const std::vector<Timing> timings =
      interleave({{"in process", [&](std::uint64_t n) { here->step(static_cast<std::int64_t>(n)); }, {}},
                  {"isolated", [&](std::uint64_t n) { there->step(static_cast<std::int64_t>(n)); }, {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 10U : 1'000U, Clock::kWall});
  add_rows(table, "a step of the electrical-actuator world on " + engine, timings,
           {"", verdict(timings[1].ratio_of_minima, 2.0, ratio_text(2.0))});
}

/// Two FMUs in a ring: as they are, a step of which takes half a microsecond, or with a solver around each.
void measure_network(core::InterfaceKind kind, const BenchOptions& options, MarkdownTable& table) {
  const auto fmu = core::Fmu::open(std::string{LOCKSTEP_FMUS_DIR} + "/3.0/StateSpace.fmu");
  const auto make = [&](Place place) {
    network::NetworkConfig config;
    for (const auto& [name, next] : {std::pair{"a", "b"}, {"b", "a"}}) {
      network::ComponentConfig component;
      component.name = name;
      component.make = network::fmu_stepper(fmu, kind, {}, isolation(place));
      component.start_values = {{"D", "0 0 0 0 0 0 0 0 0", {}}, {"A", "-1 0 0 0 -1 0 0 0 -1", {}}};
      config.components.push_back(std::move(component));
      network::ConnectionConfig connection;
      connection.sources.push_back({std::string{name} + ".y", 1.0});
      connection.to = std::string{next} + ".u";
      config.connections.push_back(std::move(connection));
    }
    config.master.loops = network::LoopPolicy::kBreak;
    auto system = network::CoupledSystem::create(std::move(config));
    system->initialize({});
    return system;
  };
  const auto here = make(Place::kHere), there = make(Place::kConfinedWorker);
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(1e-3)};
  const auto run = [&](core::Stepper& system) {
    return [&grid, &system, k = std::int64_t{0}](std::uint64_t n) mutable {
      for (std::uint64_t i = 0; i < n; ++i, ++k)
        if (!succeeded(system.step(grid.interval(k)).status))
          throw Error{ErrorCode::kFmuFailed, system.fault()};
    };
  };
  const std::vector<Timing> timings =
      interleave({{"in process", run(*here), {}}, {"isolated", run(*there), {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 10U : 2'000U, Clock::kWall});
  const bool solver = kind == core::InterfaceKind::kModelExchange;
  add_rows(table, std::string{"a step of a network of two FMUs"} + (solver ? " with solvers" : ""), timings,
           {"", verdict(timings[1].ratio_of_minima, 2.0, ratio_text(2.0))});
}

/// From the step in which the FMU fails to the answer with the cause. A hang is seen after its limit of 0.1
/// s, which is part of the time.
void measure_report(const BenchOptions& options, MarkdownTable& table) {
  std::unique_ptr<core::Stepper> stepper;
  const auto prepare = [&](std::int64_t fault) {
    return [&stepper, fault] {
      core::StepperOptions create;
      create.isolation = isolation(Place::kConfinedWorker);
      create.isolation.call_limit_s = 0.1;
      stepper = core::Stepper::create(
          core::Fmu::open(std::string{LOCKSTEP_FAULTY_FMUS_DIR} + "/2.0/Faulty.fmu"), create);
      stepper->set(*stepper->description().find("fault"), core::Value{std::vector<std::int64_t>{fault}});
      stepper->initialize({});
    };
  };
  const auto fail = [&](std::uint64_t) {
    if (succeeded(stepper->step(core::StepInterval::between(0.0, 0.01)).status) || stepper->fault().empty())
      throw Error{ErrorCode::kFmuFailed, "the faulty FMU did not fail"};
  };
  const std::vector<Timing> timings =
      interleave({{"crash", fail, prepare(2)}, {"exit()", fail, prepare(4)}, {"hang", fail, prepare(6)}},
                 {options.quick ? 2U : options.rounds, 1, Clock::kWall});
  add_rows(table, "from the fault to the report", timings,
           {verdict(timings[0].median_ns, 100e6, duration_text(100e6)),
            verdict(timings[1].median_ns, 100e6, duration_text(100e6)),
            verdict(timings[2].median_ns, 200e6, duration_text(200e6))});
}

std::string idle_table(const FmuFacts& facts, const BenchOptions& options) {
  const std::size_t count = options.quick ? 2 : 100;
  std::vector<std::unique_ptr<core::Stepper>> workers;
  for (std::size_t i = 0; i < count; ++i) {
    workers.push_back(make_stepper(facts, Place::kConfinedWorker));
    workers.back()->initialize({});
  }
  const double share = idle_share_of_children(options.quick ? 0.1 : 5.0);
  MarkdownTable table{{"idle workers", "processor time of one processor", "limit"}};
  table.add(
      {std::to_string(count), fmt::format("{:.3f} %", 100.0 * share), verdict(100.0 * share, 1.0, "1 %")});
  return table.text();
}

}  // namespace

std::string isolation_section(const BenchOptions& options) {
  MarkdownTable table{{"work", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  const std::filesystem::path folder{LOCKSTEP_BENCH_FMU_FOLDER};
  const std::vector<std::filesystem::path> fmus =
      options.fmus.empty()
          ? std::vector{folder / "idle_fmi3.fmu", folder / "busy_fmi3.fmu", folder / "hundred_fmi3.fmu"}
          : options.fmus;
  for (const bool one_processor : {false, true})
    for (const std::filesystem::path& path : fmus)
      measure_steps(read_facts(path), one_processor, options, table);
  MarkdownTable single{{"a single step", "program", "best", "median", "99 %", "limit"}};
  for (const bool one_processor : {false, true})
    for (const std::filesystem::path& path : fmus)
      measure_single_steps(read_facts(path), one_processor, options, single);
  for (const std::string& engine : hosts::engine_names())
    measure_world(engine, options, table);
  measure_network(core::InterfaceKind::kCoSimulation, options, table);
  measure_network(core::InterfaceKind::kModelExchange, options, table);
  measure_report(options, table);
  const FmuFacts idle = read_facts(folder / "idle_fmi3.fmu");
  measure_start(idle, 0.0, 20e6, options, table);
  measure_start(idle, 4.0, 25e6, options, table);
  return "## Isolation: an FMU in a worker process against the same in this process, wall time\n\n" +
         table.text() + "\n" + single.text() + "\n" + idle_table(idle, options);
}

}  // namespace lockstep::bench
