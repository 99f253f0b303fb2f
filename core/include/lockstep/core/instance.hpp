// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/fmu.hpp"
#include "lockstep/core/instance_options.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/status.hpp"

namespace lockstep::core {

/// The content of a Binary variable.
using BinaryValue = std::vector<std::uint8_t>;

/// Start of the experiment as the FMU is told it.
struct ExperimentSetup {
  double start_time_s{0.0};
  std::optional<double> stop_time_s;  ///< leave empty for FMUs that fail at the stop time through rounding
  std::optional<double> tolerance;
};

/// What doStep answered.
struct DoStepResult {
  Status status{Status::kOk};
  bool event_handling_needed{false};  ///< FMI 3
  bool terminate{false};              ///< the FMU wants to end; not an error
  bool early_return{false};           ///< FMI 3
  double reached_s{0.0};              ///< lastSuccessfulTime (FMI 2: asked for after Discard)
};

/// What one pass of event handling answered (FMI 2 newDiscreteStates, FMI 3 updateDiscreteStates, FMI 1
/// eventUpdate).
struct EventInfo {
  bool discrete_states_need_update{false};
  bool terminate{false};
  bool nominals_changed{false};
  bool states_changed{false};
  std::optional<double> next_event_time_s;
};

enum class IntervalQualifier : std::uint8_t { kNotYetKnown, kUnchanged, kChanged };
struct ClockTick {
  double interval_s{0.0};
  std::uint64_t counter{0}, resolution{0};  ///< exact fraction when resolution > 0
  IntervalQualifier qualifier{IntervalQualifier::kNotYetKnown};
};

/// An FMU state captured by Instance::get_state; freed with the handle. Must not outlive its instance.
class LOCKSTEP_CORE_EXPORT FmuState {
 public:
  FmuState() noexcept = default;
  FmuState(Instance& owner, void* handle) noexcept : owner_{&owner}, handle_{handle} {}
  FmuState(FmuState&& other) noexcept;
  FmuState& operator=(FmuState&& other) noexcept;
  ~FmuState();
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  void* handle() const noexcept { return handle_; }
  void set_handle(void* handle) noexcept { handle_ = handle; }

 private:
  Instance* owner_{nullptr};
  void* handle_{nullptr};
};

/// One instance of an FMU: the plain FMI face, the same for FMI 1, 2 and 3.
///
/// Call order is that of the standard and is the caller's duty; Stepper does it for you. Calls return the
/// FMU's status; after kError the instance accepts only reset, set_state and destruction, after kFatal no
/// instance of that FMU is ever called again. A function the FMU or its FMI version does not have returns
/// kError and failure() says so. All calls of one instance come from one thread at a time. Nothing here
/// throws except create().
class LOCKSTEP_CORE_EXPORT Instance {
 public:
  /// Extracts, loads, instantiates. Throws Error: kNoBinary, kLoadFailed, kUnsupported, kFmuFailed.
  static std::unique_ptr<Instance> create(std::shared_ptr<const Fmu> fmu, InterfaceKind kind,
                                          InstanceOptions options = {});
  virtual ~Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  virtual const Fmu& fmu() const noexcept = 0;
  virtual InterfaceKind kind() const noexcept = 0;
  virtual const std::string& name() const noexcept = 0;

  // --- life cycle: the states of the standard. At an event: enter_event_mode, update_discrete_states
  // until no more is needed, then back to continuous-time or step mode.
  [[nodiscard]] virtual Status enter_configuration_mode() noexcept = 0;
  [[nodiscard]] virtual Status exit_configuration_mode() noexcept = 0;
  /// FMI 2: setupExperiment and enterInitializationMode; FMI 1: keeps the arguments for
  /// exit_initialization_mode.
  [[nodiscard]] virtual Status enter_initialization_mode(const ExperimentSetup& setup) noexcept = 0;
  [[nodiscard]] virtual Status exit_initialization_mode() noexcept = 0;
  [[nodiscard]] virtual Status enter_event_mode() noexcept = 0;
  [[nodiscard]] virtual Status update_discrete_states(EventInfo& info) noexcept = 0;
  [[nodiscard]] virtual Status enter_continuous_time_mode() noexcept = 0;
  [[nodiscard]] virtual Status enter_step_mode() noexcept = 0;
  [[nodiscard]] virtual Status terminate() noexcept = 0;
  [[nodiscard]] virtual Status reset() noexcept = 0;

  // --- values: `values` holds the elements of all references, arrays row-major and concatenated. Texts and
  // binaries are copied.
  [[nodiscard]] virtual Status get(Span<const ValueReference> references, Span<double> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references, Span<float> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::int8_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::uint8_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::int16_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::uint16_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::int32_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::uint32_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::int64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::uint64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references, Span<bool> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<std::string> values) noexcept = 0;
  [[nodiscard]] virtual Status get(Span<const ValueReference> references,
                                   Span<BinaryValue> values) noexcept = 0;
  [[nodiscard]] virtual Status get_enumeration(Span<const ValueReference> references,
                                               Span<std::int64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status get_clock(Span<const ValueReference> references,
                                         Span<bool> active) noexcept = 0;

  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const double> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const float> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::int8_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::uint8_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::int16_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::uint16_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::int32_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::uint32_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::int64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::uint64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const bool> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const std::string> values) noexcept = 0;
  [[nodiscard]] virtual Status set(Span<const ValueReference> references,
                                   Span<const BinaryValue> values) noexcept = 0;
  [[nodiscard]] virtual Status set_enumeration(Span<const ValueReference> references,
                                               Span<const std::int64_t> values) noexcept = 0;
  [[nodiscard]] virtual Status set_clock(Span<const ValueReference> references,
                                         Span<const bool> active) noexcept = 0;

