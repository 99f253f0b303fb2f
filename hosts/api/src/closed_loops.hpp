// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts {

/// Makes a tree of a plan whose joints close loops: each joint in `plan.tree.loops` holds a second body, the
/// twin of one of its links, which has part of that link's mass and no shapes. Fills EnginePlan::welds and
/// in_loop. The layout must have been made before: devices see no twins.
void open_loops(EnginePlan& plan);

}  // namespace lockstep::hosts
