// SPDX-License-Identifier: Apache-2.0
#include "../../hosts/simbody/src/system.hpp"
#include "oracle.hpp"

namespace lockstep::dynamics {
namespace {

class SimbodyOracle final : public Oracle {
 public:
  explicit SimbodyOracle(const hosts::EnginePlan& plan) : plan_{plan} {
    built_ = hosts::simbody::build_system(plan, {});
    state_ = built_->system.realizeTopology();
    built_->system.realizeModel(state_);
  }

  void evaluate(const FullState& given, Eigen::MatrixXd& M, Eigen::VectorXd& bias) override {
    const SimTK::SimbodyMatterSubsystem& matter = built_->matter;
    const int n = matter.getNumMobilities();
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, n);  // velocity of the system = T * velocity of ours
    int row = 0;
    for (const std::size_t link : plan_.tree.free_links) {
      const SimTK::MobilizedBody& base = matter.getMobilizedBody(built_->body[link]);
      base.setQToFitTransform(state_, hosts::simbody::to_simtk(given.base));
      base.setUToFitVelocity(state_, {hosts::simbody::to_simtk(given.base_angular),
                                      hosts::simbody::to_simtk(given.base_linear)});
      const int first = base.getFirstUIndex(state_);
      T.block<3, 3>(first, 3) = Eigen::Matrix3d::Identity();
      T.block<3, 3>(first + 3, 0) = Eigen::Matrix3d::Identity();
      row = 6;
    }
    for (std::size_t j = 0; j < plan_.layout.joints.size(); ++j)
      for (unsigned axis = 0; axis < plan_.layout.joints[j].axis_count; ++axis) {
        const SimTK::MobilizedBody& body = matter.getMobilizedBody(built_->joint[j]);
        const auto i = static_cast<int>(plan_.layout.joints[j].first_axis + axis);
        body.setOneQ(state_, static_cast<int>(axis), given.q[i]);
        body.setOneU(state_, static_cast<int>(axis), given.v[i]);
        T(static_cast<int>(body.getFirstUIndex(state_)) + static_cast<int>(axis), row + i) = 1.0;
      }
    built_->system.realize(state_, SimTK::Stage::Velocity);
    SimTK::Matrix full;
    matter.calcM(state_, full);
    SimTK::Vector_<SimTK::SpatialVec> weights(matter.getNumBodies(),
                                              SimTK::SpatialVec{SimTK::Vec3{0}, SimTK::Vec3{0}});
    for (SimTK::MobilizedBodyIndex i{1}; i < matter.getNumBodies(); ++i) {
      const SimTK::MobilizedBody& body = matter.getMobilizedBody(i);
      matter.addInStationForce(state_, i, body.getBodyMassCenterStation(state_),
                               body.getBodyMass(state_) * hosts::simbody::to_simtk(plan_.world.gravity_m_s2),
                               weights);
    }
    SimTK::Vector residual;
    matter.calcResidualForceIgnoringConstraints(state_, SimTK::Vector{n, 0.0}, weights, SimTK::Vector{n, 0.0},
                                                residual);
    Eigen::MatrixXd copied(n, n);
    Eigen::VectorXd force(n);
    for (int i = 0; i < n; ++i) {
      force[i] = residual[i];
      for (int k = 0; k < n; ++k)
        copied(i, k) = full(i, k);
    }
    M = T.transpose() * copied * T;
    bias = T.transpose() * force;
  }

 private:
  const hosts::EnginePlan& plan_;
  std::unique_ptr<hosts::simbody::BuiltSystem> built_;
  SimTK::State state_;
};

}  // namespace

std::unique_ptr<Oracle> make_simbody_oracle(const hosts::EnginePlan& plan) {
  return std::make_unique<SimbodyOracle>(plan);
}

}  // namespace lockstep::dynamics
