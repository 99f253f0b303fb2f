// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/Plugin.hh>

namespace lockstep::hosts::gazebo_classic {

/// What a plugin asks of the library behind it, liblockstep_gazebo_classic.so.
///
/// There are two libraries because Gazebo loads plugins into the global scope of the dynamic linker, where an
/// FMU with a solver of its own would be bound to ours. So a plugin holds next to nothing and loads the rest
/// into a scope of its own; see docs/decisions/0021-gazebo-plugins.md.
class Runner {
 public:
  virtual ~Runner() = default;
  /// As gazebo::ModelPlugin::Load and gazebo::WorldPlugin::Load; one of them, once. They do not throw.
  virtual void load(const gazebo::physics::ModelPtr& model, const sdf::ElementPtr& sdf) noexcept = 0;
  virtual void load(const gazebo::physics::WorldPtr& world, const sdf::ElementPtr& sdf) noexcept = 0;
  virtual void reset() noexcept = 0;
};

/// Entry point of the library. `kind`: a type of device; "device": the type that the field `device` of the
/// plugin names; "world": what opens a world to others. Null for any other.
using MakeRunner = Runner* (*)(const char* kind);
inline constexpr const char* kMakeRunnerSymbol = "lockstep_gazebo_make_runner_2";

}  // namespace lockstep::hosts::gazebo_classic
