// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::devices::controllers {
namespace {

LinearGains gains_of(double kp, double kd) {
  return {Eigen::MatrixXd::Constant(1, 1, kp), Eigen::MatrixXd::Constant(1, 1, kd), false, {}};
}

/// The growth of a semi-implicit loop over one step: the larger root of its characteristic polynomial.
double growth(double kp, double kd, double mass, double step_s) {
  const double a = step_s * kd / mass, b = step_s * step_s * kp / mass;
  const double p = 2.0 - a - b, q = 1.0 - a;
  const double root = p * p / 4.0 - q;
  return root >= 0.0 ? std::abs(p / 2.0) + std::sqrt(root) : std::sqrt(q);
}

// The rule's longest step is where the loop's characteristic polynomial gets a root of size 1.
TEST(Stability, LongestStepIsWhereTheLoopBeginsToGrow) {
  const SamplingStability found =
      check_sampling(gains_of(50.0, 10.0), Eigen::MatrixXd::Constant(1, 1, 0.0038), 1e-3);
  EXPECT_FALSE(found.stable);
  EXPECT_EQ(found.joints, std::vector<std::size_t>{0});
  EXPECT_NEAR(growth(50.0, 10.0, 0.0038, found.longest_step_s), 1.0, 1e-9);
  EXPECT_GT(growth(50.0, 10.0, 0.0038, 1.01 * found.longest_step_s), 1.0);
  EXPECT_LT(growth(50.0, 10.0, 0.0038, 0.99 * found.longest_step_s), 1.0);
}

// Computed torque acts on unit inertia, whatever the robot's is: 2 h kd + h^2 kp < 4.
TEST(Stability, ComputedTorqueHasUnitInertia) {
  LinearGains gains = gains_of(0.0, 10.0);
  gains.unit_inertia = true;
  EXPECT_NEAR(check_sampling(gains, Eigen::MatrixXd::Constant(1, 1, 1e-6), 1e-3).longest_step_s, 0.2, 1e-12);
}

// Without gains every step is stable.
TEST(Stability, NoGainsNoLimit) {
  const SamplingStability found =
      check_sampling(gains_of(0.0, 0.0), Eigen::MatrixXd::Constant(1, 1, 1.0), 1e-3);
  EXPECT_TRUE(found.stable);
  EXPECT_TRUE(std::isinf(found.longest_step_s));
}

// Each mode that breaks the rule names its joint, and no other.
TEST(Stability, NamesTheJointsThatOscillate) {
  LinearGains gains{Eigen::MatrixXd::Identity(3, 3), 10.0 * Eigen::MatrixXd::Identity(3, 3), false, {}};
  const Eigen::Vector3d inertia{0.001, 1.0, 0.002};
  const SamplingStability found = check_sampling(gains, inertia.asDiagonal().toDenseMatrix(), 1e-3);
  EXPECT_EQ(found.joints, (std::vector<std::size_t>{0, 2}));
}

}  // namespace
}  // namespace lockstep::devices::controllers
