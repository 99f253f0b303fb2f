// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instance/call_ring.hpp"
#include "lockstep/core/instance.hpp"
#include "lockstep/core/stepper.hpp"
#include "stepper/event_iteration.hpp"
#include "stepper/event_observer.hpp"

namespace lockstep::core {

/// Structural parameters change sizes of arrays and are set in configuration mode.
inline bool is_structural(const Variable& variable) noexcept {
  return variable.causality == Causality::kStructuralParameter;
}

/// What a stepper of this interface of an FMU can do.
StepperCapabilities capabilities_of(const ModelDescription& description, InterfaceKind kind,
                                    const InstanceOptions& options);

/// What the Co-Simulation and the Model Exchange stepper share: the instance, start values, initialisation,
/// the transfer of bound groups, the finite check and the words for a failure.
///
/// Subclass: implement step() and on_initialized(); call transfer functions from there.
class FmuStepper : public Stepper, public EventSource, protected GroupTransfer {
 public:
  std::vector<std::uint64_t> dimensions(const Variable& variable) const override;
  void set(const Variable& variable, const Value& value) override;
  Value get(const Variable& variable) override;
  void initialize(const ExperimentSetup& setup) override;
  void enter_initialization(const ExperimentSetup& setup) override;
  void evaluate_initial() override;
  void exit_initialization() override;
  void reset() override;
  Status terminate() noexcept override;
  Status directional_derivative(Span<const ValueReference> unknowns, Span<const ValueReference> knowns,
                                Span<const double> seed, Span<double> sensitivity) noexcept override;
  StepperStatistics statistics() const noexcept override { return statistics_; }
  std::string fault() const override;
  ~FmuStepper() override;
  /// The state at the current communication point as bytes, which another process can continue from; empty
  /// where the FMU or its interface cannot have it (see unpack_state).
  virtual BinaryValue pack_state();
  /// Continues from bytes of a stepper of the same FMU, saved at `time_s`; between initialize() and the end.
  /// Outputs are read again. Throws Error{kFmuFailed}, Error{kUnsupported} where pack_state() gives nothing.
  virtual void unpack_state(Span<const std::uint8_t> bytes, double time_s);
  /// The last FMI calls, for whoever reports a crash. A new address after reset().
  const CallRing& calls() const noexcept;

 protected:
  enum class Phase : std::uint8_t { kSetUp, kInitializing, kRunning, kEnded, kFailed };

  FmuStepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind, StepperOptions options);

  /// In initialisation mode, inputs set: the moment to ask for clock intervals. Throws Error through
  /// require().
  virtual void on_initialization_mode(const ExperimentSetup& setup);
  /// After exit_initialization_mode: event iteration and whatever else leads to the first communication
  /// point. Throws Error through require().
  virtual void on_initialized(const ExperimentSetup& setup) = 0;
  /// A tunable parameter or input set between steps (Model Exchange and event mode need an event).
  virtual Status set_while_running(const Variable& variable, const void* data, std::size_t count) noexcept;
  /// Overriding it? Call this one first: it checks the group and files it in the right list.
  void on_bound(Group& group) override;

  /// Sets all input groups that belong to no clock. Ramp groups are the subclass's business.
  Status set_inputs() noexcept;
  /// Gets all output groups that belong to no clock and checks them for NaN and infinities at `time_s`.
  Status get_outputs(double time_s) noexcept;
  /// One group; the finite check included. For clocked groups, in event mode with their clock active.
  Status get_group(const Group& group, double time_s) noexcept final;
  Status set_group(const Group& group) noexcept final;
  /// kOk when all elements of a floating-point group are finite, else as the policy says; kept for fault().
  Status check_finite(const Group& group, double time_s) noexcept;
  /// Remembers a failure for fault(); returns the status unchanged. A time that is NaN is not told.
  Status failed(Status status, const char* what, double time_s) noexcept;
  /// Throws Error{kFmuFailed} with fault() unless the status is kOk or kWarning.
  void require(Status status, const char* what, double time_s);

  /// After a state was restored: the stepper runs again, whatever failed before.
  void resume() noexcept;

  InterfaceKind kind() const noexcept { return *capabilities().kind; }
  /// Of the interface that runs; never null in an FMU that could be opened with it.
  const InterfaceCapabilities& interface() const noexcept { return *description().interface(kind()); }
  Instance& instance() noexcept { return *instance_; }
  const Instance& instance() const noexcept { return *instance_; }
  /// Until forget_options(); a stepper without further use for them calls it at the end of its constructor.
  const StepperOptions& options() const noexcept { return *options_; }
  void forget_options() noexcept { options_.reset(); }
  /// Bound groups by what may be done with them when. Clocked ones (FMI 3), inputs and outputs, may be
  /// touched only in event mode while their clock ticks. Groups of clocks are in none of these lists.
  const std::vector<Group*>& input_groups() const noexcept { return input_groups_; }
  const std::vector<Group*>& ramp_groups() const noexcept { return ramp_groups_; }
  const std::vector<Group*>& output_groups() const noexcept { return output_groups_; }
  const std::vector<Group*>& clocked_groups() const noexcept { return clocked_groups_; }
  Phase phase() const noexcept { return phase_; }
  /// What keeps a step from being a plain one, as bits of one word: 0 says running and nothing special. Bit 0
  /// is "not running", the others belong to the subclass.
  std::uint8_t hurdles() const noexcept { return hurdles_; }
  void set_hurdle(std::uint8_t bit, bool present) noexcept {
    hurdles_ = static_cast<std::uint8_t>(present ? hurdles_ | bit : hurdles_ & ~bit);
  }

  StepperStatistics statistics_;

 private:
  void enter(Phase phase) noexcept;
  enum class Stage : std::uint8_t { kConfiguration, kInstantiated, kInitialization };
  void apply_set_values(Stage stage);
  /// Hands over every bound input, in initialisation mode.
  void set_initial_inputs();
  void require_initializing(const char* call) const;
  template <class T>
  Status check_elements(const Group& group, double time_s) noexcept;
  Status report_non_finite(const Group& group, std::size_t element, double value, double time_s) noexcept;
  std::string non_finite_text() const;
  /// Tells the log, once a run; the only allocation a step may make, and it is the caller's choice.
  void warn_non_finite() noexcept;
  void warn_outside_range(const Variable& variable, const Value& value) const;

  std::shared_ptr<const Fmu> fmu_;
  std::unique_ptr<const StepperOptions> options_;
  LogSink log_;
  std::unique_ptr<Instance> instance_;
  Phase phase_{Phase::kSetUp};
  ExperimentSetup setup_;  // of the initialisation under way
  std::uint8_t hurdles_{1};
  NonFinitePolicy non_finite_;
  bool set_calculated_;  // kept: values are set after the options are forgotten
  std::vector<std::pair<const Variable*, Value>> set_values_;
  std::vector<Group*> input_groups_, ramp_groups_, output_groups_, clocked_groups_;

  // What fault() puts into words; filled without allocating.
  const char* failed_call_{nullptr};
  Status failed_status_{Status::kOk};
  double failed_time_s_{0.0};
  const Group* non_finite_group_{nullptr};
  std::size_t non_finite_element_{0};
  double non_finite_value_{0.0};
};

}  // namespace lockstep::core
