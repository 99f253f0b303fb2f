// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/network/coupling_report.hpp"
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// Several models that are connected, as one Stepper: it runs wherever a single FMU does (simulate(), a
/// device of a world, a node).
///
/// **Variables.** Those of all components, named "component.variable". Outputs stay outputs; inputs that
/// nothing is connected to stay inputs; connected inputs, local variables and parameters can be read.
/// Besides: "error(component.input)" for each connection of Float64 (what ConnectionError::largest is the
/// maximum of, of the last step), "master.step_size" and "master.iterations". Clocks are left out.
///
/// **A step** from t to t + h takes the inputs of the network, lets the master step all components to t + h
/// and gives the outputs they have then. Masters that choose their own steps stay inside [t, t + h].
///
/// **Start values.** initialize() brings all components to initialisation mode and passes values along the
/// connections until they fit; algebraic loops are solved there. Components without initialisation mode
/// (FMI 1.0) are initialised as soon as their inputs are known.
///
/// **Failure.** Setup throws Error{kBadInput} with everything that is wrong with components and connections.
/// A step fails with the status of the component that failed; fault() names it. Steps allocate nothing, look
/// nothing up and, with one thread, lock nothing; texts that grow longer than ever before are the exception,
/// and what the components do themselves.
///
/// Saved and restored where all components can. One thread at a time.
class CoupledSystem final : public core::Stepper {
 public:
  /// Makes all components and checks all connections. Throws Error: what making a component throws;
  /// kBadInput naming every component or connection that is wrong.
  static std::unique_ptr<CoupledSystem> create(NetworkConfig config);
  ~CoupledSystem() override;

  CouplingReport report() const;

  std::vector<std::uint64_t> dimensions(const core::Variable& variable) const override;
  void set(const core::Variable& variable, const core::Value& value) override;
  core::Value get(const core::Variable& variable) override;
  void initialize(const core::ExperimentSetup& setup) override;
  core::StepOutcome step(const core::StepInterval& interval) noexcept override;
  void reset() override;
  core::Status terminate() noexcept override;
  void save(std::unique_ptr<core::Snapshot>& snapshot) override;
  void restore(const core::Snapshot& snapshot) override;
  std::optional<double> next_event_time_s() const noexcept override;
  core::StepperStatistics statistics() const noexcept override;
  std::string fault() const override;

  struct Impl;

 protected:
  void on_bound(Group& group) override;

 private:
  explicit CoupledSystem(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::network
