// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/devices/fmu_model/fmu_config.hpp"

namespace lockstep::devices::fmu_actuator {

/// One `<actuator>`. The README has the table of its fields.
struct ActuatorConfig {
  std::string name;   ///< component name; that of the joint when empty in the file
  std::string joint;  ///< required
  bool enabled{true};
  bool without_limits{false};  ///< disable_velocity_effort_limits
  double safe_value{0.0};      ///< [N.m or N] effort after a fault with the policy `safe`
  FmuConfig fmu;
  DeviceOptions options;
};

/// Reads the `<actuator>` elements of a plugin. Throws Error{kBadInput} with every finding, file and line.
std::vector<ActuatorConfig> read_actuators(const core::ConfigNode& plugin, const DeviceContext& context);

}  // namespace lockstep::devices::fmu_actuator
