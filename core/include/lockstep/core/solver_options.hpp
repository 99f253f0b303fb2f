// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace lockstep::core {

enum class SolverKind : std::uint8_t {
  kCvodeBdf,    ///< variable step and order, implicit: stiff models; the default
  kCvodeAdams,  ///< variable step and order, functional iteration: smooth, non-stiff models
  kRk4,         ///< classical Runge-Kutta, fixed step
  kEuler,       ///< explicit Euler, fixed step
};

/// How a Model Exchange FMU is integrated.
struct SolverOptions {
  SolverKind kind{SolverKind::kCvodeBdf};
  std::optional<double> relative_tolerance;  ///< empty: the experiment's tolerance, else 1e-6
  std::optional<double> fixed_step_s;        ///< kRk4, kEuler; empty: the communication step
  std::optional<double> max_step_s;          ///< CVODE; empty: no limit
  std::uint32_t max_solver_steps{500'000};   ///< CVODE steps within one communication step
  bool use_directional_derivatives{true};    ///< exact Jacobian where the FMU provides it
};

}  // namespace lockstep::core
