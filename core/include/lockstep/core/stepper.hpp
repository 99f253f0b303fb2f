// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/instance.hpp"
#include "lockstep/core/solver_options.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::core {

/// What to do with a NaN or infinite bound output. kError fails the step; kWarn lets the value pass, logs it
/// once a run with name and time, and answers kWarning; kAllow does not look.
enum class NonFinitePolicy : std::uint8_t { kError, kWarn, kAllow };

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
};

/// The answer of one step. status kOk or kWarning: `reached_s` is the end of the interval, unless
/// `terminated`. kDiscard: the FMU could not go on past `reached_s`; its state there is valid. kError,
/// kFatal: see Stepper::fault().
struct [[nodiscard]] StepOutcome {
  double reached_s{0.0};
  Status status{Status::kOk};
  bool terminated{false};  ///< the FMU asked to end the simulation; not an error
};

/// Counted since initialize().
struct StepperStatistics {
  std::uint64_t steps{0};          ///< calls of step()
  std::uint64_t do_step_calls{0};  ///< Co-Simulation: FMI calls, more than steps after early returns
  std::uint64_t solver_steps{0}, derivative_calls{0};  ///< Model Exchange
  std::uint64_t time_events{0}, state_events{0}, step_events{0}, input_events{0}, clock_ticks{0};
};

/// A whole stepper captured by Stepper::save: FMU, solver, pending events. Must not outlive its stepper.
class LOCKSTEP_CORE_EXPORT Snapshot {
 public:
  virtual ~Snapshot() = default;
};

/// Continuous inputs given at both ends of a step; inside it they run on a straight line wherever the FMU can
/// take it (Model Exchange always; Co-Simulation through input derivatives or intermediate update, else
/// at_start is held).
struct RampGroup {
  Span<double> at_start, at_end;
};

/// Runs one FMU (or anything that behaves like one) from communication point to communication point.
///
/// 1. create(), set() start values and parameters, bind_*() the variables of interest. Each group is
///    of one type, is bound once, owns its buffer and costs one FMI call a step.
///    Setup throws Error.
/// 2. initialize(): outputs at the start time are in the output buffers.
/// 3. Write input buffers, step(), read output buffers; again. A step sets all input groups,
///    advances and gets all output groups; events inside are its own business.
///    It neither throws, allocates, looks up nor locks.
/// 4. reset() goes back to 1 with bindings and values kept; the destructor terminates and frees.
///
/// Buffers live as long as the stepper and never move. One thread at a time. Implementations: Co-Simulation,
/// Model Exchange with a solver; a worker process will be one more (a failed set may therefore surface in the
/// step).
class LOCKSTEP_CORE_EXPORT Stepper {
 public:
  /// Throws Error: what Instance::create throws; kUnsupported for Scheduled Execution (drive Instance
  /// yourself).
  static std::unique_ptr<Stepper> create(std::shared_ptr<const Fmu> fmu, StepperOptions options = {});
  virtual ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  const Fmu& fmu() const noexcept { return *fmu_; }
  const ModelDescription& description() const noexcept { return fmu_->description(); }
  InterfaceKind kind() const noexcept { return kind_; }

  /// Binds inputs (or tunable parameters) of one type; T must be the variables' element type: double, float,
  /// std::[u]int{8,16,32,64}_t, bool, std::string, BinaryValue; std::int64_t for enumerations; bool for input
  /// clocks. Buffers start with the variables' start values. Array elements are concatenated, row-major.
  /// Before initialize().
  template <class T>
  Span<T> bind_inputs(Span<const Variable* const> variables);
  /// Binds continuous Float64 inputs that are interpolated inside the step. Before initialize().
  RampGroup bind_ramps(Span<const Variable* const> variables);
  /// Binds anything readable, of one type. Before initialize().
  template <class T>
  Span<const T> bind_outputs(Span<const Variable* const> variables);

  /// Sizes of an array's dimensions, with the structural parameters given by set() so far; empty for a
  /// scalar.
  virtual std::vector<std::uint64_t> dimensions(const Variable& variable) const = 0;
  /// Their product: the number of elements; 1 for a scalar.
  std::uint64_t element_count(const Variable& variable) const;

  /// Before initialize(): a start value or parameter, applied at the right moment (structural parameters in
  /// configuration mode). Afterwards: a tunable parameter or input, at once. Throws Error{kBadUsage} when the
  /// standard forbids it in this state (naming variable, causality and variability), Error{kFmuFailed} when
  /// the FMU refuses. A value outside min and max is set, with a warning (category "out-of-range").
  virtual void set(const Variable& variable, const Value& value) = 0;
  /// Reads any variable now. Throws Error{kFmuFailed}.
  virtual Value get(const Variable& variable) = 0;

  /// Throws Error{kFmuFailed} with the FMU's messages and its last calls.
  virtual void initialize(const ExperimentSetup& setup) = 0;
  /// Advances over `interval`, whose start must be where the last step ended.
  virtual StepOutcome step(const StepInterval& interval) noexcept = 0;
  /// Back to before initialize(); values given by set() and all bindings are kept. Throws Error{kFmuFailed}.
  virtual void reset() = 0;
  /// Ends the simulation properly (also done by the destructor). Returns the FMU's status.
  virtual Status terminate() noexcept = 0;

  virtual bool can_save() const noexcept = 0;
  /// Captures the state at the current communication point. Pass a snapshot of this stepper to re-use its
  /// memory. Throws Error{kUnsupported} unless can_save(), Error{kFmuFailed}.
  virtual void save(std::unique_ptr<Snapshot>& snapshot) = 0;
  /// Continues from `snapshot`; outputs are read again. Throws Error{kFmuFailed}.
  virtual void restore(const Snapshot& snapshot) = 0;

  /// The earliest instant at which the model itself wants an event, if it said one (FMI nextEventTime, clock
  /// ticks).
  virtual std::optional<double> next_event_time_s() const noexcept = 0;
  virtual StepperStatistics statistics() const noexcept = 0;
  /// After kError or kFatal: what failed, when, what the FMU said, its last 32 calls. For people; allocates.
  virtual std::string fault() const = 0;

  /// One bound group. Implementations read and write `data` by `type`.
  struct Group {
    enum class Role : std::uint8_t { kInput, kRamp, kOutput };
    Role role{Role::kInput};
    VariableType type{VariableType::kFloat64};
    std::vector<const Variable*> variables;
    std::vector<ValueReference> references;
    std::size_t element_count{0};
    void* data{nullptr};  ///< element_count elements of the type's element type; ramps: at_start, then at_end
  };

 protected:
  Stepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind);
  /// Called once for each new group, with its buffer filled with start values; may throw Error.
  virtual void on_bound(Group& group) = 0;
  const std::vector<std::unique_ptr<Group>>& groups() const noexcept { return groups_; }
  const std::shared_ptr<const Fmu>& shared_fmu() const noexcept { return fmu_; }

 private:
  Group& bind(Group::Role role, Span<const Variable* const> variables, VariableType element_type);
  std::shared_ptr<const Fmu> fmu_;
  InterfaceKind kind_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<std::shared_ptr<void>> buffers_;
};

/// Looks names up, all at once. Throws Error{kNotFound} listing every unknown name with the closest ones that
/// exist.
LOCKSTEP_CORE_EXPORT std::vector<const Variable*> select(const ModelDescription& description,
                                                         Span<const std::string> names);

}  // namespace lockstep::core
