// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "lockstep/runtime/device_catalogue.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::contract {

/// An engine that this build has.
struct EngineUnderTest {
  std::string name;
  std::function<std::unique_ptr<hosts::Engine>(const description::World&, const hosts::EngineOptions&)> make;
};
const std::vector<EngineUnderTest>& engines();

/// What the table in docs/hosts.md says: "yes" is true. Fails the test when the table has no such cell.
bool table_says(const std::string& engine, const std::string& feature);

/// The devices of the project and a search for FMUs in the build.
runtime::DeviceCatalogue known_devices();
devices::DeviceContext build_context();

/// `<world>` with the given content as SDF 1.6 text.
description::World world_of(const std::string& content);
/// A model "pendulum" with one link held to the world by `joint` (its type, axis, damping, ...): 1 kg at 1 m
/// below the joint, inertia 0.001, axis y; `extra` goes into the model.
std::string pendulum(const std::string& name, const std::string& dynamics, const std::string& extra = {},
                     const std::string& pose = "0 0 1.5 0 0 0", double pitch = 0.0);

/// A world on an engine, with the devices its plugins ask for.
struct Rig {
  Rig(const EngineUnderTest& engine, const description::World& world, double step_s = 0.001);
  /// Steps until `time_s`; false with a test failure when the world stops.
  bool run_until(double time_s);
  double position(std::size_t axis = 0) const { return engine->state().position[axis]; }
  double velocity(std::size_t axis = 0) const { return engine->state().velocity[axis]; }

  runtime::DeviceCatalogue catalogue;  // outlives the devices it made
  std::unique_ptr<hosts::Engine> engine;
  std::unique_ptr<runtime::Runtime> runtime;
};

/// Every test runs once for each engine.
class Contract : public ::testing::TestWithParam<std::size_t> {
 protected:
  const EngineUnderTest& engine() const { return engines()[GetParam()]; }
  bool can(const std::string& feature) const { return table_says(engine().name, feature); }
};

/// Fourth-order Runge-Kutta of y' = f(y), from 0 to `end_s` in `steps`: the reference solutions, far finer
/// than what is compared with them.
std::vector<double> integrate(const std::function<std::vector<double>(const std::vector<double>&)>& f,
                              std::vector<double> y, double end_s, int steps);

}  // namespace lockstep::contract
