// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/physics/Joint.hh>

#include <Eigen/Geometry>

#include "link_force.hpp"
#include "lockstep/hosts/api/state.hpp"

namespace lockstep::hosts::gazebo_classic {

/// What the parent of a joint did to its child over the last step, as WorldState::reaction has it.
///
/// Gazebo's own wrench is what the child does to the parent, in the axes of the child link, about the joint's
/// origin; the effort on the joint's axis is part of it.
class JointReaction {
 public:
  /// Asks the engine to keep it. Throws Error{kUnsupported} naming a joint for which Gazebo's engine gives
  /// false results: one of several axes on ode and bullet.
  JointReaction(gazebo::physics::Joint& joint, PhysicsKind kind);
  /// After a step. ode allocates for a joint of the world: it writes a line into Gazebo's log file.
  Wrench read() const;

 private:
  gazebo::physics::Joint* joint_;
  Eigen::Quaterniond q_CJ_;  // the joint's frame in the child link
};

}  // namespace lockstep::hosts::gazebo_classic
