// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"
#include "mjcf_geometry.hpp"

namespace lockstep::hosts::mujoco {

/// The world as MuJoCo's own model language. Bodies are named l<link>, joints j<joint>_<axis> (ball:
/// j<joint>_0; screw: a hinge j<joint>_0 and a slide k<joint> that follows it), free joints f<link>, geoms
/// g<link>_<n>. `reactions`: joints that get a site s<joint> with a
/// force and a torque sensor, in this order. `driven`: joints moved by position or velocity. `hulls` keeps
/// meshes for the next time. Geoms of static links belong to the world, whatever link they are of. Throws
/// Error for a mesh that cannot be read.
std::string mjcf_text(const EnginePlan& plan, const std::vector<JointIndex>& reactions,
                      const std::vector<std::size_t>& driven, HullTexts& hulls);

/// How far a screw joint slides.
double metres_per_radian(const description::Joint& screw) noexcept;

}  // namespace lockstep::hosts::mujoco
