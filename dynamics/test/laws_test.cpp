// SPDX-License-Identifier: Apache-2.0
// Laws that hold for every mechanism, on trees with every kind of joint. Derivatives are central differences
// of step h = 1e-6: they miss by about h^2 and by 1e-16 / h of the values, so 1e-8 relative.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <string>

#include "random_state.hpp"

namespace lockstep::dynamics {
namespace {

constexpr double kStep = 1e-6;
constexpr double kDifference = 2e-8;
constexpr double kExact = 1e-12;

double relative(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

class Laws : public ::testing::TestWithParam<std::string> {
 protected:
  Laws() {
    MechanismOptions options;
    if (GetParam() == "tree.sdf")
      options.joint_inertia = {{"slide", 0.6}, {"bend", 0.02}, {"curl", 0.01}, {"socket", 0.03}};
    mechanism = robot(GetParam(), options);
    n = static_cast<Eigen::Index>(mechanism->velocity_size());
  }
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double time) const {
    Eigen::VectorXd next(q.size());
    mechanism->advance(q, v, time, next);
    return next;
  }
  Eigen::MatrixXd mass(const Eigen::VectorXd& q) {
    Eigen::MatrixXd M(n, n);
    dynamics().set_position(q);
    dynamics().mass_matrix(M);
    return M;
  }
  Dynamics& dynamics() {
    if (!made) made = std::make_unique<Dynamics>(mechanism);
    return *made;
  }
  std::shared_ptr<const Mechanism> mechanism;
  std::unique_ptr<Dynamics> made;
  Eigen::Index n{0};
};

TEST_P(Laws, InverseDynamicsHasTheMassMatrixAsColumns) {
  RandomState random{*mechanism};
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::VectorXd q = random.position();
    const Eigen::MatrixXd M = mass(q);
    Eigen::VectorXd g(n), tau(n);
    dynamics().gravity(g);
    Eigen::MatrixXd columns(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      dynamics().inverse_dynamics(Eigen::VectorXd::Unit(n, k), tau);
      columns.col(k) = tau - g;
    }
    EXPECT_LT(relative(columns, M), kExact);
    EXPECT_LT(relative(M, M.transpose()), 1e-15);
    EXPECT_GT(M.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0.0);
  }
}

TEST_P(Laws, TermsOfTheEquationAddUp) {
  RandomState random{*mechanism};
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::VectorXd q = random.position(), v = random.vector(), a = random.vector();
    const Eigen::MatrixXd M = mass(q);
    Eigen::MatrixXd C(n, n);
    Eigen::VectorXd g(n), cv(n), bias(n), tau(n);
    dynamics().set_state(q, v);
    dynamics().coriolis_matrix(C);
    dynamics().gravity(g);
    dynamics().coriolis(cv);
    dynamics().bias(bias);
    dynamics().inverse_dynamics(a, tau);
    EXPECT_LT(relative(C * v, cv), kExact);
    EXPECT_LT(relative(cv + g, bias), kExact);
    EXPECT_LT(relative(M * a + bias, tau), kExact);
  }
}

TEST_P(Laws, ForwardDynamicsUndoesInverseDynamics) {
  RandomState random{*mechanism};
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::VectorXd a = random.vector();
    Eigen::VectorXd tau(n), back(n);
    dynamics().set_state(random.position(), random.vector());
    dynamics().inverse_dynamics(a, tau);
    dynamics().forward_dynamics(tau, back);
    EXPECT_LT(relative(back, a), 1e-10);  // the mass matrices have condition numbers up to 1e4
  }
}

TEST_P(Laws, MassMatrixChangesByTheCoriolisMatrix) {
  RandomState random{*mechanism};
  for (int trial = 0; trial < 10; ++trial) {
    const Eigen::VectorXd q = random.position(), v = random.vector();
    const Eigen::MatrixXd rate = (mass(moved(q, v, kStep)) - mass(moved(q, v, -kStep))) / (2 * kStep);
    Eigen::MatrixXd C(n, n);
    dynamics().set_state(q, v);
    dynamics().coriolis_matrix(C);
    // Where v is no derivative of coordinates (bases, balls) dM/dt = C + C' still holds: it is the power
    // balance.
    EXPECT_LT(relative(C + C.transpose(), rate), kDifference);
  }
}

