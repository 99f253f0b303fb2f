// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::fmu_actuator {

/// An FMU between the command of a joint and the effort that acts on it; takes the place of gazebo-fmi's
/// actuator plugin and reads the same elements (table in the README beside this folder's CMakeLists.txt).
///
/// In `actuate` of step k the FMU gets the clipped command and the joint's motion at t_k and does its step
/// from t_k to t_k + h; its output acts over that step. It starts with the true motion at t_0, and is reset
/// with the world. Inputs it does not have are left out. SI units: rad and N.m, or m and N.
///
/// State: the FMU. Safe effect: `safe_value`. A fault names the FMU, what it said and its last calls.
DeviceKind kind();

}  // namespace lockstep::devices::fmu_actuator
