// SPDX-License-Identifier: Apache-2.0
#include "joint_effort.hpp"

namespace lockstep::hosts::gazebo_classic {

JointEffort::JointEffort(gazebo::physics::Joint& joint, unsigned int axis, bool adds)
    : joint_{&joint}, axis_{axis}, adds_{adds} {}

void JointEffort::write_unlimited(double effort) {
  const double effort_limit = joint_->GetEffortLimit(axis_);
  const double velocity_limit = joint_->GetVelocityLimit(axis_);
  if (effort_limit < 0.0 && velocity_limit < 0.0) {  // nothing was clipped; somebody else has set a force
    base_ = sum_;
    return;
  }
  // Negative means none. Limits are for commands, and those have been clipped already.
  joint_->SetEffortLimit(axis_, -1.0);
  joint_->SetVelocityLimit(axis_, -1.0);
  if (adds_)
    joint_->SetForce(axis_, base_ - sum_);
  else
    static_cast<void>(write(effort));
  joint_->SetEffortLimit(axis_, effort_limit);
  joint_->SetVelocityLimit(axis_, velocity_limit);
  base_ = joint_->GetForce(axis_);
}

}  // namespace lockstep::hosts::gazebo_classic
