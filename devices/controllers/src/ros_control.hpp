// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/config_node.hpp"

namespace lockstep::devices::controllers {

/// Fields of a controller from a YAML file of ros_control or ros2_control, as it is: `law`, `joints`,
/// `gains`, `constraints` of the controller `name`, and `joint_limits` if the file has them.
///
/// | type there | law here |
/// |---|---|
/// | effort_controllers/JointTrajectoryController, joint_trajectory_controller/JointTrajectoryController |
/// joint_trajectory | | effort_controllers/JointPositionController,
/// effort_controllers/JointGroupPositionController | joint_trajectory, which holds until it gets a trajectory
/// |
///
/// Parameters may be below `ros__parameters`. Throws Error{kBadInput} naming a controller that does not exist
/// with those that do, or a type there is no law for.
core::ConfigNode read_ros_control(const core::ConfigNode& file, const std::string& name);

}  // namespace lockstep::devices::controllers
