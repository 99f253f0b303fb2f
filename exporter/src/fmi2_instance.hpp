// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "co_simulation.hpp"
#include "component.hpp"
#include "differentiator.hpp"
#include "fmi2_exports.hpp"
#include "fmi2_layout.hpp"
#include "shell.hpp"

namespace lockstep::exporter {

/// What an fmi2Component points to.
struct Fmi2Instance {
  Fmi2Instance(const Prototype& prototype, Kind kind, std::string name,
               const fmi2CallbackFunctions* callbacks);

  std::string name;
  const fmi2CallbackFunctions* callbacks;  // the importer keeps it alive as long as the instance
  const std::vector<Fmi2Scalar>& scalars;
  Component component;
  CoSimulation co_simulation;
  double last_successful_time{0.0};

  /// At the current values. Throws CallRefused when the model has no derivatives.
  Differentiator& differentiator();

 private:
  std::unique_ptr<Differentiator> differentiator_;
};

/// Runs the body of an FMI 2.0 function.
template <class Body>
fmi2Status fmi2_call(fmi2Component c, const char* function, std::uint32_t modes, Body&& body) noexcept {
  if (c == nullptr) return fmi2Error;
  auto& instance = *static_cast<Fmi2Instance*>(c);
  return static_cast<fmi2Status>(guarded(instance.component, function, modes, [&] { body(instance); }));
}

}  // namespace lockstep::exporter
