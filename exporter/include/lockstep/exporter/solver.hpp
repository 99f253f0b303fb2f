// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::exporter {

/// How the Co-Simulation form of a model integrates its continuous states. (The Model Exchange form brings no
/// solver.)
///
/// A communication step of length H is cut into equal internal steps: `substeps(n)` of them, or as many as
/// are needed to keep each at most `step(h)` seconds. Events cut an internal step where they happen.
///
///   m.solver(Solver::rk4().step(1e-3));                      // the default; step = the default experiment's
///   m.solver(Solver::semi_implicit_euler().substeps(10));    // oscillators and contact, cheap, first order
///   m.solver(Solver::stiff().step(1e-3));                    // L-stable third-order Rosenbrock, exact
///   Jacobian
class Solver {
 public:
  enum class Method : std::uint8_t { kRk4, kSemiImplicitEuler, kStiff };

  /// Classical Runge-Kutta, fourth order.
  static constexpr Solver rk4() { return Solver(Method::kRk4); }
  /// States are advanced one after the other in the order they are declared, each with the derivative
  /// computed from the ones already advanced: position first, then velocity gives the symplectic Euler
  /// method.
  static constexpr Solver semi_implicit_euler() { return Solver(Method::kSemiImplicitEuler); }
  /// For widely separated time constants. Needs a model written as a template (the Jacobian comes from dual
  /// numbers). A step that turns out too inexact, see tolerance(), is taken in shorter ones.
  static constexpr Solver stiff() { return Solver(Method::kStiff); }

  /// Longest internal step [s], > 0.
  constexpr Solver step(double seconds) const {
    Solver s = *this;
    s.step_ = seconds;
    s.substeps_ = 0;
    return s;
  }
  /// Internal steps in every communication step, >= 1.
  constexpr Solver substeps(std::uint32_t count) const {
    Solver s = *this;
    s.substeps_ = count;
    s.step_ = 0.0;
    return s;
  }
  /// stiff() only, > 0: how large the estimated error of an internal step may be, relative to nominal value
  /// plus magnitude of each state. The other methods keep to their step.
  constexpr Solver tolerance(double relative) const {
    Solver s = *this;
    s.tolerance_ = relative;
    return s;
  }

  constexpr Method method() const noexcept { return method_; }
  constexpr double max_step() const noexcept { return step_; }  ///< 0: substeps_per_step() decides
  constexpr std::uint32_t substeps_per_step() const noexcept { return substeps_; }  ///< 0: max_step() decides
  constexpr double relative_tolerance() const noexcept { return tolerance_; }

 private:
  constexpr explicit Solver(Method method) : method_(method) {}
  Method method_;
  double step_{0.0};
  std::uint32_t substeps_{0};
  double tolerance_{1e-4};
};

}  // namespace lockstep::exporter
