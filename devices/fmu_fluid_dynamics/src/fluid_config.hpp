// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/devices/fmu_model/fmu_config.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {

/// One `<single_body_fluid_dynamics>`. The README has the table of its fields.
struct FluidConfig {
  std::string name;  ///< component name; "<link>_fluid" when empty in the file
  std::string link;  ///< required
  bool at_center_of_mass{false};
  double density_kg_m3{1.2};
  double surface_height_m{0.0};
  FmuConfig fmu;
  DeviceOptions options;
};

/// Throws Error{kBadInput} with every finding, file and line.
std::vector<FluidConfig> read_fluids(const core::ConfigNode& plugin, const DeviceContext& context);

}  // namespace lockstep::devices::fmu_fluid_dynamics
