// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/world/world.hpp"

namespace lockstep::cli {

/// Whether a file is a world, a robot or a scenario, by its ending: .sdf, .world, .urdf, .yaml, .yml.
bool is_world_file(const std::filesystem::path& file);

/// What can be recorded, watched and asked for in a world, and its robots, for people. `findings`: what was
/// said about inertias while it was read.
std::string info_text(const world::World& world, const std::vector<std::string>& findings = {});
/// The same for programs; keys are only ever added.
nlohmann::ordered_json to_json(const world::World& world, const std::vector<std::string>& findings = {});

}  // namespace lockstep::cli
