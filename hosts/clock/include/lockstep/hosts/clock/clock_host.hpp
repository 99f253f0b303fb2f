// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts::clock {

/// An engine without bodies: time passes in steps, and nothing else happens. For worlds that are only
/// devices: FMUs at their rates, networks, controllers that talk to a robot elsewhere.
///
/// No links, no joints; any step size (1 ms where neither the options nor the world's `<physics>` give one).
/// Gravity and wind of the world can be read. A step costs nothing and never fails. Saved and restored; it
/// has no other capability. Devices that ask for a joint or link do not find it.
///
/// Throws Error{kUnsupported} naming the first link of a world that has bodies, Error{kBadUsage} for a step
/// that is not positive.
std::unique_ptr<Engine> make_engine(const description::World& world = {}, const EngineOptions& options = {});

}  // namespace lockstep::hosts::clock
