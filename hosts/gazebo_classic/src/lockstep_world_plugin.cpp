// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

namespace lockstep::hosts::gazebo_classic {

/// libLockstepWorldPlugin.so; its elements: shell::DoorsConfig.
class LockstepWorldPlugin final : public ThinWorldPlugin {
 public:
  LockstepWorldPlugin() : ThinWorldPlugin{"world"} {}
};

GZ_REGISTER_WORLD_PLUGIN(LockstepWorldPlugin)

}  // namespace lockstep::hosts::gazebo_classic
