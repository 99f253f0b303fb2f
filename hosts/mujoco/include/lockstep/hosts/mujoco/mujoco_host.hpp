// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts::mujoco {

/// A world in MuJoCo: fast, in generalized coordinates, contacts by a convex optimisation.
///
/// Integration: semi-implicit Euler with joint damping taken implicitly (MuJoCo's default), so that errors
/// are of first order in the step; energy does not drift. A step costs about 1 us for one joint and grows
/// linearly. Joint friction, position limits and contacts are soft constraints with a time constant of two
/// steps (at least 4 ms for contacts); friction of two shapes is the larger of their coefficients. Reactions
/// are exact. Repeats are equal to the last bit, with contacts too; saving copies everything.
///
/// Joint types: fixed, revolute, continuous, prismatic, universal, ball. Wrenches, reactions, contacts, joint
/// and link states, position and velocity commands, save and restore. Meshes: STL and OBJ; other files are
/// reported and have no collision shape.
///
/// Throws Error: what make_plan throws; kUnsupported with MuJoCo's message when it refuses the model.
std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options = {});

}  // namespace lockstep::hosts::mujoco
