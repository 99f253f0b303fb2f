// SPDX-License-Identifier: Apache-2.0
// The published model of a real robot: numbers computed by others.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "lockstep/description/reader.hpp"
#include "lockstep/dynamics/dynamics.hpp"

namespace lockstep::dynamics {
namespace {

using Vector7 = Eigen::Matrix<double, 7, 1>;

class Panda : public ::testing::Test {
 protected:
  Panda() {
    description::World world = description::read_world(LOCKSTEP_DYNAMICS_ROBOTS "/panda.urdf").world;
    world.gravity_m_s2 = {0.0, 0.0, -9.81};
    dynamics = std::make_unique<Dynamics>(std::make_shared<Mechanism>(world, "panda"));
    ready << 0.0, -M_PI / 4, 0.0, -3 * M_PI / 4, 0.0, M_PI / 2, M_PI / 4;
  }
  std::unique_ptr<Dynamics> dynamics;
  Vector7 ready;
};

// Published figures have six digits after the point.
constexpr double kDigits = 1e-6;

TEST_F(Panda, HoldsItselfUp) {
  Eigen::VectorXd g(7);
  dynamics->set_position(Vector7::Zero());
  dynamics->gravity(g);
  EXPECT_LT((g - (Vector7{} << 0, -3.434432, 0, -3.257224, 0, 1.694217, 0).finished()).cwiseAbs().maxCoeff(),
            kDigits);
  dynamics->set_position(ready);
  dynamics->gravity(g);
  EXPECT_LT((g - (Vector7{} << 0, -1.771376, -0.644000, 18.573590, 0.633846, 1.693685, 0).finished())
                .cwiseAbs()
                .maxCoeff(),
            kDigits);
}

TEST_F(Panda, HasTheInertiaOfItsLinks) {
  Eigen::MatrixXd M(7, 7);
  dynamics->set_position(ready);
  dynamics->mass_matrix(M);
  EXPECT_LT((M.diagonal() -
             (Vector7{} << 0.461178, 1.444959, 0.878925, 0.788736, 0.027855, 0.032557, 0.004910).finished())
                .cwiseAbs()
                .maxCoeff(),
            kDigits);
}

TEST_F(Panda, FeelsItsVelocity) {
  Eigen::VectorXd tau(7);
  dynamics->set_state(ready, Vector7::Ones());
  dynamics->coriolis(tau);
  EXPECT_LT(
      (tau -
       (Vector7{} << 0.840290, -1.613741, 2.201305, -0.645643, 0.114471, -0.221478, -0.011555).finished())
          .cwiseAbs()
          .maxCoeff(),
      kDigits);
}

TEST_F(Panda, HasItsFlangeWhereTheManualSays) {
  const std::size_t flange = dynamics->mechanism().link("flange");
  dynamics->set_position(Vector7::Zero());
  EXPECT_LT((dynamics->link_pose(flange).position - Vector3{0.088, 0.0, 0.926}).norm(), kDigits);
  dynamics->set_position(ready);
  EXPECT_LT((dynamics->link_pose(flange).position - Vector3{0.306891, 0.0, 0.590282}).norm(), kDigits);
}

}  // namespace
}  // namespace lockstep::dynamics
