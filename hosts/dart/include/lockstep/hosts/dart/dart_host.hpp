// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts::dart {

/// A world in DART: articulated bodies in generalized coordinates, contacts, limits and joint friction as a
/// linear complementarity problem.
///
/// Integration: semi-implicit Euler, joint damping and springs implicit; errors are of first order in the
/// step. Limits and friction are hard; friction of two shapes is the smaller of their coefficients. Planes
/// are boxes of 200 m. DART allocates memory inside its steps; we do not.
///
/// Joint types: fixed, revolute, continuous, prismatic, universal, ball, screw. Wrenches, reactions,
/// contacts, joint and link states, position and velocity commands (servo motors in the same linear
/// complementarity problem, with the effort limit of the joint), save and restore. Meshes: what Assimp reads
/// (STL and OBJ are tested), whole files; others and parts of files (`<submesh>`) are reported and left out.
///
/// Throws Error: what make_plan throws.
std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options = {});

}  // namespace lockstep::hosts::dart
