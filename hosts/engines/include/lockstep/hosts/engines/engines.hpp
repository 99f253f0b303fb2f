// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts {

/// Names of the engines this program was built with, the default first.
std::vector<std::string> engine_names();

/// The world in an engine; `name` empty: the default. Throws Error{kNotFound} naming those there are, and
/// what the engine throws.
std::unique_ptr<Engine> make_engine(const std::string& name, const description::World& world,
                                    const EngineOptions& options);

}  // namespace lockstep::hosts
