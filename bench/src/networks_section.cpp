// SPDX-License-Identifier: Apache-2.0
// What a network adds to its FMUs: import, exchange of values, threads.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/description_builder.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/network/coupled_system.hpp"
#include "lockstep/network/network_reader.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

/// A model of `size` inputs and outputs that passes its inputs on and, perhaps, computes for a while.
class PassStepper final : public core::Stepper {
 public:
  PassStepper(std::string name, std::shared_ptr<const core::ModelDescription> description, std::uint32_t work)
      : Stepper{std::move(name), std::move(description), capable()}, work_{work} {}
  static std::shared_ptr<const core::ModelDescription> describe(std::size_t size) {
    core::DescriptionBuilder builder{"Pass"};
    for (std::size_t i = 0; i < size; ++i) {
      core::VariableSpec input;
      input.name = "u" + std::to_string(i);
      input.causality = core::Causality::kInput;
      builder.add(input);
    }
    for (std::size_t i = 0; i < size; ++i)
      builder.add({"y" + std::to_string(i)});
    return builder.build();
  }
  void set(const core::Variable& /*variable*/, const core::Value& /*value*/) override {}
  core::Value get(const core::Variable& /*variable*/) override { return std::vector<double>{0.0}; }
  void initialize(const core::ExperimentSetup& /*setup*/) override {}
  core::StepOutcome step(const core::StepInterval& interval) noexcept override {
    double sum = interval.from_s;
    for (std::uint32_t i = 0; i < work_; ++i)
      sum = std::sqrt(sum + 1.0);
    result_ = sum;
    return {interval.to_s, core::Status::kOk, false, false};
  }
  void reset() override {}
  core::Status terminate() noexcept override { return core::Status::kOk; }
  core::StepperStatistics statistics() const noexcept override { return {}; }
  std::string fault() const override { return {}; }

 protected:
  void on_bound(Group& /*group*/) override {}

 private:
  static core::StepperCapabilities capable() { return {}; }
  std::uint32_t work_;
  double result_{0.0};
};

/// A ring: the outputs of each component are the inputs of the next.
network::NetworkConfig ring(std::size_t count, std::size_t size, const network::MakeStepper& make,
                            const std::string& in, const std::string& out) {
  network::NetworkConfig config;
  config.master.kind = network::MasterKind::kJacobi;
  for (std::size_t c = 0; c < count; ++c) {
    network::ComponentConfig component;
    component.name = "c" + std::to_string(c);
    component.make = make;
    config.components.push_back(std::move(component));
    for (std::size_t i = 0; i < size; ++i) {
      network::ConnectionConfig connection;
      connection.sources.push_back({"c" + std::to_string(c) + out + std::to_string(i), 1.0});
      connection.to = "c" + std::to_string((c + 1) % count) + in + std::to_string(i);
      config.connections.push_back(std::move(connection));
    }
  }
  return config;
}

class Runner {
 public:
  explicit Runner(const network::NetworkConfig& config) : system_{network::CoupledSystem::create(config)} {
    system_->initialize({});
  }
  void run(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps; ++i) {
      if (!succeeded(system_->step(grid_.interval(static_cast<std::int64_t>(k_++))).status))
        throw Error{ErrorCode::kSystem, system_->fault()};
    }
  }

 private:
  std::unique_ptr<network::CoupledSystem> system_;
  core::TimeGrid grid_{0.0, core::Rational::from_seconds(1e-3)};
  std::uint64_t k_{0};
};

