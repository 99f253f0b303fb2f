// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/Time.hh>
#include <gazebo/physics/Joint.hh>

#include <cstdint>

namespace lockstep::hosts::gazebo_classic {

/// A time of Gazebo as one number: its own comparisons are calls into another library.
inline std::int64_t nanoseconds(const gazebo::common::Time& time) noexcept {
  return std::int64_t{time.sec} * 1'000'000'000 + time.nsec;
}

/// What a joint axis was commanded in this step, and another effort in its place.
///
/// Gazebo's Joint::GetForce is the sum of all SetForce calls of one step, but it is cleared only by the first
/// call of a later step: where nobody commands, it still shows the step before. After the time of the world
/// was put back it is not cleared at all until the old time is reached again. And SetForce itself adds on ode
/// and bullet, overwrites on simbody and dart, and clips each single call to the joint's limits, also the
/// difference that would put one effort in the place of another. This class hides all of it.
///
/// In each step: command() once, after the controllers have run; then replace() once. Or, where nobody asks
/// for the command, replace_unread() once, which has less to do. None throws or allocates. Kept over resets
/// of the world: what Gazebo's sum holds from before is known here alone.
class JointEffort {
 public:
  /// `adds`: the engine sums up the calls of SetForce instead of keeping the last one. The joint must outlive
  /// the object.
  JointEffort(gazebo::physics::Joint& joint, unsigned int axis, bool adds);

  /// The sum of what was commanded in the step that ends at `now_ns`, World::SimTime() now (that of the event
  /// is an older one where somebody has reset the world in this step); 0 when nobody did.
  double command(std::int64_t now_ns);
  /// Lets this effort, a finite one, act over the step, whatever was commanded. Not clipped.
  void replace(double effort);
  /// The same without command() before it.
  void replace_unread(double effort, std::int64_t now_ns);
  /// Gazebo has forgotten when the joint was commanded last: the next call of SetForce clears the sum,
  /// whatever the time.
  void note_forgotten() { cleared_at_ns_ = 0; }

 private:
  bool write(double effort);
  void write_unlimited(double effort);

  gazebo::physics::Joint* joint_;
  unsigned int axis_;
  bool adds_;
  std::int64_t cleared_at_ns_{0};  // Gazebo clears the sum in the first call after this time
  double base_{0.0};               // sum before this step, where it is not cleared
  double sum_{0.0};                // as Gazebo has it now
  double command_{0.0};
};

// In each step of each joint, hence here.

inline double JointEffort::command(std::int64_t now_ns) {
  sum_ = joint_->GetForce(axis_);
  if (cleared_at_ns_ < now_ns) {
    cleared_at_ns_ = now_ns;
    base_ = 0.0;
    if (sum_ != 0.0) {
      // Where nobody commanded, this makes Gazebo forget the step before. Elsewhere it adds nothing, or
      // overwrites what replace() overwrites in any case.
      joint_->SetForce(axis_, 0.0);
      sum_ = joint_->GetForce(axis_);
    }
  }
  command_ = sum_ - base_;
  return command_;
}

/// Whether Gazebo has taken the effort as it is. It does the same additions, so that anything else means that
/// it has clipped.
inline bool JointEffort::write(double effort) {
  bool taken_back = true;
  if (adds_) {
    base_ = sum_ + (effort - command_);
    joint_->SetForce(axis_, effort - command_);
  } else {
    base_ = effort;
    // The first call takes back the sum that GetForce shows, so that it shows what acts; the second one acts.
    if (sum_ != 0.0) {
      joint_->SetForce(axis_, -sum_);
      taken_back = joint_->GetForce(axis_) == 0.0;
    }
    joint_->SetForce(axis_, effort);
  }
  sum_ = joint_->GetForce(axis_);
  return taken_back && sum_ == base_;
}

inline void JointEffort::replace(double effort) {
  // That acts already. A sum of 0 may be one of nobody's: then a call is needed for Gazebo to note the time.
  if (adds_ && effort == command_ && sum_ != 0.0) {
    base_ = sum_;
    return;
  }
  if (!write(effort)) write_unlimited(effort);
}

inline void JointEffort::replace_unread(double effort, std::int64_t now_ns) {
  // Where calls overwrite each other, a sum that is right does not say that the last one was not clipped.
  if (!adds_ || cleared_at_ns_ >= now_ns) {
    static_cast<void>(command(now_ns));
    replace(effort);
    return;
  }
  // After this call the sum is that of this step, whatever it was: commands, if there were any, and ours.
  joint_->SetForce(axis_, effort);
  cleared_at_ns_ = now_ns;
  sum_ = joint_->GetForce(axis_);
  base_ = sum_;
  if (sum_ == effort) return;
  command_ = sum_;
  replace(effort);
}

}  // namespace lockstep::hosts::gazebo_classic
