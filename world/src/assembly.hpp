// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "lockstep/runtime/device_catalogue.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "lockstep/scenario/scenario.hpp"
#include "scenario_application.hpp"

namespace lockstep::world {

/// A world put together, not yet started: description, engine, devices, runtime.
struct Assembly {
  std::shared_ptr<const description::World> description;  // one for engine and devices
  // Destroyed last of what follows: functions of the devices live in its libraries.
  runtime::DeviceCatalogue catalogue;
  std::unique_ptr<hosts::Engine> engine;
  std::unique_ptr<runtime::Runtime> runtime;  // bound
  std::vector<TimedRequest> requests;         // what the events of the scenario ask for
};

/// All kinds of devices this build has.
runtime::DeviceCatalogue make_catalogue();

/// Reads the world, applies the scenario, makes engine and devices and binds them. Throws Error from whatever
/// part cannot be made, with the place in the scenario where it has one. `keep_all_signals`: see
/// RuntimeOptions.
Assembly assemble(const scenario::Scenario& scenario, std::vector<devices::DeviceKind> devices,
                  bool keep_all_signals, const core::LogSink& log);

/// Runs `body`; an Error without a place gets that of `where`.
template <class Body>
auto placed(const SourceLocation& where, const char* id, Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    if (where.line == 0 || !error.diagnostics().empty()) throw;
    core::ConfigNode{"scenario", "", where}.fail(id, error.message());
  }
}

}  // namespace lockstep::world
