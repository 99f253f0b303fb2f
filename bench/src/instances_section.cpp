// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "children.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "process.hpp"
#include "raw_fmu.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t kInstances = 1'000;
constexpr double kLimitBytes = 2'048.0;

std::uint64_t used(const std::string& counter) {
  const Memory memory = memory_now();
  return counter == "heap" ? memory.heap_bytes : memory.resident_bytes;
}

// What the FMU's own instances take: the importer's objects exist before the first look.
double raw_bytes(const FmuFacts& facts, const std::string& counter, std::size_t count) {
  const TemporaryFolder folder;
  const std::filesystem::path library = extract_binary(facts, folder.path());
  std::vector<std::unique_ptr<RawFmu>> instances;
  for (std::size_t i = 0; i < count; ++i) {
    instances.push_back(load_raw(facts, library));
  }
  const std::uint64_t before = used(counter);
  for (const auto& instance : instances) {
    instance->start();
  }
  return static_cast<double>(used(counter)) - static_cast<double>(before);
}

double lockstep_bytes(const FmuFacts& facts, const std::string& counter, std::size_t count) {
  const TemporaryFolder folder;
  core::OpenOptions open;
  open.cache.directory = folder.path() / "cache";
  const std::shared_ptr<const core::Fmu> fmu = core::Fmu::open(facts.path, open);
  const std::vector<std::string> names{facts.output_names.begin(), facts.output_names.end()};
  const std::vector<const core::Variable*> outputs = core::select(fmu->description(), names);
  core::StepperOptions options;
  options.kind = core::InterfaceKind::kCoSimulation;
  const auto make = [&] {
    std::unique_ptr<core::Stepper> stepper = core::Stepper::create(fmu, options);
    stepper->bind_outputs<double>(outputs);
    stepper->initialize({});
    return stepper;
  };
  const std::unique_ptr<core::Stepper> first = make();  // loads the library
  std::vector<std::unique_ptr<core::Stepper>> steppers;
  steppers.reserve(count);
  const std::uint64_t before = used(counter);
  for (std::size_t i = 0; i < count; ++i) {
    steppers.push_back(make());
  }
  return static_cast<double>(used(counter)) - static_cast<double>(before);
}

}  // namespace

double bytes_per_instance(const std::string& program, const std::filesystem::path& fmu,
                          const std::string& counter, std::size_t count) {
  const FmuFacts facts = read_facts(fmu);
  const double bytes =
      program == "raw" ? raw_bytes(facts, counter, count) : lockstep_bytes(facts, counter, count);
  return bytes / static_cast<double>(count);
}

std::string instances_section(const BenchOptions& options) {
  const std::string count = std::to_string(options.quick ? 10 : kInstances);
  MarkdownTable table{{"FMU", "counted as", "the FMU itself", "lockstep in all", "beyond the FMU", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"idle"})) {
    for (const std::string counter : {"heap", "resident"}) {
      const double raw = measure_in_child({"--child", "instances", "raw", path.string(), counter, count});
      const double all =
          measure_in_child({"--child", "instances", "lockstep", path.string(), counter, count});
      table.add({read_facts(path).label, counter, fmt::format("{:.0f} B", raw), fmt::format("{:.0f} B", all),
                 fmt::format("{:.0f} B", all - raw), verdict(all - raw, kLimitBytes, "2048 B")});
    }
  }
  return "## Memory: " + count + " instances of one FMU, initialised, two outputs bound; bytes of one\n\n" +
         table.text();
}

}  // namespace lockstep::bench
