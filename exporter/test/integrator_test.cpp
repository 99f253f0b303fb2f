// SPDX-License-Identifier: Apache-2.0
#include "integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

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
  const auto prototype = make_prototype<Known>();
  Component c(*prototype, Kind::kCoSimulation, {});
  c.set_experiment(0.0, 1.0);
  c.enter_initialization();
  c.exit_initialization(kStepMode);
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
  const auto prototype = make_prototype<Stiff>();
  Component c(*prototype, Kind::kCoSimulation, {});
  c.set_experiment(0.0, 10.0);
  c.enter_initialization();
  c.exit_initialization(kStepMode);
  const auto integrator = make_integrator(Solver::stiff());
  for (int k = 1; k <= 100; ++k) {
    integrator->step(c, 0.1, 0.1 * k);
    EXPECT_NEAR(c.state(0), std::cos(0.1 * k), 1e-6);
  }
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
  const auto prototype = make_prototype<Oscillator>();
  Component c(*prototype, Kind::kCoSimulation, {});
  c.set_experiment(0.0, 1e4);
  c.enter_initialization();
  c.exit_initialization(kStepMode);
  const auto integrator = make_integrator(Solver::semi_implicit_euler());
  for (int k = 1; k <= 10000; ++k)
    integrator->step(c, 0.01, 0.01 * k);
  EXPECT_NEAR(c.state(0) * c.state(0) + c.state(1) * c.state(1), 1.0, 0.01);
}

}  // namespace
}  // namespace lockstep::exporter::test
