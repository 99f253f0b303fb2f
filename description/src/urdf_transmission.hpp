// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "findings.hpp"
#include "lockstep/description/world.hpp"

namespace lockstep::description {

/// Reads one `<transmission>`. Throws Error for what is no transmission at all. The type may be an element
/// or, as in older files, an attribute; `<mechanicalReduction>` directly below is that of every actuator.
Transmission read_transmission(const core::ConfigNode& node);

/// Warns of transmissions whose joints are not in the model.
void check_transmissions(const Model& model, Findings& findings);

}  // namespace lockstep::description
