// SPDX-License-Identifier: Apache-2.0
#include "solver/ode_solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "lockstep/core/error.hpp"
#include "problems.hpp"

namespace lockstep::core {
namespace {

using namespace test;

constexpr SolverKind kAllKinds[] = {SolverKind::kCvodeBdf, SolverKind::kCvodeAdams, SolverKind::kRk4,
                                    SolverKind::kEuler};

// Nominals scale the absolute tolerances; zero, negative and non-finite ones cannot make a weight of zero.
TEST(AbsoluteTolerances, FollowNominals) {
  const double nominals[] = {
      100.0, 0.0, -2.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
      1e-310};
  double tolerances[6] = {};
  EXPECT_EQ(absolute_tolerances(1e-4, nominals, tolerances), 4U);
  const double expected[] = {1e-2, 1e-4, 2e-4, 1e-4, 1e-4, 1e-4};
  for (int i = 0; i < 6; ++i)
    EXPECT_DOUBLE_EQ(tolerances[i], expected[i]) << i;
}

// Whatever the solver, the stop time is reached as the very double that was asked for and the model is never
// evaluated beyond it, over many stop times that are no multiples of anything.
TEST(OdeSolver, StopsExactly) {
  for (const SolverKind kind : kAllKinds) {
    TestProblem problem = dahlquist();
    const auto solver = make_ode_solver(problem, settings(kind, 1e-3, 1));
    const double start[] = {1.0};
    ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
    for (int k = 1; k <= 1000; ++k) {
      const double stop_s = k * 0.0137;
      Advance advance = Advance::kStepCompleted;
      while (advance == Advance::kStepCompleted)
        advance = solver->advance(stop_s);
      ASSERT_EQ(advance, Advance::kStopReached) << solver->failure();
      ASSERT_EQ(solver->time_s(), stop_s);
      ASSERT_LE(problem.latest_s, stop_s);
    }
  }
}

// A way of a few roundings, as between an event and a communication point that fall together, ends at the
// stop time instead of failing.
TEST(OdeSolver, TinyWaysAreNoFailure) {
  for (const SolverKind kind : kAllKinds) {
    TestProblem problem = dahlquist();
    const auto solver = make_ode_solver(problem, settings(kind, 1e-3, 1));
    const double start[] = {1.0};
    double time_s = 1.0;
    for (int k = 0; k < 50; ++k) {
      ASSERT_EQ(solver->reinitialize(time_s, start), Evaluation::kOk);
      double stop_s = time_s;
      for (int ulp = 0; ulp < k; ++ulp)
        stop_s = std::nextafter(stop_s, 2.0);
      Advance advance = Advance::kStepCompleted;
      while (advance == Advance::kStepCompleted)
        advance = solver->advance(stop_s);
      ASSERT_EQ(advance, Advance::kStopReached) << solver->failure();
      ASSERT_EQ(solver->time_s(), stop_s);
      ASSERT_NEAR(solver->states()[0], 1.0, 1e-13);
    }
  }
}

// A model that fails is told apart from one that only refuses a point, by every solver.
TEST(OdeSolver, ModelFailuresAreNamed) {
  for (const SolverKind kind : kAllKinds) {
    for (const Evaluation answer : {Evaluation::kRetry, Evaluation::kFailed}) {
      int failures = 0;
      TestProblem problem{1, [&](double t, Span<const double>, Span<double> dx) {
                            dx[0] = 1.0;
                            if (t < 0.5) return Evaluation::kOk;
                            ++failures;
                            return answer;
                          }};
      const auto solver = make_ode_solver(problem, settings(kind, 1e-2, 1));
      const double start[] = {0.0};
      ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
      Advance advance = Advance::kStepCompleted;
      while (advance == Advance::kStepCompleted)
        advance = solver->advance(1.0);
      EXPECT_EQ(advance, answer == Evaluation::kFailed ? Advance::kModelFailed : Advance::kModelRefused)
          << solver->failure();
      EXPECT_LE(solver->time_s(), 0.5 + 1e-12);
      EXPECT_NEAR(solver->states()[0], solver->time_s(), 1e-9);  // the last good point: x = t
      EXPECT_NE(solver->failure(), "");
      if (answer == Evaluation::kFailed) {
        EXPECT_EQ(failures, 1);  // a failed model is not called again
      }
    }
  }
}

// NaN derivatives never enter the states.
TEST(OdeSolver, NotFiniteDerivativesAreRefused) {
  for (const SolverKind kind : kAllKinds) {
    TestProblem problem{1, [](double t, Span<const double>, Span<double> dx) {
                          dx[0] = std::sqrt(0.5 - t);
                          return Evaluation::kOk;
                        }};
    const auto solver = make_ode_solver(problem, settings(kind, 1e-2, 1));
    const double start[] = {0.0};
    ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
    Advance advance = Advance::kStepCompleted;
    while (advance == Advance::kStepCompleted)
      advance = solver->advance(1.0);
    EXPECT_EQ(advance, Advance::kModelRefused);
    EXPECT_TRUE(std::isfinite(solver->states()[0]));
  }
}

// A model without states but with an indicator has its time-dependent events found, with any solver kind.
TEST(OdeSolver, NoStatesStillFindsRoots) {
  for (const SolverKind kind : kAllKinds) {
    TestProblem problem{0, [](double, Span<const double>, Span<double>) { return Evaluation::kFailed; }, 1,
                        [](double t, Span<const double>, Span<double> z) {
                          z[0] = 0.3 - t * t;
                          return Evaluation::kOk;
                        }};
    const auto solver = make_ode_solver(problem, settings(kind, 1.0, 0));
    ASSERT_EQ(solver->reinitialize(0.0, {}), Evaluation::kOk);
    ASSERT_EQ(solver->advance(1.0), Advance::kRootFound);
    EXPECT_NEAR(solver->time_s(), std::sqrt(0.3), 1e-12);
    EXPECT_GE(solver->time_s() * solver->time_s(), 0.3);  // behind the change, never in front of it
    ASSERT_EQ(solver->reinitialize(solver->time_s(), {}), Evaluation::kOk);
    EXPECT_EQ(solver->advance(1.0), Advance::kStopReached);
  }
}

// Of several indicators the earliest change is reported, with every solver.
TEST(OdeSolver, EarliestRootWins) {
  for (const SolverKind kind : kAllKinds) {
    TestProblem problem{1,
                        [](double, Span<const double>, Span<double> dx) {
                          dx[0] = 1.0;
                          return Evaluation::kOk;
                        },
                        3,
                        [](double, Span<const double> x, Span<double> z) {
                          z[0] = 0.7 - x[0];
                          z[1] = 1000.0 * (x[0] - 0.3);  // upwards and badly scaled
                          z[2] = 0.5 - x[0];
                          return Evaluation::kOk;
                        }};
    const auto solver = make_ode_solver(problem, settings(kind, 1e-3, 1));
    const double start[] = {0.0};
    std::vector<double> roots;
    ASSERT_EQ(solver->reinitialize(0.0, start), Evaluation::kOk);
    for (;;) {
      const Advance advance = solver->advance(1.0);
      ASSERT_TRUE(succeeded(advance)) << solver->failure();
      if (advance == Advance::kStopReached) break;
      if (advance != Advance::kRootFound) continue;
      roots.push_back(solver->time_s());
      const std::vector<double> x{solver->states().begin(), solver->states().end()};
      ASSERT_EQ(solver->reinitialize(solver->time_s(), x), Evaluation::kOk);
    }
    ASSERT_EQ(roots.size(), 3U);
    EXPECT_NEAR(roots[0], 0.3, 1e-9);
    EXPECT_NEAR(roots[1], 0.5, 1e-9);
    EXPECT_NEAR(roots[2], 0.7, 1e-9);
  }
}

// Settings that cannot work are refused with the value and the remedy.
TEST(OdeSolver, BadSettingsAreNamed) {
  TestProblem problem = dahlquist();
  const auto message = [&](const OdeSolverSettings& bad) -> std::string {
    try {
      (void)make_ode_solver(problem, bad);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
      return error.message();
    }
    return "no error";
  };
  EXPECT_EQ(message(settings(SolverKind::kRk4, 0.0, 1)), "solver: step 0 s is not positive; give a step > 0");
  EXPECT_EQ(
      message(settings(SolverKind::kCvodeBdf, -1.0, 1)),
      "solver cvode: relative tolerance -1 with 1 absolute tolerances for 1 states; give a tolerance > 0 and "
      "one for each state");
}

}  // namespace
}  // namespace lockstep::core
