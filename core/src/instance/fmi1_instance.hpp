// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/scalar_instance.hpp"

namespace lockstep::core {

/// An instance of an FMI 1.0 FMU, Co-Simulation or Model Exchange, behind the call order of FMI 2 and 3:
/// - There is no initialisation mode. What is set before exit_initialization_mode() goes to the FMU before it
/// is
///   initialised there.
/// - There is no event mode. The first update_discrete_states() gives the answer the FMU gave to its
/// initialisation,
///   each further one is an eventUpdate; enter_event_mode() and enter_continuous_time_mode() do nothing.
/// - Model Exchange has no reset: the FMU's instance is freed and made anew.
/// - An FMU that refuses to be initialised with toleranceControlled = false is tried again with true.
class Fmi1Instance final : public ScalarInstance<Fmi1Api> {
 public:
  /// Loads and instantiates. Throws Error: kLoadFailed, kFmuFailed, kSystem.
  explicit Fmi1Instance(InstanceSpec spec);
  ~Fmi1Instance() override;

  Status enter_initialization_mode(const ExperimentSetup& setup) noexcept override;
  Status exit_initialization_mode() noexcept override;
  Status enter_event_mode() noexcept override;
  Status update_discrete_states(EventInfo& info) noexcept override;
  Status enter_continuous_time_mode() noexcept override;
  Status terminate() noexcept override;
  Status reset() noexcept override;

  Status get_nominals(Span<double> nominals) noexcept override;
  Status completed_integrator_step(bool rollback_possible, bool& enter_event_mode,
                                   bool& terminate) noexcept override;

 private:
  static const Dialect kDialect;
  bool steps() const noexcept { return kind() == InterfaceKind::kCoSimulation; }
  void check(const Fmi1Functions& functions);
  /// Makes the FMU's instance; component_ is null when it refuses.
  void instantiate() noexcept;
  void free() noexcept;
  Status initialize_slave() noexcept;
  Status initialize_model() noexcept;
  /// fmiInitialize; a refusal closes no gate, because it may be tried again.
  int try_initialize(bool tolerance_controlled, double tolerance, fmi1EventInfo& answer) noexcept;
  EventInfo event_info(const fmi1EventInfo& answer) const noexcept;

  std::string token_, location_;
  double timeout_ms_{0.0};
  bool visible_, logging_on_;
  ExperimentSetup setup_;
  std::optional<EventInfo> initial_events_;  // what fmiInitialize answered, until somebody asks
};

}  // namespace lockstep::core
