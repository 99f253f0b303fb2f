// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

namespace lockstep::hosts::gazebo_classic {

/// libLockstepPlugin.so: any device, by its field `device`; the others are those of the device.
class LockstepPlugin final : public ThinPlugin {
 public:
  LockstepPlugin() : ThinPlugin{"device"} {}
};

GZ_REGISTER_MODEL_PLUGIN(LockstepPlugin)

}  // namespace lockstep::hosts::gazebo_classic
