// SPDX-License-Identifier: Apache-2.0
#include "plugin_names.hpp"

#include <string>

namespace lockstep::hosts::gazebo_classic {

bool is_last_of_ours(sdf::Element& plugin) {
  for (sdf::ElementPtr next = plugin.GetNextElement("plugin"); next; next = next->GetNextElement("plugin")) {
    const std::string file = next->Get<std::string>("filename");
    for (const char* name : {"FMIActuatorPlugin", "FMISingleBodyFluidDynamicsPlugin", "LockstepPlugin"}) {
      if (file.find(name) != std::string::npos) return false;
    }
  }
  return true;
}

}  // namespace lockstep::hosts::gazebo_classic
