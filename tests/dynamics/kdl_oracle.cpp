// SPDX-License-Identifier: Apache-2.0
#include <kdl/chaindynparam.hpp>

#include "oracle.hpp"
#include "support/kdl_chain.hpp"

namespace lockstep::dynamics {
namespace {

class KdlOracle final : public Oracle {
 public:
  explicit KdlOracle(const hosts::EnginePlan& plan)
      : chain_{test::kdl_chain(plan.world)}, dynamics_{chain_, test::to_kdl(plan.world.gravity_m_s2)} {}

  void evaluate(const FullState& state, Eigen::MatrixXd& M, Eigen::VectorXd& bias) override {
    const unsigned n = chain_.getNrOfJoints();
    KDL::JntArray q(n), v(n), coriolis(n), gravity(n);
    q.data = state.q;
    v.data = state.v;
    KDL::JntSpaceInertiaMatrix mass(n);
    dynamics_.JntToMass(q, mass);
    dynamics_.JntToCoriolis(q, v, coriolis);
    dynamics_.JntToGravity(q, gravity);
    M = mass.data;
    bias = coriolis.data + gravity.data;
  }

 private:
  KDL::Chain chain_;
  KDL::ChainDynParam dynamics_;
};

}  // namespace

std::unique_ptr<Oracle> make_kdl_oracle(const hosts::EnginePlan& plan) {
  return std::make_unique<KdlOracle>(plan);
}

}  // namespace lockstep::dynamics
