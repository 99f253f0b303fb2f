// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/hosts/api/state.hpp"
#include "system.hpp"

namespace lockstep::hosts::simbody {

/// A collision shape as a contact surface on `body`, at `X_BL` (the link's frame on that body). Planes,
/// boxes, spheres, ellipsoids, cylinders (by points of their rims) and capsules (by their ends); false for
/// anything else. Surfaces of the same `clique` never touch.
bool add_surface(SimTK::Body& body, const SimTK::Transform& X_BL, const description::Collision& collision,
                 SimTK::ContactCliqueId clique, bool self_collide);

/// One contact of the system: who, where, how hard. `state` is realized to Dynamics at least.
Contact contact_of(const BuiltSystem& built, const SimTK::State& state, int index);

}  // namespace lockstep::hosts::simbody
