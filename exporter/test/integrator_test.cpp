// SPDX-License-Identifier: Apache-2.0
#include "integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

/// An instance of model M at time 0 of an experiment up to `stop`, to be stepped.
template <template <class> class M>
class Running {
 public:
  explicit Running(double stop) {
    c.set_experiment(0.0, stop);
    c.enter_initialization();
    c.exit_initialization(kStepMode);
  }

 private:
  std::unique_ptr<Prototype> prototype_{make_prototype<M>()};

 public:
  Component c{*prototype_, Kind::kCoSimulation, {}};
};

/// A nonlinear, time-dependent system with a known solution: x = exp(sin t), y = cos t.
template <class Real>
struct Known {
  Real time{}, x{1.0}, der_x{}, y{1.0}, der_y{};
  void describe(Description& m) {
    m.time("time", time);
    m.output("x", x).derivative(der_x);
    m.output("y", y).derivative(der_y);
  }
  void equations() {
    der_x = x * y;
    der_y = -sin(time) + (y - cos(time)) * x;
  }
};

double error_after_one_second(const Solver& solver, int steps) {
  Running<Known> run(1.0);
  Component& c = run.c;
  const auto integrator = make_integrator(solver);
  for (int k = 1; k <= steps; ++k)
    integrator->step(c, 1.0 / steps, static_cast<double>(k) / steps);
  return std::abs(c.state(0) - std::exp(std::sin(1.0))) + std::abs(c.state(1) - std::cos(1.0));
}

/// Observed order when the step is halved.
double order_of(const Solver& solver, int steps) {
  return std::log2(error_after_one_second(solver, steps) / error_after_one_second(solver, 2 * steps));
}

// Halving the step divides the error by 2^order.
TEST(Integrator, orders_of_convergence) {
  EXPECT_NEAR(order_of(Solver::rk4(), 20), 4.0, 0.2);
  EXPECT_NEAR(order_of(Solver::semi_implicit_euler(), 200), 1.0, 0.1);
  EXPECT_NEAR(order_of(Solver::stiff(), 40), 3.0, 0.2);
}

/// Prothero and Robinson's problem: x' = -k (x - cos t) - sin t, solution cos t, arbitrarily stiff.
template <class Real>
struct Stiff {
  Real time{}, x{1.0}, der_x{}, k{1e6};
  void describe(Description& m) {
    m.time("time", time);
    m.output("x", x).derivative(der_x);
    m.parameter("k", k);
  }
  void equations() { der_x = -k * (x - cos(time)) - sin(time); }
};

// With a step a hundred thousand times the time constant the stiff solver stays on the solution.
TEST(Integrator, stiff_problems_do_not_limit_the_step) {
  Running<Stiff> run(10.0);
  Component& c = run.c;
  const auto integrator = make_integrator(Solver::stiff());
  for (int k = 1; k <= 100; ++k) {
    integrator->step(c, 0.1, 0.1 * k);
    EXPECT_NEAR(c.state(0), std::cos(0.1 * k), 1e-6);
  }
}

/// H. H. Robertson's kinetics (1966): rate constants over nine decades, a transient of 1e-3 s.
template <class Real>
struct Robertson {
  Real a{1.0}, der_a{}, b{0.0}, der_b{}, c{0.0}, der_c{};
  void describe(Description& m) {
    m.output("a", a).derivative(der_a);
    m.output("b", b).derivative(der_b).nominal(1e-5);
    m.output("c", c).derivative(der_c);
  }
  void equations() {
    der_a = -0.04 * a + 1e4 * b * c;
    der_c = 3e7 * b * b;
    der_b = -der_a - der_c;
  }
};

// A step far too long for the transient is taken in shorter ones: at 0.4 s and 40 s the published solution
// (Hairer and Wanner, Solving Ordinary Differential Equations II) appears within what the tolerance of 1e-4
// promises.
TEST(Integrator, stiff_steps_that_are_too_inexact_are_shortened) {
  Running<Robertson> run(40.0);
  Component& c = run.c;
  const auto integrator = make_integrator(Solver::stiff());
  integrator->step(c, 0.4, 0.4);
  EXPECT_NEAR(c.state(0), 0.98517211386, 1e-4);
  EXPECT_NEAR(c.state(1), 3.3863953790e-05, 1e-4 * 3.4e-5 * 10);
  EXPECT_NEAR(c.state(2), 1.4794022184e-02, 1e-4);
  for (int k = 1; k <= 100; ++k)
    integrator->step(c, 0.396, k == 100 ? 40.0 : 0.4 + 0.396 * k);
  EXPECT_NEAR(c.state(0), 0.71582706872, 1e-4 * 10);
  EXPECT_NEAR(c.state(1), 9.1855347645e-06, 1e-4 * 9.2e-6 * 10);
  EXPECT_NEAR(c.state(0) + c.state(1) + c.state(2), 1.0, 1e-9);
}

/// x' = NaN from 0.5 s on.
template <class Real>
struct Broken {
  Real time{}, x{0.0}, der_x{};
  void describe(Description& m) {
    m.time("time", time);
    m.output("x", x).derivative(der_x);
  }
  void equations() { der_x = sqrt(0.5 - time); }
};

// Shortening comes to an end where no step is short enough.
TEST(Integrator, stiff_steps_into_nowhere_end) {
  Running<Broken> run(1.0);
  Component& c = run.c;
  make_integrator(Solver::stiff())->step(c, 1.0, 1.0);
  EXPECT_EQ(c.time(), 1.0);
  EXPECT_TRUE(std::isnan(c.state(0)));
}

template <class Real>
struct Oscillator {
  Real q{1.0}, v{0.0}, acceleration{};
  void describe(Description& m) {
    m.output("q", q).derivative(v);
    m.output("v", v).derivative(acceleration);
  }
  void equations() { acceleration = -q; }
};

// The semi-implicit method is symplectic: after many periods the energy has not drifted (explicit Euler at
// this step would have multiplied it by e^100).
TEST(Integrator, semi_implicit_euler_keeps_the_energy) {
  Running<Oscillator> run(1e4);
  Component& c = run.c;
  const auto integrator = make_integrator(Solver::semi_implicit_euler());
  for (int k = 1; k <= 10000; ++k)
    integrator->step(c, 0.01, 0.01 * k);
  EXPECT_NEAR(c.state(0) * c.state(0) + c.state(1) * c.state(1), 1.0, 0.01);
}

}  // namespace
}  // namespace lockstep::exporter::test
