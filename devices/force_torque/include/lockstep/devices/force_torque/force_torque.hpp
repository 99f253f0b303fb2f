// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::force_torque {

/// A force/torque sensor: `<sensor type="force_torque">` of a joint, which measures what the joint transmits
/// from one of its links to the other. Or a device with the fields `joint`, `pose` (of the sensor in the
/// frame of the joint), `joint_pose` (of that in the child link; both m, rad, 0 unless given) and `name`
/// (force_torque).
///
/// | signal | unit | meaning |
/// |---|---|---|
/// | `force` (3) | N | |
/// | `torque` (3) | N.m | about the origin of the joint, whatever the frame |
///
/// Both are means over the last step, in the axes and direction that the element says, and 0 before the first
/// step.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `update_rate` | every step | Hz |
/// | `force_torque/frame` | child | axes: those of the child link, the parent link, or the sensor |
/// | `force_torque/measure_direction` | child_to_parent | what the child does to the parent; or
/// parent_to_child | | `force_torque/force/{x,y,z}/noise`, `force_torque/torque/{x,y,z}/noise` | none | see
/// NoiseConfig |
///
/// A 10 kg body that hangs on the joint gives force 0 0 -98 by default, with z upwards and g = 9.8.
///
/// The fields of every device (options.hpp) count, too. Runs in `observe`; needs Capability::kJointReaction.
/// Keeps biases and random numbers, which start anew with each reset.
DeviceKind kind();

}  // namespace lockstep::devices::force_torque
