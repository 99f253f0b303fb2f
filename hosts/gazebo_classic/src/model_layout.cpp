// SPDX-License-Identifier: Apache-2.0
#include "model_layout.hpp"

#include <gazebo/physics/Inertial.hh>

#include <algorithm>

namespace lockstep::hosts::gazebo_classic {
namespace {

using gazebo::physics::Base;

JointKind kind_of(const gazebo::physics::Joint& joint) {
  if (joint.HasType(Base::SLIDER_JOINT)) return JointKind::kPrismatic;
  if (joint.HasType(Base::SCREW_JOINT)) return JointKind::kScrew;
  if (joint.HasType(Base::BALL_JOINT)) return JointKind::kBall;
  if (joint.HasType(Base::UNIVERSAL_JOINT) || joint.HasType(Base::HINGE2_JOINT)) return JointKind::kUniversal;
  if (joint.HasType(Base::FIXED_JOINT)) return JointKind::kFixed;
  return JointKind::kRevolute;
}

/// Gazebo writes "no limit" as a negative number.
double limit(double value) {
  return value < 0.0 ? std::numeric_limits<double>::infinity() : value;
}

void add_links(const gazebo::physics::Model& model, ModelLayout& made) {
  for (const gazebo::physics::LinkPtr& link : model.GetLinks()) {
    const auto& inertial = *link->GetInertial();
    const ignition::math::Vector3d center = inertial.CoG();
    made.layout.links.push_back(
        {normalized_scope(link->GetScopedName()), inertial.Mass(), {center.X(), center.Y(), center.Z()}});
    made.links.push_back(link.get());
  }
  for (const gazebo::physics::ModelPtr& nested : model.NestedModels())
    add_links(*nested, made);
}

LinkIndex index_of(const gazebo::physics::LinkPtr& link, const ModelLayout& made) {
  const auto found = std::find(made.links.begin(), made.links.end(), link.get());
  return found == made.links.end() ? kWorld : static_cast<LinkIndex>(found - made.links.begin());
}

void add_joints(const gazebo::physics::Model& model, ModelLayout& made) {
  for (const gazebo::physics::JointPtr& joint : model.GetJoints()) {
    JointInfo info;
    info.name = normalized_scope(joint->GetScopedName());
    info.kind = kind_of(*joint);
    info.parent = index_of(joint->GetParent(), made);
    info.child = index_of(joint->GetChild(), made);
    info.first_axis = made.layout.axis_count;
    info.axis_count = joint->DOF();
    for (unsigned int a = 0; a < info.axis_count; ++a) {
      info.limits.push_back({joint->LowerLimit(a), joint->UpperLimit(a), limit(joint->GetEffortLimit(a)),
                             limit(joint->GetVelocityLimit(a))});
      info.damping.push_back(joint->GetDamping(a));
      made.axes.push_back({joint.get(), a, joint});
    }
    made.layout.axis_count += info.axis_count;
    made.layout.joints.push_back(std::move(info));
    made.joints.push_back(joint.get());
  }
  for (const gazebo::physics::ModelPtr& nested : model.NestedModels())
    add_joints(*nested, made);
}

}  // namespace

ModelLayout model_layout(const gazebo::physics::Model& model) {
  ModelLayout made;
  add_links(model, made);
  add_joints(model, made);
  return made;
}

}  // namespace lockstep::hosts::gazebo_classic
