// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coupling.hpp"
#include "coupling_state.hpp"
#include "lockstep/network/coupled_system.hpp"
#include "master.hpp"
#include "network_variables.hpp"

namespace lockstep::network {

struct CoupledSystem::Impl {
  explicit Impl(NetworkConfig network);

  /// Binds the components to what the connections and the groups of the network need. Once.
  void compile(const std::vector<std::unique_ptr<Group>>& groups);
  /// Chooses how components with a step of their own are stepped in network steps of this size.
  bool choose_paces(double size_s);
  core::StepOutcome failure(const core::StepInterval& interval) noexcept;
  void estimate_errors() noexcept;
  core::StepperCapabilities capabilities() const;
  void log_report() const;
  CouplingReport report() const;

  NetworkConfig config;
  NetworkVariables variables;
  Coupling coupling;
  std::unique_ptr<Master> master;
  std::unique_ptr<CoupledSystem> twin;  // the copy with half the step
  bool compiled{false}, running{false}, failed{false}, has_paces{false};
  double paced_size_s{0.0};
  std::string pace_problem;
  std::size_t failed_component{0};
  std::vector<TypedMove> inputs, outputs;  // from and to the groups of the network
  std::vector<TypedMove> twin_inputs;
  std::vector<std::string> notes;

 private:
  void bind_group(const Group& group);
  void move_group(const Group& group);
  void bind_twin(const std::vector<std::unique_ptr<Group>>& groups);
  void warn(const std::string& id, const std::string& text) const;
  void suggest(CouplingReport& report) const;
};

}  // namespace lockstep::network
