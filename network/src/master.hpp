// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coupling.hpp"
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// Brings all components of a network from one communication point to the next.
///
/// To write one: step components with Coupling::advance after filling Coupling::used, and call
/// Coupling::accept for every step that stays. prepare() is called once the components are bound and may
/// allocate and throw; step() does neither.
class Master {
 public:
  virtual ~Master() = default;
  virtual void prepare(Coupling& /*coupling*/) {}
  /// Called when the components have been initialised or restored: forget what was learnt.
  virtual void restart() noexcept {}
  /// False when a component failed, or wants to end; Coupling::outcomes says which one.
  virtual bool step(Coupling& coupling, const core::StepInterval& interval) noexcept = 0;
  /// What the components do not allow, for the report.
  virtual std::vector<std::string> notes(const Coupling& /*coupling*/) const { return {}; }
};

std::unique_ptr<Master> make_master(const MasterOptions& options);

/// Whether the master takes steps of components back where it can.
bool rolls_back(MasterKind kind) noexcept;

// --- single steps that masters are made of -----------------------------------------------------------------
/// All components in the order of feed-through, each with the latest values. Does not accept().
bool gauss_seidel_sweep(Coupling& coupling, const core::StepInterval& interval) noexcept;
/// The same up to component number `count` of the order.
bool gauss_seidel_component(Coupling& coupling, std::size_t component,
                            const core::StepInterval& interval) noexcept;

std::unique_ptr<Master> make_jacobi(const MasterOptions& options);
std::unique_ptr<Master> make_gauss_seidel();
std::unique_ptr<Master> make_iterated(const MasterOptions& options);
std::unique_ptr<Master> make_adaptive(const MasterOptions& options);
std::unique_ptr<Master> make_event_aware();

}  // namespace lockstep::network
