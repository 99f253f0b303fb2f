// SPDX-License-Identifier: Apache-2.0
#include "solver/ode_solver.hpp"

#include <cmath>

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "solver/cvode_solver.hpp"
#include "solver/fixed_step_solver.hpp"

namespace lockstep::core {

std::unique_ptr<OdeSolver> make_ode_solver(OdeProblem& problem, const OdeSolverSettings& settings) {
  if (!(settings.max_step_s > 0.0))
    throw Error{ErrorCode::kBadUsage,
                fmt::format("solver: step {} s is not positive; give a step > 0", settings.max_step_s)};
  const bool fixed = settings.kind == SolverKind::kRk4 || settings.kind == SolverKind::kEuler;
  if (fixed || problem.state_count() == 0) return std::make_unique<FixedStepSolver>(problem, settings);
  return std::make_unique<CvodeSolver>(problem, settings);
}

namespace {
constexpr double kSmallestNominal = 1e-200;  // below it the error weight 1 / tolerance nears overflow
}

std::size_t absolute_tolerances(double relative_tolerance, Span<const double> nominals,
                                Span<double> tolerances) noexcept {
  std::size_t replaced = 0;
  for (std::size_t i = 0; i < nominals.size(); ++i) {
    double nominal = std::fabs(nominals[i]);
    if (!(nominal > kSmallestNominal) || !std::isfinite(nominal)) {
      nominal = 1.0;
      ++replaced;
    }
    tolerances[i] = relative_tolerance * nominal;
  }
  return replaced;
}

}  // namespace lockstep::core
