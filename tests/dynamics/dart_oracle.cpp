// SPDX-License-Identifier: Apache-2.0
#include "../../hosts/dart/src/skeletons.hpp"
#include "oracle.hpp"

namespace lockstep::dynamics {
namespace {

namespace dd = ::dart::dynamics;

class DartOracle final : public Oracle {
 public:
  explicit DartOracle(const hosts::EnginePlan& plan) : plan_{plan} {
    built_ = hosts::dart::build_skeletons(plan);
    skeleton_ = built_.joint.back()->getSkeleton();
    if (!plan.tree.free_links.empty())
      base_ = dynamic_cast<dd::FreeJoint*>(built_.body[plan.tree.free_links.front()]->getParentJoint());
  }

  void evaluate(const FullState& state, Eigen::MatrixXd& M, Eigen::VectorXd& bias) override {
    const auto n = static_cast<Eigen::Index>(skeleton_->getNumDofs());
    // Velocity of the skeleton = T * velocity of ours. DART has the velocity of a free body in the body's own
    // axes, angular part first, so that its rate is T times ours, less w x v.
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd rest = Eigen::VectorXd::Zero(n);
    Eigen::Index row = 0;
    if (base_ != nullptr) {
      const Eigen::Matrix3d R = state.base.orientation.toRotationMatrix();
      const Eigen::Vector3d w = R.transpose() * state.base_angular, v = R.transpose() * state.base_linear;
      base_->setPositions(dd::FreeJoint::convertToPositions(hosts::dart::isometry(state.base)));
      Eigen::Matrix<double, 6, 1> twist;
      twist << w, v;
      base_->setVelocities(twist);
      const auto first = static_cast<Eigen::Index>(base_->getIndexInSkeleton(0));
      T.block<3, 3>(first, 3) = R.transpose();
      T.block<3, 3>(first + 3, 0) = R.transpose();
      rest.segment<3>(first + 3) = -w.cross(v);
      row = 6;
    }
    for (std::size_t j = 0; j < plan_.layout.joints.size(); ++j)
      for (unsigned axis = 0; axis < plan_.layout.joints[j].axis_count; ++axis) {
        const auto i = static_cast<Eigen::Index>(plan_.layout.joints[j].first_axis + axis);
        built_.joint[j]->setPosition(axis, state.q[i]);
        built_.joint[j]->setVelocity(axis, state.v[i]);
        T(static_cast<Eigen::Index>(built_.joint[j]->getIndexInSkeleton(axis)), row + i) = 1.0;
      }
    const Eigen::MatrixXd& full = skeleton_->getMassMatrix();
    M = T.transpose() * full * T;
    bias = T.transpose() * (skeleton_->getCoriolisAndGravityForces() + full * rest);
  }

 private:
  const hosts::EnginePlan& plan_;
  hosts::dart::BuiltWorld built_;
  dd::SkeletonPtr skeleton_;
  dd::FreeJoint* base_{nullptr};
};

}  // namespace

std::unique_ptr<Oracle> make_dart_oracle(const hosts::EnginePlan& plan) {
  return std::make_unique<DartOracle>(plan);
}

}  // namespace lockstep::dynamics
