// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts {

/// Properties of collision shapes that some embedded engines have and others do not.
struct SurfaceSupport {
  bool bounce{false};      ///< `<restitution_coefficient>`
  bool bitmask{false};     ///< `<collide_bitmask>`
  bool directions{false};  ///< friction that depends on the direction: `<mu2>` other than `<mu>`
};

/// What the description says and an engine with this support does without: one finding for each property,
/// with the first link that has it and how many others do; of what is static only what matters there.
/// Warnings for what changes how a world moves; notes for settings that belong to one solver (ODE's kp and
/// kd).
LOCKSTEP_HOSTS_API_EXPORT std::vector<Diagnostic> unused_properties(const EnginePlan& plan,
                                                                    const SurfaceSupport& support);

}  // namespace lockstep::hosts
