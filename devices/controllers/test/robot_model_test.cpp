// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/robot_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"
#include "test_robots.hpp"

namespace lockstep::devices::controllers {
namespace {

// Chosen joints in another order: entries of M and g go with their joints; the others take part in the state.
TEST(RobotModel, HoldsTheChosenJointsInTheirOrder) {
  RobotModel all{test::two_links(), {"shoulder", "elbow"}};
  RobotModel turned{test::two_links(), {"elbow", "shoulder"}};
  RobotModel one{test::two_links(), {"elbow"}};
  for (RobotModel* const robot : {&all, &turned, &one}) {
    robot->set_axis(0, 0.4, 1.0);
    robot->set_axis(1, -0.7, 2.0);
    robot->update();
  }
  Eigen::MatrixXd M{2, 2}, N{2, 2}, E{1, 1};
  all.mass_matrix(M);
  turned.mass_matrix(N);
  one.mass_matrix(E);
  EXPECT_EQ(N(0, 0), M(1, 1));
  EXPECT_EQ(N(0, 1), M(1, 0));
  EXPECT_EQ(E(0, 0), M(1, 1));
  Eigen::VectorXd g{2}, h{2}, e{1};
  all.gravity(g);
  turned.gravity(h);
  one.gravity(e);
  EXPECT_EQ(h[0], g[1]);
  EXPECT_EQ(e[0], g[1]);
  EXPECT_EQ(one.q()[0], -0.7);
  EXPECT_EQ(turned.v()[1], 1.0);
}

// Gravity of two links of 1 kg at the ends of 1 m, about y, from hanging down: closed form.
TEST(RobotModel, GravityOfTwoLinks) {
  RobotModel robot{test::two_links(), {"shoulder", "elbow"}};
  robot.set_axis(0, 0.4, 0.0);
  robot.set_axis(1, -0.7, 0.0);
  robot.update();
  Eigen::VectorXd g{2};
  robot.gravity(g);
  EXPECT_NEAR(g[1], 9.8 * std::sin(-0.3), 1e-12);
  EXPECT_NEAR(g[0], 9.8 * (2.0 * std::sin(0.4) + std::sin(-0.3)), 1e-12);
}

// C' v is what is left of dM/dt v after C v.
TEST(RobotModel, TransposedCoriolis) {
  RobotModel robot{test::two_links(), {"shoulder", "elbow"}};
  const auto mass_at = [&](double t) {
    robot.set_axis(0, 0.4 + t, 1.0);
    robot.set_axis(1, -0.7 + 2.0 * t, 2.0);
    robot.update();
    Eigen::MatrixXd M{2, 2};
    robot.mass_matrix(M);
    return M;
  };
  const Eigen::VectorXd rate = (mass_at(1e-5) - mass_at(-1e-5)) / 2e-5 * Eigen::Vector2d{1.0, 2.0};
  mass_at(0.0);
  Eigen::VectorXd c{2}, t{2};
  robot.coriolis(c);
  robot.coriolis_transposed(t);
  EXPECT_TRUE((c + t).isApprox(rate, 1e-8)) << (c + t).transpose() << " / " << rate.transpose();
}

// A free base and unknown joints are refused with their names.
TEST(RobotModel, RefusesWhatItCannotControl) {
  EXPECT_THROW((RobotModel{test::two_links(), {"knee"}}), Error);
  try {
    RobotModel{test::two_links(false), {"shoulder"}};
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("fixed_base"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace lockstep::devices::controllers
