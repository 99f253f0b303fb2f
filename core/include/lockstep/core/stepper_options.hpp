// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "lockstep/core/instance_options.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/core/model_description.hpp"
#include "lockstep/core/solver_options.hpp"
#include "lockstep/core/status.hpp"

namespace lockstep::core {

/// What to do with a NaN or infinite bound output. kError fails the step; kWarn lets the value pass, logs it
/// once a run with name and time, and answers kWarning; kAllow does not look.
enum class NonFinitePolicy : std::uint8_t { kError, kWarn, kAllow };

/// How an FMU is stepped; see Stepper::create.
///
/// Every status is checked whatever the options say. Beyond that a step watches outputs (non_finite), keeps
/// its last calls (instance.record_calls) and the floating-point mode (instance.check_floating_point_mode),
/// which together costs a few nanoseconds. A caller that has no use for it turns all three off: kAllow,
/// false, false.
struct StepperOptions {
  std::optional<InterfaceKind> kind;  ///< empty: Fmu::preferred_kind()
  InstanceOptions instance;
  SolverOptions solver;  ///< Model Exchange only
  NonFinitePolicy non_finite{NonFinitePolicy::kError};
  bool rollback_possible{false};  ///< the caller may restore a snapshot older than the current step
  /// set() before initialize() also takes variables that the FMU should calculate itself (`initial`
  /// calculated); they are handed over in initialisation mode. For FMUs whose description is wrong about it.
  bool set_calculated{false};
  std::uint32_t max_event_iterations{1000};
  double pending_limit_s{60.0};  ///< FMI 1/2: how long an asynchronous doStep may take, wall clock
  /// Whether the FMU's code runs here or in a worker process; everything else stays the same.
  IsolationOptions isolation;
};

/// What a stepper can do besides steps from one communication point to the next.
struct StepperCapabilities {
  std::optional<InterfaceKind> kind;            ///< of the FMU that is stepped; empty: not a single FMU
  bool variable_step_size{true};                ///< steps may differ in length
  std::optional<double> fixed_internal_step_s;  ///< steps should be a whole multiple of it
  bool save{false};                             ///< Stepper::save and restore
  bool early_return{false};             ///< steps end at events once Stepper::allow_early_return was called
  bool next_event_time{false};          ///< Stepper::next_event_time_s may answer
  bool directional_derivatives{false};  ///< Stepper::directional_derivative
  bool input_ramps{false};              ///< inputs of bind_ramps are interpolated; else at_start is held
  bool initialization_mode{false};      ///< Stepper::enter_initialization and what belongs to it
};

/// The answer of one step. status kOk or kWarning: `reached_s` is the end of the interval, unless
/// `terminated` or `early`. kDiscard: the model could not go on past `reached_s`; its state there is valid.
/// kError, kFatal: see Stepper::fault().
struct [[nodiscard]] StepOutcome {
  double reached_s{0.0};
  Status status{Status::kOk};
  bool terminated{false};  ///< the model asked to end the simulation; not an error
  /// The step ended at an event inside the interval; the next one starts at reached_s. Only with
  /// Stepper::allow_early_return.
  bool early{false};
};

/// Counted since initialize().
struct StepperStatistics {
  std::uint64_t steps{0};          ///< calls of step()
  std::uint64_t do_step_calls{0};  ///< Co-Simulation: FMI calls, more than steps after early returns
  std::uint64_t solver_steps{0}, derivative_calls{0};  ///< Model Exchange
  std::uint64_t time_events{0}, state_events{0}, step_events{0}, input_events{0}, clock_ticks{0};
};

}  // namespace lockstep::core
