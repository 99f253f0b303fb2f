// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {

enum class StabilityCheck : std::uint8_t { kWarn, kRefuse, kOff };

struct NamedLaw {
  std::string name;
  std::unique_ptr<ControlLaw> law;
};

/// The robot of a controller, from its file or from the world.
struct RobotSource {
  std::shared_ptr<description::World> world;
  std::string model;  ///< in that world; empty: the only one
  dynamics::MechanismOptions options;
};

/// What a controller's element says; see controllers.hpp.
struct ControllerConfig {
  std::string name;
  RobotSource robot;
  std::vector<std::string> joints;
  std::vector<NamedLaw> laws;  ///< at least one; the first is active at the start
  bool compensate_gravity{true};
  bool compensate_friction{false};
  JointLimits limits;
  StabilityCheck stability{StabilityCheck::kWarn};
  double switch_rate{1000.0};
  DeviceOptions options;
  core::LogSink log;
};

/// Throws Error with file and line of what is wrong; unknown words are logged as warnings. With `own` the
/// element is of a device type of its own, whose law it is.
ControllerConfig read_config(const core::ConfigNode& node, const DeviceContext& context, const MakeLaw* own);

/// The element with the fields of the YAML file that its field `file` names, where it has no such field
/// itself.
core::ConfigNode with_file(const core::ConfigNode& node, const DeviceContext& context);

}  // namespace lockstep::devices::controllers
