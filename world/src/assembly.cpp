// SPDX-License-Identifier: Apache-2.0
#include "assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/description/file_search.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/devices/base_state/base_state.hpp"
#include "lockstep/devices/contact_load_cells/contact_load_cells.hpp"
#include "lockstep/devices/control_board/control_board.hpp"
#include "lockstep/devices/controllers/controllers.hpp"
#include "lockstep/devices/fmu/fmu.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/devices/fmu_contact/fmu_contact.hpp"
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"
#include "lockstep/devices/force_torque/force_torque.hpp"
#include "lockstep/devices/imu/imu.hpp"
#include "lockstep/devices/joint_pid/joint_pid.hpp"
#include "lockstep/devices/network/network.hpp"
#include "lockstep/devices/timed_force/timed_force.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::world {
namespace {

/// Findings of the description as log lines: warnings show, notes are for those who ask.
void log_findings(const std::vector<Diagnostic>& findings, const core::LogSink& log) {
  if (!log) return;
  for (const Diagnostic& finding : findings) {
    const core::LogLevel level =
        finding.severity == Severity::kNote ? core::LogLevel::kInfo : core::LogLevel::kWarning;
    log({level, "lockstep", finding.id, to_string(finding)});
  }
}

std::filesystem::path find_file(const description::FileSearch& search, const std::string& name) {
  const std::string found = search.find_fmu(name);
  if (found.empty()) {
    throw Error{ErrorCode::kNotFound, fmt::format("'{}' does not exist; looked in {}; add its folder to "
                                                  "GAZEBO_RESOURCE_PATH",
                                                  name, search.fmu_places())};
  }
  return found;
}

/// The engine a run is on; empty for the default.
std::string engine_of(const scenario::Scenario& scenario, const description::World& world) {
  if (!scenario.engine.empty()) return scenario.engine;
  const std::vector<std::string> known = hosts::engine_names();
  const bool has_it = std::find(known.begin(), known.end(), world.physics.engine) != known.end();
  return world.physics.given && has_it ? world.physics.engine : std::string{};
}

/// The file that relative names start from.
const std::string& main_file(const scenario::Scenario& scenario) {
  return scenario.world.empty() ? scenario.file : scenario.world;
}

description::World read_description(const scenario::Scenario& scenario, const core::LogSink& log) {
  if (scenario.world.empty()) {  // devices alone, on the clock
    description::World world;
    world.name = std::filesystem::path{scenario.file}.stem().string();
    world.file = scenario.file;
    return world;
  }
  description::ReadOptions options;
  options.strict = scenario.strict;
  options.merge_fixed_joints = scenario.merge_fixed_joints;
  description::ReadResult result = description::read_world(scenario.world, options);
  log_findings(result.findings, log);
  return std::move(result.world);
}

std::unique_ptr<hosts::Engine> make_engine(const scenario::Scenario& scenario,
                                           const std::shared_ptr<const description::World>& world,
                                           const core::LogSink& log) {
  hosts::EngineOptions options;
  options.log = log;
  if (scenario.step_size_s) {
    options.step = placed(scenario.step_size_where, "scenario-value",
                          [&] { return core::Rational::from_seconds(*scenario.step_size_s); });
  }
  return placed(scenario.engine_where, "scenario-engine",
                [&] { return hosts::make_engine(engine_of(scenario, *world), world, options); });
}

}  // namespace

runtime::DeviceCatalogue make_catalogue() {
  runtime::DeviceCatalogue catalogue;
  catalogue.add(devices::base_state::kind());
  catalogue.add(devices::contact_load_cells::kind());
  catalogue.add(devices::control_board::kind());
  catalogue.add(devices::controllers::kind());
  catalogue.add(devices::fmu::kind());
  catalogue.add(devices::fmu_actuator::kind());
  catalogue.add(devices::fmu_contact::kind());
  catalogue.add(devices::fmu_fluid_dynamics::kind());
  catalogue.add(devices::force_torque::kind());
  catalogue.add(devices::imu::kind());
  catalogue.add(devices::joint_pid::kind());
  catalogue.add(devices::network::kind());
  catalogue.add(devices::timed_force::kind());
  return catalogue;
}

Assembly assemble(const scenario::Scenario& scenario, std::vector<devices::DeviceKind> devices,
                  bool keep_all_signals, const core::LogSink& log) {
  Assembly made;
  made.catalogue = make_catalogue();
  for (devices::DeviceKind& kind : devices)
    made.catalogue.add(std::move(kind));
  auto description = std::make_shared<description::World>(read_description(scenario, log));
  made.requests = apply_scenario(scenario, *description);
  made.description = std::move(description);
  made.engine = make_engine(scenario, made.description, log);

  runtime::RuntimeOptions options;
  options.log = log;
  options.seed = scenario.seed;
  options.doors.request_capacity = std::max<std::size_t>(256, made.requests.size());
  options.keep_all_signals = keep_all_signals;
  made.runtime = std::make_unique<runtime::Runtime>(*made.engine, options);
  devices::DeviceContext context;
  // A copy: devices may look for files later.
  context.find_file = [search = description::FileSearch{main_file(scenario), {}, true}](
                          const std::string& name) { return find_file(search, name); };
  context.log = log;
  context.isolation = scenario.isolation;
  add_devices(*made.runtime, made.catalogue, *made.description, context,
              scenario.strict ? runtime::UnknownPlugins::kError : runtime::UnknownPlugins::kWarn);
  made.runtime->bind();
  return made;
}

}  // namespace lockstep::world
