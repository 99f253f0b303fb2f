// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/scenario/scenario.hpp"

namespace lockstep::world {

/// A request that an event sends, by name.
struct TimedRequest {
  double time_s{0};
  std::string name;  ///< "<device>/<request>"
  std::vector<double> arguments;
  SourceLocation where;
  std::vector<std::string> texts{};  ///< instead of them; see scenario::Request
};

/// Puts into the world what a scenario adds to it: initial positions, a controller for every joint with gains
/// or targets, now or in an event, a timed force for every push, and its devices. Everything else of the
/// events comes back as requests, by time. Throws Error{kBadInput} with file and line for names the world
/// does not have.
std::vector<TimedRequest> apply_scenario(const scenario::Scenario& scenario, description::World& world);

}  // namespace lockstep::world
