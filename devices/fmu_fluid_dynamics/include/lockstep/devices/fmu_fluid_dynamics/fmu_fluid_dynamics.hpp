// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {

/// An FMU as the fluid around one link; takes the place of gazebo-fmi's single-body fluid plugin and reads
/// the same elements, one or several `<single_body_fluid_dynamics>` (tables in the README of this folder).
///
/// In `control` of step k the FMU gets the link's motion relative to the fluid at t_k in the link's frame B:
/// relativeVelocity = R_BW (v_WB - wind); it steps from t_k to t_k + h, and its force (through the link's
/// origin, or its centre of mass if asked for) and moment, in B, act over that step. Starts with the true
/// motion, is reset with the world. Needs Capability::kLinkWrench.
///
/// State: the FMU. Safe effect: no force.
DeviceKind kind();

}  // namespace lockstep::devices::fmu_fluid_dynamics
