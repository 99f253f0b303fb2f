// SPDX-License-Identifier: Apache-2.0
#include "joint_reaction.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

using gazebo::physics::Base;

Eigen::Vector3d vector(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

}  // namespace

JointReaction::JointReaction(gazebo::physics::Joint& joint, PhysicsKind kind) : joint_{&joint} {
  const bool simple = joint.HasType(Base::HINGE_JOINT) || joint.HasType(Base::SLIDER_JOINT) ||
                      joint.HasType(Base::FIXED_JOINT);
  if (!simple && (kind == PhysicsKind::kOde || kind == PhysicsKind::kBullet))
    throw Error{ErrorCode::kUnsupported,
                "joint '" + joint.GetScopedName() +
                    "' has several axes, and the engine of this world does not " +
                    "give its reaction; use simbody or dart, or a revolute, prismatic or fixed joint"};
  joint.SetProvideFeedback(true);
  const ignition::math::Quaterniond& q = joint.InitialAnchorPose().Rot();
  q_CJ_ = Eigen::Quaterniond{q.W(), q.X(), q.Y(), q.Z()};
}

Wrench JointReaction::read() const {
  const gazebo::physics::JointWrench wrench = joint_->GetForceTorque(0U);
  return {q_CJ_.conjugate() * -vector(wrench.body2Force), q_CJ_.conjugate() * -vector(wrench.body2Torque)};
}

}  // namespace lockstep::hosts::gazebo_classic
