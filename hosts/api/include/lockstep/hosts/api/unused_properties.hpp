// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts {

/// What the description says about links that move and every embedded engine does without: one finding for
/// each property, with the first link that has it and how many others do. Warnings for what changes how a
/// world moves, also through contacts (ODE's kp and kd); notes for the rest.
LOCKSTEP_HOSTS_API_EXPORT std::vector<Diagnostic> unused_properties(const EnginePlan& plan);

}  // namespace lockstep::hosts
