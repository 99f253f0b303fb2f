// SPDX-License-Identifier: Apache-2.0
// What a file stands for, as a scenario.
#include "lockstep/core/fmu.hpp"
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

}  // namespace

scenario::Scenario scenario_of(const std::filesystem::path& file) {
  const std::filesystem::path ending = file.extension();
  if (ending == ".yaml" || ending == ".yml") return scenario::read_scenario(file.string());
  if (ending == ".fmu") return scenario_of_fmu(file);
  scenario::Scenario scenario;
  scenario.world = file.string();
  return scenario;
}

}  // namespace lockstep::world
