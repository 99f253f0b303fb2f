// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

namespace lockstep::hosts::gazebo_classic {

/// libFMISingleBodyFluidDynamicsPlugin.so; its elements: devices/fmu_fluid_dynamics/README.md.
class FmiSingleBodyFluidDynamicsPlugin final : public ThinPlugin {
 public:
  FmiSingleBodyFluidDynamicsPlugin() : ThinPlugin{"fmu_fluid_dynamics"} {}
};

GZ_REGISTER_MODEL_PLUGIN(FmiSingleBodyFluidDynamicsPlugin)

}  // namespace lockstep::hosts::gazebo_classic
