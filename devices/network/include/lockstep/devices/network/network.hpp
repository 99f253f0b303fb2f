// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::network {

/// The kind `network`: several FMUs and their connections (lockstep/network/coupled_system.hpp) as one block.
/// Signals of the world go into the inputs that nothing in the network is connected to; all outputs are
/// signals, named `<device>/<component>.<variable>`. The README beside this folder's CMakeLists.txt has the
/// table of fields.
DeviceKind kind();

}  // namespace lockstep::devices::network
