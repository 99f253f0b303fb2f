// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// How one evaluation of a model went.
enum class Evaluation : std::uint8_t {
  kOk,
  kRetry,   ///< not computable at this point (FMI Discard, not finite): a solver may try a smaller step
  kFailed,  ///< the model is broken (FMI Error or Fatal): a solver gives up at once
};

/// What a solver integrates: dx/dt = f(t, x) with event indicators z(t, x), between two events.
///
/// Subclass it for a model; the solvers know nothing of FMI. Guaranteed between two calls of
/// OdeSolver::reinitialize: the solver asks only for times between its last completed step and the stop
/// time it was given, in any order, always with all of `states`. The model must be smooth there, that is,
/// relations behind the indicators stay frozen. No call may throw or allocate. Counts must not change during
/// the life of a solver.
class OdeProblem {
 public:
  virtual ~OdeProblem() = default;

  virtual std::size_t state_count() const noexcept = 0;
  virtual std::size_t indicator_count() const noexcept { return 0; }
  /// f(t, x). Non-finite results need not be looked for: the solvers do.
  [[nodiscard]] virtual Evaluation derivatives(double time_s, Span<const double> states,
                                               Span<double> derivatives) noexcept = 0;
  /// z(t, x): a change between z > 0 and z <= 0 is an event.
  [[nodiscard]] virtual Evaluation indicators(double /*time_s*/, Span<const double> /*states*/,
                                              Span<double> /*indicators*/) noexcept {
    return Evaluation::kOk;
  }
  /// True: jacobian() is exact and cheaper than state_count() evaluations of f. Otherwise solvers that need
  /// one use difference quotients.
  virtual bool has_jacobian() const noexcept { return false; }
  /// df_i/dx_j into jacobian[j * n + i] (column by column). Only called when has_jacobian().
  [[nodiscard]] virtual Evaluation jacobian(double /*time_s*/, Span<const double> /*states*/,
                                            Span<double> /*jacobian*/) noexcept {
    return Evaluation::kFailed;
  }
};

}  // namespace lockstep::core
