// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/parameters.hpp"
#include "lockstep/middlewares/api/world_bridge.hpp"

namespace lockstep::middlewares {

/// What the parameters of a node that runs a world say.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `world` | required | scenario (.yaml), world (.sdf, .world) or robot (.urdf) |
/// | `mapping` | | mapping file |
/// | `publish_period` | 0.01 | time of the world between two messages of a topic without `every` [s]; 0:
/// every step | | `clock_period` | 0.001 | the same for the clock | | `joint_states` | true | the topic
/// `joint_states` | | `max_advance` | 3600 | how far ahead of the world stamps may lie [s]; 0: no limit | |
/// `real_time_factor` | that of the scenario, else 1 | 0: as fast as possible | | `paused` | false | wait for
/// somebody who lets the world run | | `duration` | 0 | end after so many seconds of the world; 0: never | |
/// `record` | | a file, .csv or .mcap |
struct WorldSetup {
  std::string world;
  BridgeConfig bridge;  ///< but for the type of joint states, which the middleware knows
  bool joint_states{true};
  std::optional<double> real_time_factor;
  bool paused{false};
  double duration_s{0.0};
  std::string record;
};

/// Throws Error{kBadInput} for a parameter that is unknown, of the wrong type or out of range, and when there
/// is no `world`.
WorldSetup read_world_setup(const std::vector<NamedParameter>& parameters);

}  // namespace lockstep::middlewares
