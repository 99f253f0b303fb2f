// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/devices/api/factory.hpp"
#include "lockstep/devices/controllers/control_law.hpp"

/// Controllers of robots: one file for every simulator and the robot.
namespace lockstep::devices::controllers {

/// The laws that are built in: pd, computed_torque, joint_impedance, joint_trajectory, cartesian_pose,
/// cartesian_impedance.
std::vector<LawKind> built_in_laws();

/// A controller of a robot. In each run it reads all joints, sets up the equations of motion, asks its law
/// for tau_d (without gravity and friction), and commands
///
///     tau = limited(tau_d) + what the host does not compensate itself, within the effort limits.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `file` | | YAML file with further fields; those given here win |
/// | `robot` | the model the device is in | URDF or SDF file of the robot; required in Gazebo |
/// | `fixed_base` | false | treat a robot whose base is free as fixed |
/// | `joints` | all | names of the controlled joints, in the order of all vectors below |
/// | `law` | required | one of the laws; further fields are those of the law |
/// | `controllers` | | instead of `law`: a list, each with `name`, `law` and its fields; the first is active
/// | | `compensate` | gravity | gravity, friction, both or none; see below | | `limits` | effort saturates |
/// see JointLimits | | `stability` | warn | warn, refuse or off: what happens when the rule of sampling is
/// broken (stability.hpp) | | `switch_rate` | 1000 | N.m/s: after a switch tau_d changes no faster until it
/// has met the new law | | `observer` | none | external torque and contact; see MomentumObserver | |
/// `ros_control` | | YAML file of ros_control or ros2_control, and `controller`, which of it; see
/// ros_control.hpp |
///
/// Compensation: hosts with Capability::kCompensatesGravity or kCompensatesFriction do it themselves, and the
/// device adds nothing; on all others it adds g(q) with the gravity of the host, and minus the effort of the
/// joints' dampers and dry friction. So tau_d means the same everywhere.
///
/// Outputs, one number per joint: `tau_d`, `tau`, `saturated` (bits 1 << Limited), and `active`, the index of
/// the active controller. Inlets are those of the laws. Request `switch` (name of a controller).
/// Safe effect: no torque. Runs in `control`.
DeviceKind kind();

/// A device type of its own for one law, for libraries of devices; `lockstep new controller` writes one. Its
/// configuration has no field `law`.
DeviceKind kind_of_law(std::string type, MakeLaw make);

}  // namespace lockstep::devices::controllers
