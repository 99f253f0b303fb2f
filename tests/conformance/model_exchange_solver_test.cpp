// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_exchange_support.hpp"

namespace lockstep::core {
namespace {

using namespace test;

class ModelExchangeSolver : public BothVersions {};
LOCKSTEP_BOTH_VERSIONS(ModelExchangeSolver);

double dahlquist_error(const std::string& version, const StepperOptions& options, double step_s) {
  const auto stepper = model_exchange(version, "Dahlquist", options);
  const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x"}));
  stepper->initialize({});
  EXPECT_EQ(x[0], 1.0);
  EXPECT_TRUE(run(*stepper, 0.0, step_s, 1.0));
  return std::fabs(x[0] - std::exp(-1.0));
}

// Dahlquist's equation against exp(-t): fixed steps show their order, CVODE stays within its tolerance (which
// it keeps for each of its steps; ten of them may add up).
TEST_P(ModelExchangeSolver, Dahlquist) {
  const auto fixed = [](SolverKind kind, double step_s) {
    return dahlquist_error(GetParam(), with_solver(kind, step_s), 0.1);
  };
  EXPECT_NEAR(std::log2(fixed(SolverKind::kEuler, 0.01) / fixed(SolverKind::kEuler, 0.005)), 1.0, 0.05);
  EXPECT_NEAR(std::log2(fixed(SolverKind::kRk4, 0.1) / fixed(SolverKind::kRk4, 0.05)), 4.0, 0.1);
  for (const SolverKind kind : {SolverKind::kCvodeBdf, SolverKind::kCvodeAdams})
    EXPECT_LT(dahlquist_error(GetParam(), with_solver(kind, 1e-8), 0.1), 1e-6);
}

// Without a fixed step the communication step is the step: one Euler step of 0.1 s is a factor of 0.9.
TEST_P(ModelExchangeSolver, FixedStepDefaultsToTheCommunicationStep) {
  StepperOptions options;
  options.solver.kind = SolverKind::kEuler;
  const auto stepper = model_exchange(GetParam(), "Dahlquist", options);
  const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x"}));
  stepper->initialize({});
  ASSERT_TRUE(run(*stepper, 0.0, 0.1, 0.3));
  EXPECT_DOUBLE_EQ(x[0], 0.9 * 0.9 * 0.9);
  EXPECT_EQ(stepper->statistics().solver_steps, 3U);
}

// The tolerance of the experiment is used when the options name none.
TEST_P(ModelExchangeSolver, ToleranceOfTheExperiment) {
  const auto steps = [](double tolerance) {
    const auto stepper = model_exchange(GetParam(), "VanDerPol");
    ExperimentSetup setup;
    setup.tolerance = tolerance;
    stepper->initialize(setup);
    EXPECT_TRUE(run(*stepper, 0.0, 1.0, 10.0));
    return stepper->statistics().solver_steps;
  };
  EXPECT_LT(2 * steps(1e-3), steps(1e-9));
}

// Van der Pol, mu = 1, against RK4 with 1e-4 s; mu = 1000 (stiff) is a matter of some thousand evaluations
// for BDF.
TEST_P(ModelExchangeSolver, VanDerPol) {
  const auto solve = [](const StepperOptions& options, double mu, double stop_s,
                        StepperStatistics* statistics) {
    const auto stepper = model_exchange(GetParam(), "VanDerPol", options);
    set(*stepper, "mu", mu);
    const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x0", "x1"}));
    stepper->initialize({});
    EXPECT_TRUE(run(*stepper, 0.0, stop_s / 20.0, stop_s));
    if (statistics != nullptr) *statistics = stepper->statistics();
    return std::vector<double>{x[0], x[1]};
  };
  const auto reference = solve(with_solver(SolverKind::kRk4, 1e-4), 1.0, 20.0, nullptr);
  const auto bdf = solve(with_solver(SolverKind::kCvodeBdf, 1e-8), 1.0, 20.0, nullptr);
  EXPECT_NEAR(bdf[0], reference[0], 1e-5);
  EXPECT_NEAR(bdf[1], reference[1], 1e-5);
  StepperStatistics statistics;
  const auto stiff = solve(with_solver(SolverKind::kCvodeBdf, 1e-6), 1000.0, 500.0, &statistics);
  // On the slow branch x' = x / (mu (1 - x^2)) up to 1/mu^2: ln x - x^2/2 grows by t/mu from ln 2 - 2.
  EXPECT_NEAR(std::log(stiff[0]) - 0.5 * stiff[0] * stiff[0], std::log(2.0) - 2.0 + 0.5, 1e-4);
  EXPECT_LT(statistics.derivative_calls, 5000U);
}

// The exact Jacobian of the FMU saves evaluations and changes the solution only within the tolerance.
TEST_P(ModelExchangeSolver, UsesDirectionalDerivatives) {
  const auto solve = [](bool use, std::uint64_t& calls) {
    StepperOptions options = with_solver(SolverKind::kCvodeBdf, 1e-6);
    options.solver.use_directional_derivatives = use;
    const auto stepper = model_exchange(GetParam(), "VanDerPol", options);
    const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x0"}));
    stepper->initialize({});
    EXPECT_TRUE(run(*stepper, 0.0, 5.0, 5.0));
    calls = stepper->statistics().derivative_calls;
    return x[0];
  };
  std::uint64_t exact = 0;
  std::uint64_t differences = 0;
  EXPECT_NEAR(solve(true, exact), solve(false, differences), 1e-3);
  EXPECT_LT(exact, differences);
}

// The same model in FMI 2.0 and 3.0 gives the same bits: nothing of the version leaks into the numbers.
TEST(ModelExchangeVersions, GiveTheSameBits) {
  std::vector<std::vector<double>> results;
  for (const std::string version : {"2.0", "3.0"}) {
    const auto stepper = model_exchange(version, "BouncingBall");
    const auto y = stepper->bind_outputs<double>(variables(*stepper, {"h", "v"}));
    stepper->initialize({});
    std::vector<double> values;
    const TimeGrid grid{0.0, Rational::from_seconds(0.01)};
    for (std::int64_t k = 0; k < 300; ++k) {
      ASSERT_EQ(stepper->step(grid.interval(k)).status, Status::kOk) << stepper->fault();
      values.insert(values.end(), y.begin(), y.end());
    }
    results.push_back(values);
  }
  EXPECT_EQ(results[0], results[1]);
}

// A solver that needs more steps than allowed is an error that names the limit and the time.
TEST_P(ModelExchangeSolver, StepLimit) {
  StepperOptions options;
  options.solver.max_solver_steps = 5;
  const auto stepper = model_exchange(GetParam(), "VanDerPol", options);
  stepper->initialize({});
  const StepOutcome outcome = stepper->step(StepInterval::between(0.0, 10.0));
  EXPECT_EQ(outcome.status, Status::kError);
  EXPECT_LT(outcome.reached_s, 10.0);
  EXPECT_NE(stepper->fault().find("integrating (more than max_solver_steps in one communication step)"),
            std::string::npos)
      << stepper->fault();
  EXPECT_EQ(stepper->step(StepInterval::between(10.0, 11.0)).status, Status::kError);  // it stays failed
}

// A solution that runs to infinity ends the run just there, as Discard or Error, with the last good outputs,
// the time and the words of the solver; up to there it is right: x = 1 / (1 - t). RK4 has no error control
// and notices only when the numbers overflow, a few steps later.
TEST_P(ModelExchangeSolver, SingularityIsReported) {
  for (const SolverKind kind : {SolverKind::kCvodeBdf, SolverKind::kCvodeAdams, SolverKind::kRk4}) {
    const bool fixed = kind == SolverKind::kRk4;
    const auto stepper = model_exchange(GetParam(), "Singular", with_solver(kind, fixed ? 1e-3 : 1e-6),
                                        LOCKSTEP_CONFORMANCE_FMUS);
    const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x"}));
    stepper->initialize({});
    ASSERT_TRUE(run(*stepper, 0.0, 0.25, 0.75));
    EXPECT_NEAR(x[0], 4.0, 1e-3);
    const StepOutcome outcome = stepper->step(StepInterval::between(0.75, 1.25));
    EXPECT_TRUE(outcome.status == Status::kDiscard || outcome.status == Status::kError);
    EXPECT_NEAR(outcome.reached_s, 1.0, 0.02);
    EXPECT_TRUE(std::isfinite(x[0]));
    EXPECT_NE(
        stepper->fault().find(fixed ? "Singular: rk4: the model cannot be evaluated" : "Singular: cvode at"),
        std::string::npos)
        << stepper->fault();
  }
}

// reset() starts over: the second run gives the bits of the first.
TEST_P(ModelExchangeSolver, ResetStartsOver) {
  const auto stepper = model_exchange(GetParam(), "VanDerPol");
  const auto x = stepper->bind_outputs<double>(variables(*stepper, {"x0", "x1"}));
  std::vector<double> first;
  for (int round = 0; round < 2; ++round) {
    stepper->initialize({});
    ASSERT_EQ(x[0], 2.0);
    ASSERT_TRUE(run(*stepper, 0.0, 0.1, 3.0));
    if (round == 0)
      first.assign(x.begin(), x.end());
    else
      EXPECT_EQ(first, (std::vector<double>{x[0], x[1]}));
    EXPECT_EQ(stepper->statistics().steps, 30U);
    stepper->reset();
  }
}

}  // namespace
}  // namespace lockstep::core
