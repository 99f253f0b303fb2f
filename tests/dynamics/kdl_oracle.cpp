// SPDX-License-Identifier: Apache-2.0
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>

#include "oracle.hpp"

namespace lockstep::dynamics {
namespace {

KDL::Vector to_kdl(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

KDL::Frame to_kdl(const description::Pose& pose) {
  const description::Quaternion& r = pose.orientation;
  return {KDL::Rotation::Quaternion(r.x(), r.y(), r.z(), r.w()), to_kdl(pose.position)};
}

KDL::RigidBodyInertia inertia_of(const description::Inertial& given) {
  const Eigen::Matrix3d R = given.pose.orientation.toRotationMatrix();
  const Eigen::Matrix3d I = R * given.inertia_kg_m2 * R.transpose();
  return KDL::RigidBodyInertia{given.mass_kg, to_kdl(given.pose.position),
                               KDL::RotationalInertia{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}};
}

KDL::Joint joint_of(const description::FlatJoint& joint, const description::Pose& X_PJ) {
  if (joint.joint->axes.empty()) return KDL::Joint{joint.joint->name, KDL::Joint::None};
  return {joint.joint->name, to_kdl(X_PJ.position), to_kdl(Eigen::Vector3d{X_PJ.orientation * joint.joint->axes[0].direction}),
          joint.joint->type == description::JointType::kPrismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis};
}

class KdlOracle final : public Oracle {
 public:
  explicit KdlOracle(const hosts::EnginePlan& plan) {
    for (const description::TreeJoint& tree : plan.tree.joints) {
      const description::FlatJoint& joint = plan.flat.joints[tree.joint];
      const bool on_world = joint.parent == description::FlatJoint::kWorld;
      const description::Pose X_WP = on_world ? description::Pose{} : plan.flat.links[joint.parent].pose;
      const description::FlatLink& child = plan.flat.links[joint.child];
      chain_.addSegment(KDL::Segment{child.link->name, joint_of(joint, X_WP.inverse() * joint.pose),
                                     to_kdl(X_WP.inverse() * child.pose), inertia_of(child.link->inertial)});
    }
    dynamics_ = std::make_unique<KDL::ChainDynParam>(chain_, to_kdl(plan.world.gravity_m_s2));
  }

  void evaluate(const FullState& state, Eigen::MatrixXd& M, Eigen::VectorXd& bias) override {
    const unsigned n = chain_.getNrOfJoints();
    KDL::JntArray q(n), v(n), coriolis(n), gravity(n);
    q.data = state.q;
    v.data = state.v;
    KDL::JntSpaceInertiaMatrix mass(n);
    dynamics_->JntToMass(q, mass);
    dynamics_->JntToCoriolis(q, v, coriolis);
    dynamics_->JntToGravity(q, gravity);
    M = mass.data;
    bias = coriolis.data + gravity.data;
  }

 private:
  KDL::Chain chain_;
  std::unique_ptr<KDL::ChainDynParam> dynamics_;
};

}  // namespace

std::unique_ptr<Oracle> make_kdl_oracle(const hosts::EnginePlan& plan) { return std::make_unique<KdlOracle>(plan); }

}  // namespace lockstep::dynamics
