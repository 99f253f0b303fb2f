// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/devices/api/device.hpp"
#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::network {

/// A joint axis that an output of the network commands.
struct DrivenJoint {
  std::string joint;
  std::uint32_t axis{0};
  std::string output;  ///< "component.variable"
  hosts::CommandMode mode{hosts::CommandMode::kEffort};
};

/// The field `joints`: `{knee: motor.torque}` or `{knee: {output: servo.angle, command: position, axis: 1}}`.
/// In SDF: `<joints><joint name="knee" output="motor.torque"/></joints>`. Throws Error{kBadInput} with the
/// place of what is wrong.
std::vector<DrivenJoint> read_joints(const core::ConfigNode& node);

/// Commands joints with signals of the device `network`, in `control` of the same step. Claims the axes; the
/// sum of all commands is clipped to the limits of the joint. When the network holds after a fault, its
/// signals and so the commands stay; safe values of the network are commands too.
std::unique_ptr<Device> make_joint_driver(const std::string& network, std::vector<DrivenJoint> joints);

}  // namespace lockstep::devices::network
