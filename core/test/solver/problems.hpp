// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "solver/ode_solver.hpp"

namespace lockstep::test {}

namespace lockstep::core::test {

using namespace lockstep::test;

/// A problem made of functions, for tests. Counts calls and remembers the latest time it was asked for.
struct TestProblem : OdeProblem {
  using Function = std::function<Evaluation(double, Span<const double>, Span<double>)>;

  TestProblem(std::size_t states, Function f, std::size_t indicators = 0, Function z = {})
      : states_{states}, indicators_{indicators}, f_{std::move(f)}, z_{std::move(z)} {}

  std::size_t state_count() const noexcept override { return states_; }
  std::size_t indicator_count() const noexcept override { return indicators_; }
  Evaluation derivatives(double t, Span<const double> x, Span<double> dx) noexcept override {
    ++derivative_calls;
    latest_s = std::max(latest_s, t);
    return f_(t, x, dx);
  }
  Evaluation indicators(double t, Span<const double> x, Span<double> z) noexcept override {
    latest_s = std::max(latest_s, t);
    return z_(t, x, z);
  }
  bool has_jacobian() const noexcept override { return static_cast<bool>(j); }
  Evaluation jacobian(double t, Span<const double> x, Span<double> jacobian) noexcept override {
    ++jacobian_calls;
    return j(t, x, jacobian);
  }

  Function j;
  int derivative_calls{0}, jacobian_calls{0};
  double latest_s{-HUGE_VAL};

 private:
  std::size_t states_, indicators_;
  Function f_, z_;
};

/// dx/dt = -k x.
inline TestProblem dahlquist(double k = 1.0) {
  return {1, [k](double, Span<const double> x, Span<double> dx) {
            dx[0] = -k * x[0];
            return Evaluation::kOk;
          }};
}

/// x'' = -omega^2 x: cos(omega t) from x = 1 at rest.
inline TestProblem oscillator(double omega) {
  return {2, [omega](double, Span<const double> x, Span<double> dx) {
            dx[0] = x[1];
            dx[1] = -omega * omega * x[0];
            return Evaluation::kOk;
          }};
}

/// x'' = mu (1 - x^2) x' - x.
inline TestProblem van_der_pol(double mu) {
  return {2, [mu](double, Span<const double> x, Span<double> dx) {
            dx[0] = x[1];
            dx[1] = mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
            return Evaluation::kOk;
          }};
}

/// A ball falling with g = 9.81 m/s^2; the indicator is its height.
inline TestProblem ball() {
  return {2,
          [](double, Span<const double> x, Span<double> dx) {
            dx[0] = x[1];
            dx[1] = -9.81;
            return Evaluation::kOk;
          },
          1,
          [](double, Span<const double> x, Span<double> z) {
            z[0] = x[0];
            return Evaluation::kOk;
          }};
}

inline OdeSolverSettings settings(SolverKind kind, double tolerance_or_step, std::size_t states) {
  OdeSolverSettings result;
  result.kind = kind;
  if (kind == SolverKind::kRk4 || kind == SolverKind::kEuler) {
    result.max_step_s = tolerance_or_step;
  } else {
    result.relative_tolerance = tolerance_or_step;
    result.absolute_tolerances.assign(states, tolerance_or_step);
  }
  return result;
}

/// Integrates without looking at roots; the states at `stop_s`, empty when the solver failed.
inline std::vector<double> integrate(OdeProblem& problem, const OdeSolverSettings& settings,
                                     std::initializer_list<double> start, double stop_s) {
  const auto solver = make_ode_solver(problem, settings);
  const std::vector<double> x0{start};
  if (solver->reinitialize(0.0, x0) != Evaluation::kOk) return {};
  for (;;) {
    const Advance advance = solver->advance(stop_s);
    if (!succeeded(advance)) return {};
    if (advance == Advance::kStopReached) return {solver->states().begin(), solver->states().end()};
  }
}

/// Drops the ball from 1 m at rest and lets it bounce `bounces` times with restitution 0.7.
/// Returns the times of the bounces; empty when the solver failed.
inline std::vector<double> bounce(const OdeSolverSettings& settings, int bounces) {
  TestProblem problem = ball();
  const auto solver = make_ode_solver(problem, settings);
  std::vector<double> x{1.0, 0.0};
  std::vector<double> times;
  if (solver->reinitialize(0.0, x) != Evaluation::kOk) return {};
  while (static_cast<int>(times.size()) < bounces) {
    const Advance advance = solver->advance(10.0);
    if (!succeeded(advance) || advance == Advance::kStopReached) return {};
    if (advance != Advance::kRootFound) continue;
    x.assign(solver->states().begin(), solver->states().end());
    if (x[1] < 0.0) {  // the way up through zero is a change of sides, too, but no bounce
      times.push_back(solver->time_s());
      x[1] *= -0.7;
    }
    if (solver->reinitialize(solver->time_s(), x) != Evaluation::kOk) return {};
  }
  return times;
}

/// When the ball of bounce() hits the ground for the n-th time (from 0): first after sqrt(2 h / g), then in
/// flights that shrink by the restitution.
inline double bounce_time(int n) {
  const double first = std::sqrt(2.0 / 9.81);
  double time = first;
  double flight = 2.0 * first;
  for (int i = 0; i < n; ++i) {
    flight *= 0.7;
    time += flight;
  }
  return time;
}

}  // namespace lockstep::core::test
