// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

/// Marks what the shared library lockstep_engines offers; everything else is hidden.
#define LOCKSTEP_ENGINES_EXPORT __attribute__((visibility("default")))

namespace lockstep::hosts {

/// The engine without bodies, which every program has; see clock_host.hpp.
inline constexpr const char* kClockEngine = "clock";

/// Names of the engines with physics this program was built with, the default first.
LOCKSTEP_ENGINES_EXPORT std::vector<std::string> engine_names();

/// The world in an engine; `name` empty: the default of engine_names(), never the clock. Throws
/// Error{kNotFound} naming those there are, and what the engine throws.
LOCKSTEP_ENGINES_EXPORT std::unique_ptr<Engine> make_engine(const std::string& name, const SharedWorld& world,
                                                            const EngineOptions& options);

}  // namespace lockstep::hosts
