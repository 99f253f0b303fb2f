// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "lockstep/middlewares/api/mapping.hpp"
#include "lockstep/middlewares/api/port.hpp"

namespace lockstep::middlewares {

/// The topic "joint_states" of a world: name, position, velocity and effort (what acts: `applied`) of every
/// joint with one axis, in the order of the world. Joints are named as in their model; where two models have
/// one of the same name, all are named "<model>/<joint>". `type`: the middleware's name of the message. Empty
/// when there is no such joint.
std::optional<MappedTopic> joint_states(const PortTable& table, const std::string& type);

}  // namespace lockstep::middlewares
