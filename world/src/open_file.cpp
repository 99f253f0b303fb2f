// SPDX-License-Identifier: Apache-2.0
// What a file stands for, as a scenario.
#include "lockstep/core/fmu.hpp"
#include "lockstep/description/file_search.hpp"
#include "lockstep/network/network_reader.hpp"
#include "lockstep/network/ssp.hpp"
#include "lockstep/world/world.hpp"

namespace lockstep::world {
namespace {

/// One device on the clock, for as long and in steps as the FMU's default experiment says.
scenario::Scenario scenario_of_fmu(const std::filesystem::path& file) {
  scenario::Scenario scenario;
  scenario.file = std::filesystem::absolute(file).string();
  scenario.engine = scenario::kClockEngine;
  const auto fmu = core::Fmu::open(file);
  const core::DefaultExperiment& experiment = fmu->description().default_experiment();
  const double start_s = experiment.start_time_s.value_or(0.0);
  if (experiment.stop_time_s && *experiment.stop_time_s > start_s)
    scenario.duration_s = *experiment.stop_time_s - start_s;
  scenario.step_size_s = experiment.step_size_s;
  core::ConfigNode device{"devices"};
  device.children = {core::ConfigNode{"type", "fmu"}, core::ConfigNode{"fmu", scenario.file}};
  scenario.devices.push_back(std::move(device));
  return scenario;
}

/// A network on the clock. SSP has no step size: that of an annotation, else as for an FMU.
scenario::Scenario scenario_of_ssp(const std::filesystem::path& file) {
  scenario::Scenario scenario;
  scenario.file = std::filesystem::absolute(file).string();
  scenario.engine = scenario::kClockEngine;
  const network::SspSystem system = network::read_ssp(file);
  const core::DefaultExperiment& experiment = system.network.experiment;
  const double start_s = experiment.start_time_s.value_or(0.0);
  const double stop_s = experiment.stop_time_s.value_or(start_s + 1.0);
  if (stop_s > start_s) scenario.duration_s = stop_s - start_s;
  scenario.step_size_s = system.step_size_s.value_or((stop_s > start_s ? stop_s - start_s : 1.0) / 500.0);
  core::ConfigNode device{"devices"};
  device.children = {core::ConfigNode{"type", "network"}, core::ConfigNode{"ssp", scenario.file}};
  scenario.devices.push_back(std::move(device));
  return scenario;
}

}  // namespace

scenario::Scenario scenario_of(const std::filesystem::path& file) {
  const std::filesystem::path ending = file.extension();
  if (ending == ".yaml" || ending == ".yml") return scenario::read_scenario(file.string());
  if (ending == ".fmu") return scenario_of_fmu(file);
  if (network::is_ssp(file)) return scenario_of_ssp(file);
  scenario::Scenario scenario;
  scenario.world = file.string();
  return scenario;
}

network::NetworkConfig network_of(const std::filesystem::path& file) {
  const scenario::Scenario scenario = scenario_of(file);
  const description::FileSearch search{scenario.file.empty() ? file.string() : scenario.file, {}, true};
  const network::FindFile find = [&](const core::ConfigNode& where, const std::string& name) {
    const std::string found = search.find_fmu(name);
    if (found.empty())
      where.fail("fmu-not-found", "'" + name + "' does not exist; looked in " + search.fmu_places());
    return std::filesystem::path{found};
  };
  for (const core::ConfigNode& device : scenario.devices)
    if (device.text_of("type", "") == "network") return network::read_network(device, find, {});
  throw Error{ErrorCode::kNotFound,
              "'" + file.string() + "' has no network; expected an SSP or a scenario with 'fmus'"};
}

}  // namespace lockstep::world
