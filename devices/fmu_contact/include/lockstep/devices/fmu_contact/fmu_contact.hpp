// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::fmu_contact {

/// An FMU as the surface under one link: force and torque between the link and the ground, besides what the
/// engine's own contacts do. Friction that engines do not have, like the bore friction of a wheel, is one; so
/// is friction of any kind where the engine's coefficient is set to 0. Table of its fields in the README.
///
/// Everything is in the frame C of the contact: the origin is the mean of the link's contact points, weighted
/// by their forces; z is the mean normal, from the ground into the link; x is where a wheel on the link's
/// `axis` is heading, axis x z; y is to the left. The ground is whatever touches the link; it is taken to be
/// at rest, and nothing acts back on it.
///
/// In `control` of step k the FMU gets the contact of the last step (normal force) and the motion at t_k
/// (slip velocity of the link's point in the contact, spin w_WB z, wheel speed w_WB axis); it steps from t_k
/// to t_k + h, and its force through the contact point and its torque about z act over that step. Without
/// contact the FMU gets a normal force and a slip of 0, and nothing acts. Needs Capability::kLinkWrench and
/// Capability::kContacts.
///
/// State: the FMU. Safe effect: no force.
DeviceKind kind();

}  // namespace lockstep::devices::fmu_contact
