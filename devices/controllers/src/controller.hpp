// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "controller_config.hpp"
#include "lockstep/devices/api/device.hpp"

namespace lockstep::devices::controllers {

/// The device around control laws: see controllers.hpp.
std::unique_ptr<Device> make_controller(ControllerConfig config);

}  // namespace lockstep::devices::controllers
