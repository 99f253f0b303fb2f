// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/devices/controllers/control_law.hpp"
#include "lockstep/devices/controllers/transmissions.hpp"

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

/// The observer of external torques.
struct ObserverConfig {
  double gain_per_s{50.0};
  Eigen::VectorXd torque_threshold;  ///< contact above it; infinite: not by this joint
  double force_threshold_n;          ///< contact above it, at the link; infinite: not by force
  std::optional<std::size_t> link;   ///< where the external force is computed
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
  std::optional<ObserverConfig> observer;
  std::optional<TransmissionMap> transmissions;
  Eigen::VectorXd actuator_effort;  ///< limits of the actuators; infinite: none
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
