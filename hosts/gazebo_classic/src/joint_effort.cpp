// SPDX-License-Identifier: Apache-2.0
#include "joint_effort.hpp"

namespace lockstep::hosts::gazebo_classic {

JointEffort::JointEffort(gazebo::physics::Joint& joint, unsigned int axis, bool adds)
    : joint_{&joint}, axis_{axis}, adds_{adds} {}

double JointEffort::command(const gazebo::common::Time& now) {
  // Where nobody commanded, this makes Gazebo forget the step before. Elsewhere it adds nothing, or
  // overwrites what replace() overwrites in any case.
  joint_->SetForce(axis_, 0.0);
  sum_ = joint_->GetForce(axis_);
  if (cleared_at_ < now) {
    cleared_at_ = now;
    base_ = 0.0;
  }
  command_ = sum_ - base_;
  return command_;
}

void JointEffort::replace(double effort) {
  const double effort_limit = joint_->GetEffortLimit(axis_);
  const double velocity_limit = joint_->GetVelocityLimit(axis_);
  if (effort_limit < 0.0 && velocity_limit < 0.0) {
    write(effort);
  } else {
    // Negative means none. Limits are for commands, and those have been clipped already.
    joint_->SetEffortLimit(axis_, -1.0);
    joint_->SetVelocityLimit(axis_, -1.0);
    write(effort);
    joint_->SetEffortLimit(axis_, effort_limit);
    joint_->SetVelocityLimit(axis_, velocity_limit);
  }
  // What GetForce shows now; asking for it would cost as much as everything else here but SetForce.
  base_ = adds_ ? sum_ + (effort - command_) : effort;
}

void JointEffort::write(double effort) {
  if (adds_) {
    joint_->SetForce(axis_, effort - command_);
    return;
  }
  // The first call takes back the sum that GetForce shows, so that it shows what acts; the second one acts.
  if (sum_ != 0.0) joint_->SetForce(axis_, -sum_);
  joint_->SetForce(axis_, effort);
}

void JointEffort::restart(bool clears) {
  base_ = joint_->GetForce(axis_);
  if (clears) cleared_at_ = gazebo::common::Time{};
}

}  // namespace lockstep::hosts::gazebo_classic
