// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <kdl/chain.hpp>

#include "lockstep/description/flat_world.hpp"

namespace lockstep::test {

inline KDL::Vector to_kdl(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

inline KDL::Frame to_kdl(const description::Pose& pose) {
  const description::Quaternion& r = pose.orientation;
  return {KDL::Rotation::Quaternion(r.x(), r.y(), r.z(), r.w()), to_kdl(pose.position)};
}

inline KDL::RigidBodyInertia to_kdl(const description::Inertial& given) {
  const Eigen::Matrix3d R = given.pose.orientation.toRotationMatrix();
  const Eigen::Matrix3d I = R * given.inertia_kg_m2 * R.transpose();
  return KDL::RigidBodyInertia{given.mass_kg, to_kdl(given.pose.position),
                               KDL::RotationalInertia{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}};
}

inline KDL::Joint to_kdl(const description::Joint& joint, const description::Pose& X_PJ) {
  if (joint.axes.empty()) return KDL::Joint{joint.name, KDL::Joint::None};
  return {joint.name, to_kdl(X_PJ.position),
          to_kdl(Eigen::Vector3d{X_PJ.orientation * joint.axes[0].direction}),
          joint.type == description::JointType::kPrismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis};
}

/// A world with one robot, whose joints are a chain on the world, for Orocos KDL.
inline KDL::Chain kdl_chain(const description::World& world) {
  const description::FlatWorld flat = description::flatten(world);
  KDL::Chain chain;
  for (const description::TreeJoint& tree : description::kinematic_tree(flat).joints) {
    const description::FlatJoint& joint = flat.joints[tree.joint];
    const bool on_world = joint.parent == description::FlatJoint::kWorld;
    const description::Pose X_WP = on_world ? description::Pose{} : flat.links[joint.parent].pose;
    const description::FlatLink& child = flat.links[joint.child];
    chain.addSegment(KDL::Segment{child.link->name, to_kdl(*joint.joint, X_WP.inverse() * joint.pose),
                                  to_kdl(X_WP.inverse() * child.pose), to_kdl(child.link->inertial)});
  }
  return chain;
}

}  // namespace lockstep::test