TEST_P(Laws, EnergyChangesByTheWorkOfTheEfforts) {
  RandomState random{*mechanism};
  for (int trial = 0; trial < 10; ++trial) {
    const Eigen::VectorXd q = random.position(), v = random.vector(), a = random.vector();
    Eigen::VectorXd tau(n);
    const auto energy = [&](double time) {
      dynamics().set_state(moved(q, v + 0.5 * a * time, time), v + a * time);
      return dynamics().kinetic_energy() + dynamics().potential_energy();
    };
    const double rate = (energy(kStep) - energy(-kStep)) / (2 * kStep);
    dynamics().set_state(q, v);
    const double kinetic = dynamics().kinetic_energy();
    EXPECT_NEAR(kinetic, 0.5 * v.dot(mass(q) * v), kExact * kinetic);
    dynamics().set_state(q, v);
    dynamics().inverse_dynamics(a, tau);
    EXPECT_NEAR(rate, tau.dot(v),
                1e-6 * std::max(1.0, std::abs(rate)));  // differences of energies of some 100 J
  }
}

TEST_P(Laws, JacobiansAreTheDerivativesOfPlaces) {
  RandomState random{*mechanism};
  const Vector3 point{0.11, -0.07, 0.23};
  for (std::size_t link = 0; link < mechanism->links().size(); ++link) {
    const Eigen::VectorXd q = random.position(), v = random.vector();
    Eigen::MatrixXd J(6, n), dJ(6, n), before(6, n), after(6, n);
    const auto at = [&](double time) {
      dynamics().set_position(moved(q, v, time));
      return dynamics().link_pose(link);
    };
    const Pose later = at(kStep), earlier = at(-kStep);
    const Vector3 velocity = (later * point - earlier * point) / (2 * kStep);
    const Eigen::AngleAxisd turn{Eigen::Quaterniond{later.orientation * earlier.orientation.conjugate()}};
    dynamics().set_state(q, v);
    dynamics().jacobian(link, point, J);
    dynamics().jacobian_rate(link, point, dJ);
    const Dynamics::Twist twist = J * v;
    EXPECT_LT(relative(twist.head<3>(), velocity), kDifference);
    EXPECT_LT(relative(twist.tail<3>(), Vector3{turn.axis() * turn.angle() / (2 * kStep)}), kDifference);
    Eigen::MatrixXd origin(6, n);
    dynamics().jacobian(link, Vector3::Zero(), origin);
    EXPECT_LT(relative(origin * v, dynamics().link_velocity(link)), kExact);
    dynamics().set_state(moved(q, v, kStep), v);
    dynamics().jacobian(link, point, after);
    dynamics().set_state(moved(q, v, -kStep), v);
    dynamics().jacobian(link, point, before);
    EXPECT_LT(relative(dJ, (after - before) / (2 * kStep)), kDifference);
  }
}

TEST_P(Laws, CentreOfMassMovesAsItsJacobianSays) {
  RandomState random{*mechanism};
  const Eigen::VectorXd q = random.position(), v = random.vector();
  Eigen::MatrixXd J(3, n);
  dynamics().set_state(q, v);
  dynamics().centre_of_mass_jacobian(J);
  EXPECT_LT(relative(J * v, dynamics().centre_of_mass_velocity()), kExact);
  dynamics().set_position(moved(q, v, kStep));
  const Vector3 later = dynamics().centre_of_mass();
  dynamics().set_position(moved(q, v, -kStep));
  EXPECT_LT(relative(J * v, (later - dynamics().centre_of_mass()) / (2 * kStep)), kDifference);
}

class Floating : public Laws {};

TEST_P(Floating, FarFromTheOriginNothingIsLost) {
  // A free base may be anywhere: the same robot 10 km away has the same equations.
  RandomState random{*mechanism};
  Eigen::VectorXd q = random.position();
  const Eigen::VectorXd v = random.vector(), a = random.vector();
  const Eigen::MatrixXd M = mass(q);
  Eigen::VectorXd tau(n), far(n);
  dynamics().set_state(q, v);
  dynamics().inverse_dynamics(a, tau);
  q.head<3>() += Vector3{8000.0, -6000.0, 500.0};
  EXPECT_LT(relative(mass(q), M), 1e-10);  // positions keep 1e4 m * 2e-16 = 2e-12 m
  dynamics().set_state(q, v);
  dynamics().inverse_dynamics(a, far);
  EXPECT_LT(relative(far, tau), 1e-10);
}

std::string name_of(const ::testing::TestParamInfo<std::string>& robot) {
  return robot.param.substr(0, robot.param.find('.'));
}
INSTANTIATE_TEST_SUITE_P(Robots, Laws,
                         ::testing::Values("tree.sdf", "panda.urdf", "scara.urdf", "torso.urdf", "biped.urdf",
                                           "spider.sdf"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Robots, Floating, ::testing::Values("tree.sdf", "biped.urdf"), name_of);

}  // namespace
}  // namespace lockstep::dynamics
