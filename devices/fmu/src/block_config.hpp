// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/fmu/fmu.hpp"

namespace lockstep::devices::fmu {

/// Reads the fields of the README's table; words it does not know are warnings of the context's log. Throws
/// Error{kBadInput} with file and line.
BlockConfig read_block(const core::ConfigNode& node, const DeviceContext& context);

}  // namespace lockstep::devices::fmu
