// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "co_simulation.hpp"
#include "component.hpp"
#include "differentiator.hpp"
#include "fmi3_exports.hpp"
#include "shell.hpp"

namespace lockstep::exporter {

/// What an fmi3Instance points to. The value reference of a variable is its index in the description; one
/// more stands for the time if the model does not declare it.
struct Fmi3Instance {
  Fmi3Instance(const Prototype& prototype, Kind kind, Component::Sink sink);

  Component component;
  CoSimulation co_simulation;
  bool uses_event_mode{false};
  bool allows_early_return{false};
  fmi3InstanceEnvironment environment{nullptr};
  fmi3ClockUpdateCallback clock_update{nullptr};
  fmi3LockPreemptionCallback lock_preemption{nullptr};
  fmi3UnlockPreemptionCallback unlock_preemption{nullptr};

  /// At the current values. Throws CallRefused when the model has no derivatives.
  Differentiator& differentiator();

 private:
  std::unique_ptr<Differentiator> differentiator_;
};

/// The elements behind value references to Float64 variables, arrays element by element.
std::vector<RealElement> real_elements(Fmi3Instance& i, const fmi3ValueReference vr[], size_t nvr);

/// Runs the body of an FMI 3.0 function.
template <class Body>
fmi3Status fmi3_call(fmi3Instance instance, const char* function, std::uint32_t modes, Body&& body) noexcept {
  if (instance == nullptr) return fmi3Error;
  auto& i = *static_cast<Fmi3Instance*>(instance);
  return static_cast<fmi3Status>(guarded(i.component, function, modes, [&] { body(i); }));
}

}  // namespace lockstep::exporter
