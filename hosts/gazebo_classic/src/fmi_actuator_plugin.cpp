// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

namespace lockstep::hosts::gazebo_classic {

/// libFMIActuatorPlugin.so; its elements: devices/fmu_actuator/README.md.
class FmiActuatorPlugin final : public ThinPlugin {
 public:
  FmiActuatorPlugin() : ThinPlugin{"fmu_actuator"} {}
};

GZ_REGISTER_MODEL_PLUGIN(FmiActuatorPlugin)

}  // namespace lockstep::hosts::gazebo_classic
