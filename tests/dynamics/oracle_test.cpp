// SPDX-License-Identifier: Apache-2.0
// The equations of motion against independent implementations, over random states of several robots.
#include "oracle.hpp"

#include <gtest/gtest.h>

#include "../../dynamics/test/random_state.hpp"

namespace lockstep::dynamics {

std::vector<OracleKind> oracles() {
  std::vector<OracleKind> found;
#ifdef LOCKSTEP_HAS_KDL
  found.push_back({"kdl", 1e-12, false, make_kdl_oracle});
#endif
#ifdef LOCKSTEP_HAS_MUJOCO
  // It turns each inertia into principal axes with an iteration that ends at 1e-8 or so.
  found.push_back({"mujoco", 1e-6, true, make_mujoco_oracle});
#endif
#ifdef LOCKSTEP_HAS_DART
  found.push_back({"dart", 1e-9, true, make_dart_oracle});
#endif
#ifdef LOCKSTEP_HAS_SIMBODY
  found.push_back({"simbody", 1e-9, true, make_simbody_oracle});
#endif
  return found;
}

namespace {

constexpr int kStates = 1000;

struct Robot {
  std::string file;
  bool is_chain;
};

class Oracles : public ::testing::TestWithParam<Robot> {};

/// Rates of all axes, followers included, as a linear function of ours.
Eigen::MatrixXd all_axes(const hosts::EnginePlan& plan, Eigen::Index size, Eigen::Index base) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(base + plan.layout.axis_count, size);
  G.topLeftCorner(base, base).setIdentity();
  Eigen::Index own = base;
  for (const hosts::JointInfo& joint : plan.layout.joints)
    for (unsigned axis = 0; axis < joint.axis_count && !joint.mimic; ++axis)
      G(base + joint.first_axis + axis, own++) = 1.0;
  EXPECT_EQ(own, size);
  for (const hosts::JointInfo& joint : plan.layout.joints)
    if (joint.mimic)
      G.row(base + joint.first_axis) =
          joint.mimic->multiplier * G.row(base + plan.layout.joints[joint.mimic->leader].first_axis);
  return G;
}

TEST_P(Oracles, AgreeOnMassMatrixAndBias) {
  const description::World world =
      description::read_world(LOCKSTEP_DYNAMICS_ROBOTS "/" + GetParam().file).world;
  const std::vector<description::JointType> all = {
      description::JointType::kFixed, description::JointType::kRevolute, description::JointType::kContinuous,
      description::JointType::kPrismatic, description::JointType::kUniversal};
  const auto plan = hosts::make_plan(world, {}, "test", {all.data(), all.size()});
  const auto mechanism = std::make_shared<Mechanism>(world);
  const auto n = static_cast<Eigen::Index>(mechanism->velocity_size());
  const Eigen::Index base = mechanism->coordinates().front().motion == Motion::kFree ? 6 : 0;
  const Eigen::MatrixXd G = all_axes(*plan, n, base);
  Dynamics dynamics{mechanism};
  for (const OracleKind& kind : oracles()) {
    if (!kind.trees && !GetParam().is_chain) continue;
    SCOPED_TRACE(kind.name);
    const std::unique_ptr<Oracle> oracle = kind.make(*plan);
    RandomState random{*mechanism};
    double worst_mass = 0.0, worst_bias = 0.0;
    for (int trial = 0; trial < kStates; ++trial) {
      const Eigen::VectorXd q = random.position(), v = random.vector();
      FullState state;
      Eigen::VectorXd rates = G * v;
      Eigen::VectorXd angles = q.tail(n - base);
      if (base != 0) {
        state.base = {q.head<3>(), description::Quaternion{q[3], q[4], q[5], q[6]}};
        state.base_linear = v.head<3>();
        state.base_angular = v.segment<3>(3);
      }
      state.q = G.bottomRightCorner(plan->layout.axis_count, n - base) * angles;
      for (const hosts::JointInfo& joint : plan->layout.joints)
        if (joint.mimic) state.q[joint.first_axis] += joint.mimic->offset;
      state.v = rates.tail(plan->layout.axis_count);
      Eigen::MatrixXd M(n, n), full;
      Eigen::VectorXd bias(n), full_bias;
      dynamics.set_state(q, v);
      dynamics.mass_matrix(M);
      dynamics.bias(bias);
      oracle->evaluate(state, full, full_bias);
      worst_mass = std::max(worst_mass,
                            (G.transpose() * full * G - M).cwiseAbs().maxCoeff() / M.cwiseAbs().maxCoeff());
      worst_bias = std::max(
          worst_bias, (G.transpose() * full_bias - bias).cwiseAbs().maxCoeff() / bias.cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst_mass, kind.agreement);
    EXPECT_LT(worst_bias, kind.agreement);
    RecordProperty(kind.name + "_mass", std::to_string(worst_mass));
    std::printf("%-8s %-12s mass %.1e  bias %.1e\n", kind.name.c_str(), GetParam().file.c_str(), worst_mass,
                worst_bias);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Oracles,
                         ::testing::Values(Robot{"panda.urdf", true}, Robot{"scara.urdf", true},
                                           Robot{"torso.urdf", false}, Robot{"biped.urdf", false},
                                           Robot{"spider.sdf", false}),
                         [](const auto& robot) {
                           return robot.param.file.substr(0, robot.param.file.find('.'));
                         });

}  // namespace
}  // namespace lockstep::dynamics
