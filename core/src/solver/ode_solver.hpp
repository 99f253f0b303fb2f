// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/solver_options.hpp"
#include "lockstep/core/span.hpp"
#include "solver/ode_problem.hpp"

namespace lockstep::core {

/// What OdeSolver::advance did.
enum class Advance : std::uint8_t {
  kStepCompleted,  ///< one step on the way to the stop time
  kStopReached,    ///< a step that ended exactly at the stop time
  kRootFound,      ///< an event indicator changed its side; the time is just behind the change
  kModelRefused,   ///< the model could not be evaluated any further (Evaluation::kRetry), whatever the step
  kModelFailed,    ///< the model answered Evaluation::kFailed
  kSolverFailed,   ///< the solver gave up (tolerance out of reach, no convergence, ...): see failure()
};

/// True for the three ways an advance can go well.
constexpr bool succeeded(Advance advance) noexcept {
  return advance <= Advance::kRootFound;
}

/// Settings of a solver, all resolved: no "empty means" here.
struct OdeSolverSettings {
  SolverKind kind{SolverKind::kCvodeBdf};
  double relative_tolerance{1e-6};                             ///< CVODE
  std::vector<double> absolute_tolerances;                     ///< CVODE: one for each state, all > 0
  double max_step_s{std::numeric_limits<double>::infinity()};  ///< CVODE: largest, RK4 and Euler: fixed step
};

/// Integrates an OdeProblem step by step.
///
/// Call order: reinitialize(t, x), then advance(stop) as often as wanted; after a root or whatever else makes
/// the right-hand side jump, change the states and reinitialize. The solver never evaluates the problem
/// beyond the stop time, and the time it reports there is the very double it was given.
///
/// Event indicators: each is on the side z > 0 or z <= 0, taken anew at every reinitialize. It changes sides
/// only after passing zero by IndicatorSides::kHysteresis (see there). An indicator that passes zero twice
/// within one step is not noticed.
///
/// Memory is taken in the constructor only. Not thread-safe; nothing is shared
/// between solvers.
class OdeSolver {
 public:
  virtual ~OdeSolver() = default;
  OdeSolver(const OdeSolver&) = delete;
  OdeSolver& operator=(const OdeSolver&) = delete;

  /// Starts from here and forgets the past. Anything but kOk is what the problem answered.
  [[nodiscard]] virtual Evaluation reinitialize(double time_s, Span<const double> states) noexcept = 0;
  /// One step towards `stop_time_s`, which must not lie before time_s(). After a failure time_s() and
  /// states() are those of the last completed step; only reinitialize may follow.
  [[nodiscard]] virtual Advance advance(double stop_time_s) noexcept = 0;
  /// CVODE: takes effect at the next reinitialize. Others: ignored.
  virtual void set_absolute_tolerances(Span<const double> tolerances) noexcept = 0;

  double time_s() const noexcept { return time_s_; }
  virtual Span<const double> states() const noexcept = 0;
  /// Why the last advance failed, for people.
  virtual std::string failure() const = 0;
  /// True when reinitialize() at the current point changes nothing: the solver keeps no history.
  virtual bool single_step() const noexcept = 0;

 protected:
  OdeSolver() = default;
  double time_s_{0.0};
};

/// Makes the solver for `problem`, which must outlive it. A problem without states gets the fixed-step
/// solver, because there is nothing to control the error of. Throws Error{kUnsupported} when the memory of
/// the solver cannot be set up, Error{kBadUsage} for settings out of range.
std::unique_ptr<OdeSolver> make_ode_solver(OdeProblem& problem, const OdeSolverSettings& settings);

/// abs_tol[i] = relative_tolerance * |nominal[i]|. A nominal that is zero or not finite counts as 1, because
/// a zero tolerance makes the error weight of a state that starts at zero infinite. Returns how many nominals
/// were replaced. Does not allocate when `tolerances` has the size of `nominals`.
std::size_t absolute_tolerances(double relative_tolerance, Span<const double> nominals,
                                Span<double> tolerances) noexcept;

}  // namespace lockstep::core
