// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/Time.hh>
#include <gazebo/physics/Joint.hh>

namespace lockstep::hosts::gazebo_classic {

/// What a joint axis was commanded in this step, and another effort in its place.
///
/// Gazebo's Joint::GetForce is the sum of all SetForce calls of one step, but it is cleared only by the first
/// call of a later step: where nobody commands, it still shows the step before. After the time of the world
/// was put back it is not cleared at all until the old time is reached again. And SetForce itself adds on ode
/// and bullet, overwrites on simbody and dart, and clips each single call to the joint's limits, also the
/// difference that would put one effort in the place of another. This class hides all of it.
///
/// In each step: command() once, after the controllers have run; then replace() once. Neither throws nor
/// allocates.
class JointEffort {
 public:
  /// `adds`: the engine sums up the calls of SetForce instead of keeping the last one. The joint must outlive
  /// the object.
  JointEffort(gazebo::physics::Joint& joint, unsigned int axis, bool adds);

  /// The sum of what was commanded in the step that ends at `now`; 0 when nobody did.
  double command(const gazebo::common::Time& now);
  /// Lets this effort act over the step, whatever was commanded. Not clipped.
  void replace(double effort);
  /// The world's time or the joint was put back, and nobody has commanded since. `clears`: the next call of
  /// SetForce clears the sum although the time has not advanced.
  void restart(bool clears);

  gazebo::physics::Joint& joint() const { return *joint_; }
  unsigned int axis() const { return axis_; }

 private:
  void write(double effort);

  gazebo::physics::Joint* joint_;
  unsigned int axis_;
  bool adds_;
  gazebo::common::Time cleared_at_;  // Gazebo clears the sum in the first call after this time
  double base_{0.0};                 // sum before this step, where it is not cleared
  double sum_{0.0};                  // as Gazebo has it now
  double command_{0.0};
};

}  // namespace lockstep::hosts::gazebo_classic
