// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/Plugin.hh>

#include <memory>
#include <string>

#include "runner.hpp"

namespace lockstep::hosts::gazebo_classic {

/// A Gazebo model plugin whose work is done in liblockstep_gazebo_classic.so, which lies in the same folder
/// or where the dynamic linker looks. Where it cannot be loaded, one message a plugin says why and what
/// helps, and the world is paused.
class ThinPlugin : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr sdf) override;
  void Reset() override;

 protected:
  explicit ThinPlugin(const char* kind) : kind_{kind} {}

 private:
  const char* kind_;
  std::unique_ptr<Runner> runner_;
};

/// The same for a world.
class ThinWorldPlugin : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr world, sdf::ElementPtr sdf) override;
  void Reset() override;

 protected:
  explicit ThinWorldPlugin(const char* kind) : kind_{kind} {}

 private:
  const char* kind_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace lockstep::hosts::gazebo_classic
