// SPDX-License-Identifier: Apache-2.0
#include "solver/fixed_step_solver.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"

namespace lockstep::core {
namespace {

using namespace test;

double dahlquist_error(SolverKind kind, double step_s) {
  TestProblem problem = dahlquist();
  return std::fabs(integrate(problem, settings(kind, step_s, 1), {1.0}, 1.0).at(0) - std::exp(-1.0));
}

double oscillator_error(SolverKind kind, double step_s) {
  TestProblem problem = oscillator(2.0);
  return std::fabs(integrate(problem, settings(kind, step_s, 2), {1.0, 0.0}, 1.0).at(0) - std::cos(2.0));
}

// Halving the step divides the error by 2 (Euler, order 1) and by 16 (RK4, order 4); the next term of the
// error changes these ratios by a few per cent at these steps.
TEST(FixedStepSolver, ConvergenceOrder) {
  for (const auto& error : {dahlquist_error, oscillator_error}) {
    for (const double step_s : {0.02, 0.01}) {
      EXPECT_NEAR(std::log2(error(SolverKind::kEuler, step_s) / error(SolverKind::kEuler, step_s / 2.0)), 1.0,
                  0.05);
      EXPECT_NEAR(std::log2(error(SolverKind::kRk4, step_s) / error(SolverKind::kRk4, step_s / 2.0)), 4.0,
                  0.05);
    }
  }
}

// One Euler and one RK4 step of dx/dt = -x from 1 over h = 0.5 give 1 - h and the Taylor polynomial of
// order 4.
TEST(FixedStepSolver, OneStepByHand) {
  TestProblem problem = dahlquist();
  EXPECT_DOUBLE_EQ(integrate(problem, settings(SolverKind::kEuler, 1.0, 1), {1.0}, 0.5).at(0), 0.5);
  EXPECT_DOUBLE_EQ(integrate(problem, settings(SolverKind::kRk4, 1.0, 1), {1.0}, 0.5).at(0),
                   1.0 - 0.5 + 0.125 - 0.125 / 6.0 + 0.0625 / 24.0);
}

// 0.3 s in steps of 0.1 s is three steps although 0.3 / 0.1 rounds above 3 nowhere and below 3 in doubles;
// 0.35 s is four equal ones.
TEST(FixedStepSolver, DividesTheWayEvenly) {
  TestProblem problem = dahlquist();
  (void)integrate(problem, settings(SolverKind::kEuler, 0.1, 1), {1.0}, 0.3);
  EXPECT_EQ(problem.derivative_calls, 3);
  problem.derivative_calls = 0;
  const double x = integrate(problem, settings(SolverKind::kEuler, 0.1, 1), {1.0}, 0.35).at(0);
  EXPECT_EQ(problem.derivative_calls, 4);
  EXPECT_NEAR(x, std::pow(1.0 - 0.0875, 4), 1e-15);
}

// RK4 integrates the parabola of a falling ball exactly and repeats the step to find the event, so the
// bounces are right to rounding and hysteresis (1e-13 m at the slowest, 1.5 m/s), whatever the step.
TEST(FixedStepSolver, BouncesAtTheRightTimes) {
  for (const double step_s : {0.01, 0.0371}) {
    const std::vector<double> times = bounce(settings(SolverKind::kRk4, step_s, 2), 5);
    ASSERT_EQ(times.size(), 5U);
    for (int n = 0; n < 5; ++n)
      EXPECT_NEAR(times[static_cast<std::size_t>(n)], bounce_time(n), 1e-11) << n;
  }
}

// With Euler the event time converges with order 1 like everything else.
TEST(FixedStepSolver, EulerBouncesConverge) {
  const auto error = [](double step_s) {
    return std::fabs(bounce(settings(SolverKind::kEuler, step_s, 2), 1).at(0) - bounce_time(0));
  };
  EXPECT_NEAR(error(2e-3) / error(1e-3), 2.0, 0.1);
}

// Finding an event costs a handful of trial steps, not the fifty of a bisection.
TEST(FixedStepSolver, LocationIsCheap) {
  TestProblem problem = ball();
  const auto solver = make_ode_solver(problem, settings(SolverKind::kRk4, 1.0, 2));
  const double start[] = {1.0, 0.0};
  ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
  ASSERT_EQ(solver->advance(1.0), Advance::kRootFound);
  EXPECT_LE(problem.derivative_calls, 4 * 16);
}

// The messages name the step and the remedy.
TEST(FixedStepSolver, FailureNamesTheStep) {
  TestProblem problem{1, [](double, Span<const double>, Span<double>) { return Evaluation::kRetry; }};
  const auto solver = make_ode_solver(problem, settings(SolverKind::kRk4, 0.5, 1));
  const double start[] = {1.0};
  ASSERT_EQ(solver->reinitialize(2.0, start), Evaluation::kOk);
  EXPECT_EQ(solver->failure(), "");
  EXPECT_EQ(solver->advance(3.0), Advance::kModelRefused);
  EXPECT_EQ(
      solver->failure(),
      "rk4: the model cannot be evaluated, or its derivatives are not finite, in the step from 2 s to 2.5 s; "
      "take a smaller fixed step or a solver with error control (cvode)");
}

}  // namespace
}  // namespace lockstep::core
