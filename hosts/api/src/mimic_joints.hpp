// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::hosts {

/// Sets JointInfo::mimic of every joint that follows another one. A joint that follows a follower follows its
/// leader. What cannot be followed (no such joint in the model, not one axis, a circle) is added to
/// `problems`.
void resolve_mimics(const description::FlatWorld& flat, WorldLayout& layout,
                    std::vector<Diagnostic>& problems);

/// Makes the joint of a gearbox's child a follower of the joint of its parent, both about the reference body:
/// theta_2 = -ratio * theta_1, as SDF has it. Before resolve_mimics. A gearbox without such joints is added
/// to `problems`.
void resolve_gearboxes(const description::FlatWorld& flat, WorldLayout& layout,
                       std::vector<Diagnostic>& problems);

}  // namespace lockstep::hosts
