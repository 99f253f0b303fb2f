// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::description {

/// A joint or an actuator of a transmission.
struct TransmissionEnd {
  std::string name;
  std::string role;  ///< e.g. "joint1", "actuator2"; empty: the only one of its kind
  std::vector<std::string> hardware_interfaces;  ///< as written, e.g. "EffortJointInterface"
  double mechanical_reduction{1.0};  ///< not 0; of an actuator: turns of it for one turn of the joint
  double offset{0.0};                ///< of a joint [rad or m]
};

/// URDF `<transmission>`: how actuators drive joints. Kept for devices (a control board, a motor); engines do
/// not use it.
struct Transmission {
  std::string name;
  std::string type;  ///< as written, e.g. "transmission_interface/SimpleTransmission"
  std::vector<TransmissionEnd> joints;
  std::vector<TransmissionEnd> actuators;
  core::ConfigNode config;  ///< the whole element: what single types of transmission have in addition
  SourceLocation where;
};

}  // namespace lockstep::description
