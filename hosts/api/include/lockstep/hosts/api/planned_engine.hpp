// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "lockstep/hosts/api/unused_properties.hpp"

namespace lockstep::hosts {

/// Where the reaction of a joint is found in an engine with a kinematic tree, and how it is turned round when
/// the joint was met from its child.
struct ReactionPlace {
  JointIndex joint{0};
  std::size_t outer{0};                               ///< link that the joint carries in the tree
  std::size_t child{description::FlatJoint::kWorld};  ///< child of the description
  bool reversed{false};                               ///< the child carries the parent
  description::Pose X_OJ;                             ///< joint frame in the outer link's frame
  description::Quaternion q_CJ{1.0, 0.0, 0.0, 0.0};   ///< joint frame in the child's (or the world's) frame
};

/// An axis that a device moves by position or velocity instead of effort.
struct DrivenAxis {
  AxisIndex axis{0};
  std::size_t joint{0};
};

/// A new state of one axis.
struct AxisMotion {
  AxisIndex axis{0};
  double position{0.0}, velocity{0.0};
};

/// What embedded engines have in common: the plan they are built from, the arrays, and what a device asked
/// for. To write an engine: derive, call take_needs() in prepare(), reset_arrays() in reset(), couple the
/// joints whose JointInfo has a mimic, weld what is in EnginePlan::welds, and implement put_axes() and the
/// rest of Engine.
class LOCKSTEP_HOSTS_API_EXPORT PlannedEngine : public Engine {
 public:
  explicit PlannedEngine(std::unique_ptr<const EnginePlan> plan);

  const WorldLayout& layout() const noexcept final { return plan_->layout; }
  WorldState& state() noexcept final { return state_; }
  core::Rational step_size() const noexcept final { return plan_->step; }
  /// Followers of the joint are put where it leads them. Throws Error{kUnsupported} for a follower, for a
  /// joint that is part of a loop and without kSetJointState.
  void set_joint_state(AxisIndex axis, double position, double velocity) final;

 protected:
  /// Puts these axes somewhere else and refreshes the state; called of an engine with kSetJointState only.
  virtual void put_axes(Span<const AxisMotion> axes);
  /// Tells what of the description is not taken over: `findings` of the engine, and what every engine does
  /// without.
  void tell(const core::LogSink& log, std::vector<Diagnostic> findings) const;
  /// Keeps `needs` and makes room for contacts. Throws Error{kUnsupported} naming a capability that is
  /// missing.
  void take_needs(const Needs& needs);
  /// Gravity and wind of the description; no reactions, no contacts.
  void reset_arrays();
  /// A contact of these two is one somebody asked for.
  bool is_watched(LinkIndex a, LinkIndex b) const noexcept {
    return (a != kWorld && watched_[a]) || (b != kWorld && watched_[b]);
  }
  /// One for each joint in the needs that is in the tree.
  std::vector<ReactionPlace> reaction_places() const;
  /// The axes whose mode is position or velocity, as devices have claimed them.
  std::vector<DrivenAxis> driven_axes() const;
  /// The velocity at which a driven axis has to move over the coming step.
  double drive_velocity(AxisIndex axis) const noexcept {
    return state_.mode[axis] == CommandMode::kVelocity
               ? state_.applied[axis]
               : (state_.applied[axis] - state_.position[axis]) / step_s_;
  }
  /// Throws Error{kUnsupported} saying that only a free body can be put somewhere.
  [[noreturn]] void refuse_to_put(LinkIndex link) const;
  /// Throws Error{kUnsupported} saying that axes of a ball joint cannot be put one by one.
  [[noreturn]] void refuse_ball() const;
  /// Throws Error{kBadUsage}: the snapshot is of another world.
  [[noreturn]] void refuse_snapshot() const;

  std::unique_ptr<const EnginePlan> plan_;
  WorldState state_;
  Needs needs_;

 private:
  void refuse_loop(AxisIndex axis) const;

  double step_s_;
  std::vector<bool> watched_;  // by link
};

}  // namespace lockstep::hosts
