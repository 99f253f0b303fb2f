// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/scalar_instance.hpp"

namespace lockstep::core {

/// An instance of an FMI 2.0 FMU, Co-Simulation or Model Exchange.
class Fmi2Instance final : public ScalarInstance<Fmi2Api> {
 public:
  /// Loads and instantiates. Throws Error: kLoadFailed, kFmuFailed, kSystem.
  explicit Fmi2Instance(InstanceSpec spec);
  ~Fmi2Instance() override;

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
  Status directional_derivative(References unknowns, References knowns, Span<const double> seed,
                                Span<double> sensitivity) noexcept override;

  Status get_state(FmuState& state) noexcept override;
  Status set_state(const FmuState& state) noexcept override;
  Status serialize_state(const FmuState& state, BinaryValue& bytes) noexcept override;
  Status deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept override;
  void free_state(void* handle) noexcept override;

 private:
  static const Dialect kDialect;
  void instantiate(const InstanceSpec& spec);
};

}  // namespace lockstep::core
