// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/momentum_observer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "test_robots.hpp"

namespace lockstep::devices::controllers {
namespace {

/// Two links that move freely under gravity, a motor torque and an external one, by fourth-order Runge-Kutta.
class ObserverTest : public testing::Test {
 protected:
  using State = Eigen::Vector4d;

  State rate(const State& x) {
    dynamics_.set_state(Eigen::VectorXd{x.head<2>()}, Eigen::VectorXd{x.tail<2>()});
    Eigen::VectorXd a{2};
    dynamics_.forward_dynamics(Eigen::VectorXd{motor_ + external_}, a);
    State d;
    d << x.tail<2>(), a;
    return d;
  }
  void step(double h) {
    const State k1 = rate(x_), k2 = rate(x_ + h / 2 * k1), k3 = rate(x_ + h / 2 * k2), k4 = rate(x_ + h * k3);
    x_ += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    put();
  }
  void put() {
    robot_.set_axis(0, x_[0], x_[2]);
    robot_.set_axis(1, x_[1], x_[3]);
    robot_.update();
  }

  dynamics::Dynamics dynamics_{test::two_links()};
  RobotModel robot_{test::two_links(), {"shoulder", "elbow"}};
  State x_{0.4, -0.7, 1.0, 0.5};
  Eigen::Vector2d motor_{2.0, -1.0}, external_{0.0, 0.0};
};

// The external torque is seen as 1 - exp(-gain t), and nothing while there is none. The error of a period is
// O(h).
TEST_F(ObserverTest, FollowsTheExternalTorque) {
  const double gain = 20.0, h = 1e-4;
  MomentumObserver observer{2, gain};
  put();
  observer.start(robot_);
  for (int k = 0; k < 2000; ++k) {
    step(h);
    observer.update(robot_, Eigen::VectorXd{motor_}, h);
  }
  EXPECT_LT(observer.external_torque().norm(), 5e-3);
  external_ = {1.5, -0.8};
  for (int k = 0; k < 1000; ++k) {
    step(h);
    observer.update(robot_, Eigen::VectorXd{motor_}, h);
  }
  const double seen = 1.0 - std::exp(-gain * 0.1);
  EXPECT_NEAR(observer.external_torque()[0], 1.5 * seen, 1e-2);
  EXPECT_NEAR(observer.external_torque()[1], -0.8 * seen, 1e-2);
}

// A force at the tip explains its own torque.
TEST_F(ObserverTest, FindsTheForceAtALink) {
  MomentumObserver observer{2, 1e3};
  put();
  observer.start(robot_);
  const std::size_t tip = robot_.mechanism().link("lower");
  Eigen::MatrixXd J{6, 2};
  robot_.jacobian(tip, J);
  // Along x, at the elbow: only what the two joints feel can be found.
  Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
  wrench[0] = 3.0;
  observer.memory(0) = J.transpose() * wrench;
  EXPECT_TRUE(
      (J.transpose() * observer.external_wrench(robot_, tip)).isApprox(observer.external_torque(), 1e-6));
}

}  // namespace
}  // namespace lockstep::devices::controllers