std::string scale_table(const BenchOptions& options) {
  const std::size_t count = options.quick ? 10 : 1000;
  constexpr std::size_t kSize = 100;
  const auto description = PassStepper::describe(kSize);
  const network::MakeStepper make = [description](const std::string& name,
                                                  const network::ComponentUse& /*use*/) {
    return std::unique_ptr<core::Stepper>{std::make_unique<PassStepper>(name, description, 0U)};
  };
  const network::NetworkConfig config = ring(count, kSize, make, ".u", ".y");
  const auto start = std::chrono::steady_clock::now();
  Runner runner{config};
  const double import_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::vector<Timing> timings =
      interleave({{"step", [&](std::uint64_t n) { runner.run(n); }, {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 2U : 20U, Clock::kThreadCpu});
  const double doubles = static_cast<double>(count * kSize);
  MarkdownTable table{{"components", "connections", "import", "step", "per double"}};
  table.add({std::to_string(count), std::to_string(count * kSize), fmt::format("{:.2f} s", import_s),
             duration_text(timings[0].best_ns), duration_text(timings[0].best_ns / doubles)});
  return table.text();
}

/// FMUs stepped one after the other with their values set and read, and the same FMUs as a network.
std::string overhead_table(const BenchOptions& options) {
  constexpr std::size_t kCount = 20;
  const auto fmu = core::Fmu::open(std::string{LOCKSTEP_FMUS_DIR} + "/3.0/StateSpace.fmu");
  std::vector<std::unique_ptr<core::Stepper>> alone;
  for (std::size_t i = 0; i < kCount; ++i) {
    alone.push_back(core::Stepper::create(fmu));
    const std::vector<std::string> in{"u"}, out{"y"};
    alone.back()->bind_inputs<double>(core::select(fmu->description(), in));
    alone.back()->bind_outputs<double>(core::select(fmu->description(), out));
    alone.back()->initialize({});
  }
  std::int64_t k = 0;
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(1e-3)};
  const auto step_alone = [&](std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i, ++k)
      for (const auto& stepper : alone)
        if (!succeeded(stepper->step(grid.interval(k)).status))
          throw Error{ErrorCode::kSystem, stepper->fault()};
  };
  network::NetworkConfig config;
  for (std::size_t c = 0; c < kCount; ++c) {
    network::ComponentConfig component;
    component.name = "c" + std::to_string(c);
    component.make = network::fmu_stepper(fmu, {}, {});
    component.start_values = {{"D", "0 0 0 0 0 0 0 0 0", {}}, {"A", "-1 0 0 0 -1 0 0 0 -1", {}}};
    config.components.push_back(std::move(component));
    network::ConnectionConfig connection;
    connection.sources.push_back({"c" + std::to_string(c) + ".y", 1.0});
    connection.to = "c" + std::to_string((c + 1) % kCount) + ".u";
    config.connections.push_back(std::move(connection));
  }
  config.master.loops = network::LoopPolicy::kBreak;
  Runner coupled{config};
  const std::vector<Timing> timings = interleave(
      {{"FMUs alone", step_alone, {}}, {"as a network", [&](std::uint64_t n) { coupled.run(n); }, {}}},
      {options.quick ? 2U : options.rounds, options.quick ? 2U : 500U, Clock::kThreadCpu});
  MarkdownTable table{
      {"20 StateSpace FMUs in a ring", "program", "best", "median", "ratio of minima", "paired ratio", ""}};
  add_rows(table, "60 doubles", timings, {});
  return table.text();
}

std::string threads_table(const BenchOptions& options) {
  const auto description = PassStepper::describe(4);
  const std::uint32_t work = options.quick ? 10 : 20'000;
  const network::MakeStepper make = [description, work](const std::string& name,
                                                        const network::ComponentUse& /*use*/) {
    return std::unique_ptr<core::Stepper>{std::make_unique<PassStepper>(name, description, work)};
  };
  network::NetworkConfig config = ring(8, 4, make, ".u", ".y");
  Runner one{config};
  config.master.threads = 2;
  Runner two{config};
  const std::vector<Timing> timings =
      interleave({{"one thread", [&](std::uint64_t n) { one.run(n); }, {}},
                  {"two threads", [&](std::uint64_t n) { two.run(n); }, {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 2U : 20U, Clock::kWall});
  MarkdownTable table{
      {"8 components, long steps", "program", "best", "median", "ratio of minima", "paired ratio", ""}};
  add_rows(table, "Jacobi", timings, {});
  return table.text();
}

}  // namespace

std::string networks_section(const BenchOptions& options) {
  return "## Networks of FMUs\n\nImport and exchange: a ring of components that do nothing but pass 100 "
         "values on.\n\n" +
         scale_table(options) + "\nWhat the network adds to the steps of its FMUs.\n\n" +
         overhead_table(options) + "\nThreads, wall time.\n\n" + threads_table(options);
}

}  // namespace lockstep::bench
