// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts::simbody {

/// A world in Simbody: the accurate engine, and the one for biomechanics.
///
/// Integration: Runge-Kutta-Merson with error control (relative accuracy 1e-6) inside each step; efforts and
/// wrenches are constant over the step. Position limits are stiff springs with dissipation. A step costs tens
/// of microseconds, and Simbody takes memory in it; we do not.
///
/// Joint types: fixed, revolute, continuous, prismatic, universal (axes at right angles), ball, screw.
/// Wrenches, reactions, joint and link states, save and restore (the integrator starts afresh at the save
/// point, in the run that goes on too), position and velocity commands (prescribed motion: the effort limit
/// of the joint does not count). Joint friction is decided once a step and held over it.
///
/// Contacts are compliant, with Coulomb friction that creeps below 1 mm/s: planes with boxes,
/// spheres, ellipsoids, cylinders (twelve points of each rim) and capsules (their two ends), and the round
/// shapes with each other. Two boxes go through each other, which is reported; meshes are reported and left
/// out.
///
/// Throws Error: what make_plan throws; kUnsupported with Simbody's message when it refuses a body.
std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options = {});

}  // namespace lockstep::hosts::simbody
