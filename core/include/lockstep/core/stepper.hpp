// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/bound_variable.hpp"
#include "lockstep/core/instance.hpp"
#include "lockstep/core/stepper_options.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::core {

/// A whole stepper captured by Stepper::save: model, solver, pending events. Must not outlive its stepper.
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

/// Runs one model from communication point to communication point. The model is whatever has variables and
/// time: an FMU (create()), a model written in C++, a coupled system of several. Nothing here needs an FMU.
///
/// 1. create(), set() start values and parameters, bind_*() the variables of interest. Each group is
///    of one type, is bound once, owns its buffer and costs one FMI call a step.
///    Setup throws Error.
/// 2. initialize(): outputs at the start time are in the output buffers.
/// 3. Write input buffers, step(), read output buffers; again. A step sets all input groups,
///    advances and gets all output groups; events inside are its own business, unless early return is
///    allowed. It neither throws, allocates, looks up nor locks.
/// 4. reset() goes back to 1 with bindings and values kept; the destructor terminates and frees.
///
/// Buffers live as long as the stepper and never move. One thread at a time.
///
/// For a small program everything is there by name, too, without set-up and time of its own:
///
///     stepper->set("l", 2.5);
///     const auto angle = stepper->output("a");
///     while (stepper->time_s() < 10.0) stepper->step(0.01);
///     std::printf("%g rad\n", angle.value());
///
/// To write one: describe the variables (DescriptionBuilder, where there is no modelDescription.xml), state
/// what it can do as StepperCapabilities, and implement the pure virtual functions. initialize(), step() and
/// restore() walk through groups(): input groups are read before the model advances, output groups are filled
/// when it has arrived. A set() that the model refuses may surface in initialize() or in the next step.
/// Override the functions of a capability only where the capability is stated.
/// tests/support/decay_stepper.hpp is a small one.
class LOCKSTEP_CORE_EXPORT Stepper {
 public:
  /// Co-Simulation, or Model Exchange with a solver inside. Throws Error: what Instance::create throws;
  /// kUnsupported for Scheduled Execution (drive Instance yourself).
  static std::unique_ptr<Stepper> create(std::shared_ptr<const Fmu> fmu, StepperOptions options = {});
  virtual ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// How messages call it: the name of the FMU's instance, of the coupled system, ...
  const std::string& name() const noexcept { return name_; }
  const ModelDescription& description() const noexcept { return *description_; }
  const StepperCapabilities& capabilities() const noexcept { return capabilities_; }

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
  /// scalar. As the description has them, where an implementation has no structural parameters.
  virtual std::vector<std::uint64_t> dimensions(const Variable& variable) const;
  /// Their product: the number of elements; 1 for a scalar.
  std::uint64_t element_count(const Variable& variable) const;

  /// Before initialize(): a start value or parameter, applied at the right moment (structural parameters in
  /// configuration mode). Afterwards: a tunable parameter or input, at once. Throws Error{kBadUsage} when the
  /// standard forbids it in this state (naming variable, causality and variability), Error{kFmuFailed} when
  /// the model refuses. A value outside min and max is set, with a warning (category "out-of-range").
  virtual void set(const Variable& variable, const Value& value) = 0;
  /// Reads any variable now. Throws Error{kFmuFailed}.
  virtual Value get(const Variable& variable) = 0;

  /// Throws Error{kFmuFailed} with the model's messages and, for an FMU, its last calls.
  virtual void initialize(const ExperimentSetup& setup) = 0;
  /// initialize() in parts, for whoever couples models and must find start values that fit each other:
  /// enter_initialization() once, then any number of times write the input buffers, evaluate_initial() and
  /// read the output buffers, then exit_initialization(), which takes the inputs a last time. Throws as
  /// initialize() does, and Error{kUnsupported} without the capability initialization_mode.
  virtual void enter_initialization(const ExperimentSetup& setup);
  virtual void evaluate_initial();
  virtual void exit_initialization();
  /// Advances over `interval`, whose start must be where the last step ended.
  virtual StepOutcome step(const StepInterval& interval) noexcept = 0;
  /// Back to before initialize(); values given by set() and all bindings are kept. Throws Error{kFmuFailed}.
  virtual void reset() = 0;
  /// Ends the simulation properly (also done by the destructor). Returns the model's status.
  virtual Status terminate() noexcept = 0;

