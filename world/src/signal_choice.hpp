// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "assembly.hpp"

namespace lockstep::world {

/// The signals a run records: those of the scenario, each once; else `position`, `velocity` and `applied` of
/// every joint, `position` of every free body, and all outputs of devices. Throws Error{kNotFound} or
/// Error{kBadInput} with the place in the scenario.
std::vector<runtime::SignalView> choose_signals(const scenario::Scenario& scenario, Assembly& assembly);

}  // namespace lockstep::world
