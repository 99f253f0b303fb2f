// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solver/ode_solver.hpp"

namespace lockstep::core {

/// CVODE of SUNDIALS: variable step and order with error control and root finding on the indicators.
///
/// kCvodeBdf: backward differentiation formulas with Newton iteration and a dense Jacobian (exact when the
/// problem has one, else difference quotients). kCvodeAdams: Adams-Moulton formulas with fixed point
/// iteration. Weighted error of a step: |error_i| <= relative_tolerance * |x_i| + absolute_tolerance_i.
class CvodeSolver final : public OdeSolver {
 public:
  CvodeSolver(OdeProblem& problem, const OdeSolverSettings& settings);
  ~CvodeSolver() override;

  Evaluation reinitialize(double time_s, Span<const double> states) noexcept override;
  Advance advance(double stop_time_s) noexcept override;
  void set_absolute_tolerances(Span<const double> tolerances) noexcept override;
  Span<const double> states() const noexcept override;
  std::string failure() const override;
  bool single_step() const noexcept override { return false; }

 private:
  struct Impl;  // keeps the SUNDIALS headers out of every other file
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::core
