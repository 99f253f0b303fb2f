// SPDX-License-Identifier: Apache-2.0
#include "solver/cvode_solver.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "problems.hpp"

namespace lockstep::core {
namespace {

using namespace test;

constexpr SolverKind kKinds[] = {SolverKind::kCvodeBdf, SolverKind::kCvodeAdams};

// The error at the end follows the tolerance: CVODE controls the error of a step, the sum of them stays
// within a thousand tolerances on these problems, and a thousand times smaller tolerance is at least fifty
// times better.
TEST(CvodeSolver, ErrorFollowsTolerance) {
  for (const SolverKind kind : kKinds) {
    double last = 1.0;
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      TestProblem decay = dahlquist();
      TestProblem swing = oscillator(2.0);
      const double error =
          std::fabs(integrate(decay, settings(kind, tolerance, 1), {1.0}, 1.0).at(0) - std::exp(-1.0)) +
          std::fabs(integrate(swing, settings(kind, tolerance, 2), {1.0, 0.0}, 10.0).at(0) - std::cos(20.0));
      EXPECT_LT(error, 1000.0 * tolerance);
      EXPECT_LT(error, last / 50.0);
      last = error;
    }
  }
}

// Van der Pol's oscillator, mu = 1, agrees with a reference of fixed RK4 steps so small (1e-4 s) that its own
// error, estimated by halving the step, is below 1e-12.
TEST(CvodeSolver, VanDerPolAgreesWithReference) {
  TestProblem problem = van_der_pol(1.0);
  const auto reference = integrate(problem, settings(SolverKind::kRk4, 1e-4, 2), {2.0, 0.0}, 20.0);
  const auto coarser = integrate(problem, settings(SolverKind::kRk4, 2e-4, 2), {2.0, 0.0}, 20.0);
  ASSERT_NEAR(reference.at(0), coarser.at(0), 1e-12);
  for (const SolverKind kind : kKinds) {
    const auto states = integrate(problem, settings(kind, 1e-8, 2), {2.0, 0.0}, 20.0);
    EXPECT_NEAR(states.at(0), reference.at(0), 1e-5);
    EXPECT_NEAR(states.at(1), reference.at(1), 1e-5);
  }
}

// An empty tank that fills, x' = 1 - sqrt(x): the exact Jacobian is infinite at the start, where differences
// take its place. The closed form is t = -2 s - 2 ln(1 - s) with s = sqrt(x).
TEST(CvodeSolver, AnInfiniteJacobianIsReplaced) {
  TestProblem tank{1, [](double, Span<const double> x, Span<double> dx) {
                     if (x[0] < 0.0) return Evaluation::kRetry;
                     dx[0] = 1.0 - std::sqrt(x[0]);
                     return Evaluation::kOk;
                   }};
  tank.j = [](double, Span<const double> x, Span<double> jacobian) {
    jacobian[0] = -0.5 / std::sqrt(x[0]);
    return Evaluation::kOk;
  };
  const double s = std::sqrt(integrate(tank, settings(SolverKind::kCvodeBdf, 1e-8, 1), {0.0}, 1.0).at(0));
  EXPECT_GT(tank.jacobian_calls, 0);
  EXPECT_NEAR(-2.0 * s - 2.0 * std::log1p(-s), 1.0, 1e-5);
}

TestProblem robertson() {
  return {3, [](double, Span<const double> y, Span<double> dy) {
            dy[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
            dy[2] = 3e7 * y[1] * y[1];
            dy[1] = -dy[0] - dy[2];
            return Evaluation::kOk;
          }};
}

// Robertson's kinetics, the classic stiff problem, at t = 40 s: published solution 0.7158, 9.185e-6, 0.2842
// (to the digits given), and mass is conserved. Explicit methods would need a step of 1e-4 s; BDF takes some
// hundred steps.
TEST(CvodeSolver, StiffRobertson) {
  TestProblem problem = robertson();
  OdeSolverSettings tight = settings(SolverKind::kCvodeBdf, 1e-8, 3);
  tight.absolute_tolerances = {1e-10, 1e-14, 1e-8};
  const auto y = integrate(problem, tight, {1.0, 0.0, 0.0}, 40.0);
  EXPECT_NEAR(y.at(0), 0.71582707, 1e-7);
  EXPECT_NEAR(y.at(1), 9.1855348e-6, 1e-11);
  EXPECT_NEAR(y.at(2), 0.28416375, 1e-7);
  EXPECT_NEAR(y.at(0) + y.at(1) + y.at(2), 1.0, 1e-8);
  EXPECT_LT(problem.derivative_calls, 3000);
}

// An exact Jacobian replaces the difference quotients: fewer evaluations of f, same solution.
TEST(CvodeSolver, UsesTheJacobian) {
  TestProblem differences = robertson();
  const auto expected =
      integrate(differences, settings(SolverKind::kCvodeBdf, 1e-6, 3), {1.0, 0.0, 0.0}, 40.0);
  TestProblem exact = robertson();
  exact.j = [](double, Span<const double> y, Span<double> j) {
    const double rows[3][3] = {{-0.04, 1e4 * y[2], 1e4 * y[1]},
                               {0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]},
                               {0.0, 6e7 * y[1], 0.0}};
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t row = 0; row < 3; ++row)
        j[column * 3 + row] = rows[row][column];
    return Evaluation::kOk;
  };
  const auto y = integrate(exact, settings(SolverKind::kCvodeBdf, 1e-6, 3), {1.0, 0.0, 0.0}, 40.0);
  EXPECT_GT(exact.jacobian_calls, 0);
  EXPECT_LT(exact.derivative_calls, differences.derivative_calls);
  EXPECT_NEAR(y.at(0), expected.at(0), 1e-4);
}

