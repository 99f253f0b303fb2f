// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>

#include "lockstep/middlewares/api/parameters.hpp"

namespace fmi_adapter {

/// The private parameters directly below the node's name, without those of namespaces below it.
std::vector<lockstep::middlewares::NamedParameter> private_parameters(const ros::NodeHandle& handle);

}  // namespace fmi_adapter
