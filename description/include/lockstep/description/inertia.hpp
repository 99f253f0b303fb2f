// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/description/link.hpp"

namespace lockstep::description {

/// m (|r|^2 E - r r'): what a mass at r adds to the inertia about the origin (Steiner).
Matrix3 point_inertia(double mass_kg, const Vector3& r_m);

/// What is wrong with mass properties, as a sentence; empty when a rigid body can have them: mass > 0,
/// principal moments > 0, and none larger than the sum of the other two (to 1e-3 relative: files round).
std::string inertia_problem(const Inertial& inertial);

/// Mass and principal moments, for messages.
std::string inertia_text(const Inertial& inertial);

/// The same with the small gap closed that rounding in the file left: engines insist.
Inertial without_rounding_gap(const Inertial& inertial);

/// The nearest mass properties a rigid body can have: mass at least 1 g, principal moments at least those of
/// that mass at 1 mm, the two smaller moments raised equally until the largest is their sum.
Inertial repaired(const Inertial& inertial);

/// Both as one body, in the link frame: masses add, moments about the common centre of mass. Orientation of
/// the result is that of the link.
Inertial combined(const Inertial& a, const Inertial& b);

}  // namespace lockstep::description