  bool can_save() const noexcept { return capabilities_.save; }
  /// Captures the state at the current communication point. Pass a snapshot of this stepper to re-use its
  /// memory. Throws Error{kUnsupported} unless can_save(), Error{kFmuFailed}.
  virtual void save(std::unique_ptr<Snapshot>& snapshot);
  /// Continues from `snapshot`; outputs are read again. Throws Error{kFmuFailed}, Error{kBadUsage} for a
  /// snapshot of another stepper.
  virtual void restore(const Snapshot& snapshot);

  /// From the next step on, a step of a stepper with that capability ends right after the first event inside
  /// its interval (StepOutcome::early): the event is handled, the outputs are those after it, and whoever
  /// couples models passes them on before time goes on. Without the capability nothing changes. Off at first.
  void allow_early_return(bool allowed) noexcept { early_return_allowed_ = allowed; }
  /// The earliest instant at which the model itself wants an event, if it said one (FMI nextEventTime, clock
  /// ticks).
  virtual std::optional<double> next_event_time_s() const noexcept { return std::nullopt; }
  /// sensitivity = J * seed with J = d unknowns / d knowns at the current communication point and with the
  /// inputs last given: outputs (or derivatives of states) by inputs (or states), all Float64, by value
  /// reference; one element of `seed` for each element of the knowns, of `sensitivity` for the unknowns.
  /// Between steps of a running model; allocates nothing. kError without the capability.
  [[nodiscard]] virtual Status directional_derivative(Span<const ValueReference> unknowns,
                                                      Span<const ValueReference> knowns,
                                                      Span<const double> seed,
                                                      Span<double> sensitivity) noexcept;

  // --- by name; these throw Error, names that do not exist with the closest ones ---------------------------
  /// As set() above. A number must fit the variable's type (2.5 is no Int32; 0 and 1 are Boolean, too); a
  /// text is read as parse_value reads it.
  void set(std::string_view variable, double value);
  void set(std::string_view variable, std::string_view text);
  void set(std::string_view variable, const Value& value);
  Value get(std::string_view variable);
  /// Binds one variable, scalar or array. Before start().
  template <class T = double>
  Input<T> input(std::string_view variable);
  template <class T = double>
  Output<T> output(std::string_view variable);
  /// initialize() at this time; step(double) goes on from here. After reset(), start() again.
  void start(double start_time_s = 0.0);
  /// Advances by `step_s`; the first one calls start() where nobody did. Equal steps lie on an exact grid, as
  /// those of a TimeGrid. False: the model asked to end the simulation. Throws Error{kFmuFailed} with fault()
  /// when the step fails. Not to be mixed with steps over intervals and restore(), of whose time it knows
  /// nothing.
  bool step(double step_s);
  /// Where start() and step(double) have got to.
  double time_s() const noexcept;

  virtual StepperStatistics statistics() const noexcept = 0;
  /// After kError or kFatal: what failed, when, what the model said (an FMU: with its last 32 calls). For
  /// people; allocates.
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
  Stepper(std::string name, std::shared_ptr<const ModelDescription> description,
          const StepperCapabilities& capabilities);
  /// Called once for each new group, with its buffer filled with start values; may throw Error. May let
  /// Group::data point to a buffer of its own (with the same values) that lives as long as the stepper.
  virtual void on_bound(Group& group) = 0;
  const std::vector<std::unique_ptr<Group>>& groups() const noexcept { return groups_; }
  bool early_return_allowed() const noexcept { return early_return_allowed_; }

 private:
  Group& bind(Group::Role role, Span<const Variable* const> variables, VariableType element_type);
  const Variable& named(std::string_view variable) const;

  std::string name_;
  std::shared_ptr<const ModelDescription> description_;
  StepperCapabilities capabilities_;
  bool early_return_allowed_{false};
  std::optional<TimeGrid> grid_;  // of step(double): the steps of one length in a row
  std::int64_t grid_index_{0};
  std::optional<double> started_s_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<std::shared_ptr<void>> buffers_;
};

template <class T>
Input<T> Stepper::input(std::string_view variable) {
  const Variable* const one[] = {&named(variable)};
  return Input<T>{bind_inputs<T>(one)};
}

template <class T>
Output<T> Stepper::output(std::string_view variable) {
  const Variable* const one[] = {&named(variable)};
  return Output<T>{bind_outputs<T>(one)};
}

/// Looks names up, all at once. Throws Error{kNotFound} listing every unknown name with the closest ones that
/// exist.
LOCKSTEP_CORE_EXPORT std::vector<const Variable*> select(const ModelDescription& description,
                                                         Span<const std::string> names);

}  // namespace lockstep::core