  // --- Co-Simulation: from_s is where the last step ended (reached_s), sizes are positive.
  // A result with event_handling_needed wants event mode before anything else.
  /// `rollback_possible`: a state older than from_s may be restored later (noSetFMUStatePriorToCurrentPoint =
  /// false).
  [[nodiscard]] virtual DoStepResult do_step(double from_s, double size_s,
                                             bool rollback_possible) noexcept = 0;
  /// FMI 1/2: derivatives of `order` of the continuous inputs, held over the next step.
  [[nodiscard]] virtual Status set_input_derivatives(Span<const ValueReference> references,
                                                     Span<const std::int32_t> orders,
                                                     Span<const double> values) noexcept = 0;
  [[nodiscard]] virtual Status get_output_derivatives(Span<const ValueReference> references,
                                                      Span<const std::int32_t> orders,
                                                      Span<double> values) noexcept = 0;
  /// FMI 1/2 after Pending: the status of the step under way.
  [[nodiscard]] virtual Status poll_step(DoStepResult& result) noexcept = 0;
  [[nodiscard]] virtual Status cancel_step() noexcept = 0;

  // --- Model Exchange: spans have as many elements as the two counts below say; time and states go in
  // before derivatives and indicators come out.
  [[nodiscard]] virtual Status set_time(double time_s) noexcept = 0;
  [[nodiscard]] virtual Status get_continuous_states(Span<double> states) noexcept = 0;
  [[nodiscard]] virtual Status set_continuous_states(Span<const double> states) noexcept = 0;
  [[nodiscard]] virtual Status get_nominals(Span<double> nominals) noexcept = 0;
  [[nodiscard]] virtual Status get_derivatives(Span<double> derivatives) noexcept = 0;
  [[nodiscard]] virtual Status get_event_indicators(Span<double> indicators) noexcept = 0;
  [[nodiscard]] virtual Status completed_integrator_step(bool rollback_possible, bool& enter_event_mode,
                                                         bool& terminate) noexcept = 0;
  /// Sizes after configuration mode (FMI 3 asks the FMU; FMI 1/2 take the description).
  [[nodiscard]] virtual Status continuous_state_count(std::size_t& count) noexcept = 0;
  [[nodiscard]] virtual Status event_indicator_count(std::size_t& count) noexcept = 0;

  // --- derivatives: sensitivity = J * seed (directional) or transposed(J) * seed (adjoint), where
  // J = d unknowns / d knowns; one seed for each known (adjoint: unknown).
  [[nodiscard]] virtual Status directional_derivative(Span<const ValueReference> unknowns,
                                                      Span<const ValueReference> knowns,
                                                      Span<const double> seed,
                                                      Span<double> sensitivity) noexcept = 0;
  [[nodiscard]] virtual Status adjoint_derivative(Span<const ValueReference> unknowns,
                                                  Span<const ValueReference> knowns, Span<const double> seed,
                                                  Span<double> sensitivity) noexcept = 0;

  // --- clocks and Scheduled Execution (FMI 3): seconds, and exact fractions where the FMU has
  // them. When which call is allowed depends on the kind of clock; the standard has the table.
  [[nodiscard]] virtual Status get_interval(ValueReference clock, ClockTick& tick) noexcept = 0;
  [[nodiscard]] virtual Status get_shift(ValueReference clock, ClockTick& tick) noexcept = 0;
  [[nodiscard]] virtual Status set_interval(ValueReference clock, const ClockTick& tick) noexcept = 0;
  [[nodiscard]] virtual Status set_shift(ValueReference clock, const ClockTick& tick) noexcept = 0;
  [[nodiscard]] virtual Status evaluate_discrete_states() noexcept = 0;
  [[nodiscard]] virtual Status activate_model_partition(ValueReference clock,
                                                        double activation_time_s) noexcept = 0;

  // --- state: only where the interface can_get_and_set_state (can_serialize_state); all of the FMU, time
  // included.
  /// Re-uses the handle of `state` when it has one, as the standard allows.
  [[nodiscard]] virtual Status get_state(FmuState& state) noexcept = 0;
  [[nodiscard]] virtual Status set_state(const FmuState& state) noexcept = 0;
  [[nodiscard]] virtual Status serialize_state(const FmuState& state, BinaryValue& bytes) noexcept = 0;
  [[nodiscard]] virtual Status deserialize_state(Span<const std::uint8_t> bytes,
                                                 FmuState& state) noexcept = 0;
  virtual void free_state(void* handle) noexcept = 0;

  // --- diagnosis: any time, also after kFatal, since it does not call the FMU.
  // Allocates: not for the step loop.
  /// Why the last call failed, for people: the call with its status, what the FMU logged about it, the last
  /// 32 FMI calls.
  virtual std::string failure() const = 0;

 protected:
  Instance() = default;
};

}  // namespace lockstep::core
