// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::hosts::gazebo_classic {

/// The devices that run in Gazebo, by type; null when there is none. One of each for the process: all plugins
/// share the FMUs they have open. Any thread.
const devices::DeviceKind* find_kind(std::string_view type);
/// "fmu, fmu_actuator, ...", for messages.
std::string kind_names();

}  // namespace lockstep::hosts::gazebo_classic