// Bounces of a ball, to the tolerance of the solver; a parabola is no challenge for order 2, so tolerances of
// 1e-8 give the times to well within 1e-6.
TEST(CvodeSolver, BouncesAtTheRightTimes) {
  for (const SolverKind kind : kKinds) {
    const std::vector<double> times = bounce(settings(kind, 1e-8, 2), 5);
    ASSERT_EQ(times.size(), 5U);
    for (int n = 0; n < 5; ++n)
      EXPECT_NEAR(times[static_cast<std::size_t>(n)], bounce_time(n), 1e-6) << n;
  }
}

// A state that starts at exactly zero has an error weight from its absolute tolerance, so the first step
// works.
TEST(CvodeSolver, StartsFromZero) {
  for (const SolverKind kind : kKinds) {
    TestProblem problem{2, [](double t, Span<const double>, Span<double> dx) {
                          dx[0] = std::cos(t);
                          dx[1] = 0.0;
                          return Evaluation::kOk;
                        }};
    const auto x = integrate(problem, settings(kind, 1e-6, 2), {0.0, 0.0}, 1.0);
    EXPECT_NEAR(x.at(0), std::sin(1.0), 1e-4);
    EXPECT_EQ(x.at(1), 0.0);
  }
}

// No step is longer than the largest step asked for.
TEST(CvodeSolver, RespectsTheLargestStep) {
  TestProblem problem = dahlquist(1e-3);
  OdeSolverSettings bounded = settings(SolverKind::kCvodeBdf, 1e-3, 1);
  bounded.max_step_s = 0.01;
  const auto solver = make_ode_solver(problem, bounded);
  const double start[] = {1.0};
  ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
  double before_s = 0.0;
  while (solver->advance(1.0) == Advance::kStepCompleted) {
    EXPECT_LE(solver->time_s() - before_s, 0.01 * (1.0 + 1e-9));
    before_s = solver->time_s();
  }
  EXPECT_EQ(solver->time_s(), 1.0);
}

// Starting again from the same point gives the same bits: no history survives.
TEST(CvodeSolver, ReinitializeForgetsThePast) {
  TestProblem problem = van_der_pol(1.0);
  const auto solver = make_ode_solver(problem, settings(SolverKind::kCvodeBdf, 1e-6, 2));
  const auto run = [&] {
    const double start[] = {2.0, 0.0};
    EXPECT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
    while (solver->advance(3.0) == Advance::kStepCompleted) {
    }
    return std::vector<double>{solver->states().begin(), solver->states().end()};
  };
  const auto first = run();
  EXPECT_EQ(run(), first);
}

// New tolerances take effect at the next restart.
TEST(CvodeSolver, TolerancesCanChange) {
  TestProblem problem = oscillator(2.0);
  const auto solver = make_ode_solver(problem, settings(SolverKind::kCvodeBdf, 1e-6, 2));
  const auto calls = [&](double tolerance) {
    const double tolerances[] = {tolerance, tolerance};
    const double start[] = {1.0, 0.0};
    solver->set_absolute_tolerances(tolerances);
    EXPECT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
    problem.derivative_calls = 0;
    while (solver->advance(5.0) == Advance::kStepCompleted) {
    }
    return problem.derivative_calls;
  };
  EXPECT_LT(2 * calls(1e-1), calls(1e-9));
}

// A solution that runs to infinity in finite time ends with a message, not with a wrong number or a hang.
TEST(CvodeSolver, BlowUpIsReported) {
  TestProblem problem{1, [](double, Span<const double> x, Span<double> dx) {
                        dx[0] = x[0] * x[0];
                        return Evaluation::kOk;
                      }};
  const auto solver = make_ode_solver(problem, settings(SolverKind::kCvodeBdf, 1e-6, 1));
  const double start[] = {1.0};
  ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
  Advance advance = Advance::kStepCompleted;
  for (int step = 0; step < 100000 && advance == Advance::kStepCompleted; ++step)
    advance = solver->advance(2.0);
  EXPECT_FALSE(succeeded(advance));
  EXPECT_NEAR(solver->time_s(), 1.0, 1e-3);
  EXPECT_NE(solver->failure().find("cvode at"), std::string::npos) << solver->failure();
}

// Dense matrices of many states: refused before they are made, with what to do instead.
TEST(CvodeSolver, TooManyStatesForDenseMatrices) {
  constexpr std::size_t kStates = 1'000'000;  // 16 terabytes
  TestProblem problem{kStates, [](double, Span<const double>, Span<double>) { return Evaluation::kOk; }};
  OdeSolverSettings settings;
  settings.absolute_tolerances.assign(kStates, 1e-6);
  try {
    static_cast<void>(make_ode_solver(problem, settings));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(error.message().find("the dense matrices of 1000000 states do not fit"), std::string::npos)
        << error.message();
    EXPECT_NE(error.message().find("--solver"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core
