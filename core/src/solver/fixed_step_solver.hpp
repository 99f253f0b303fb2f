// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solver/indicator_sides.hpp"
#include "solver/ode_solver.hpp"

namespace lockstep::core {

/// Explicit Euler (order 1) and the classical Runge-Kutta method (order 4), without error control.
///
/// The way to the stop time is divided into equal steps, the fewest that are not longer than max_step_s (one
/// step when that is infinite), so there is never a sliver of a last step. Indicators are looked at after
/// each step; when one has changed its side, the step is repeated with shorter lengths until the earliest
/// change is bracketed to about 100 roundings of the time (secant steps on the indicators, Illinois rule).
/// Repeating the step instead of interpolating keeps the order of the method at the event. Also serves
/// problems without states.
class FixedStepSolver final : public OdeSolver {
 public:
  FixedStepSolver(OdeProblem& problem, const OdeSolverSettings& settings);

  Evaluation reinitialize(double time_s, Span<const double> states) noexcept override;
  Advance advance(double stop_time_s) noexcept override;
  void set_absolute_tolerances(Span<const double> /*tolerances*/) noexcept override {}
  Span<const double> states() const noexcept override { return states_; }
  std::string failure() const override;
  bool single_step() const noexcept override { return true; }

 private:
  Evaluation slope(double time_s, Span<const double> states, std::vector<double>& into) noexcept;
  Evaluation step_to(double end_s, std::vector<double>& into) noexcept;
  Evaluation runge_kutta(double end_s, std::vector<double>& into) noexcept;
  Evaluation shifted_indicators(double time_s, Span<const double> states, Span<double> into) noexcept;
  Advance locate(double end_s) noexcept;
  double secant_guess(double low_s, double high_s, double weight, double enough_s) const noexcept;
  Advance fail(Evaluation evaluation, double time_s) noexcept;
  void accept(double time_s, std::vector<double>& states) noexcept;

  OdeProblem& problem_;
  SolverKind kind_;
  double max_step_s_;
  IndicatorSides sides_;
  std::vector<double> states_, trial_, located_, stage_, k1_, k2_, k3_, k4_;
  std::vector<double> low_, high_, middle_;  // shifted indicators at the ends of the bracket and inside
  double failed_at_s_{0.0};
  Evaluation failed_with_{Evaluation::kOk};
};

}  // namespace lockstep::core
