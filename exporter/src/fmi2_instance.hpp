// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "co_simulation.hpp"
#include "component.hpp"
#include "fmi2_exports.hpp"
#include "fmi2_layout.hpp"

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
};

/// The one shell of the C boundary: every FMI 2.0 function runs its body in here. Checks the instance and its
/// mode, turns exceptions into a status and a message; nothing is thrown into the importer.
template <class Body>
fmi2Status fmi2_call(fmi2Component c, const char* function, std::uint32_t modes, Body&& body) noexcept {
  if (c == nullptr) return fmi2Error;
  auto& instance = *static_cast<Fmi2Instance*>(c);
  Component& component = instance.component;
  const auto failed = [&](Status status, const char* text) {
    const char* category = status == Status::kDiscard ? "logStatusDiscard" : "logStatusError";
    component.log(status, category, std::string(function) + ": " + text);
    return static_cast<fmi2Status>(status);
  };
  try {
    component.demand(function, modes);
    body(instance);
    return fmi2OK;
  } catch (const CallRefused& e) {
    return failed(Status::kError, e.what());
  } catch (const CallFailed& e) {
    if (e.status() == Status::kError) component.set_mode(kFailed);
    return failed(e.status(), e.what());
  } catch (const std::exception& e) {
    component.set_mode(kFailed);
    return failed(Status::kError, e.what());
  } catch (...) {
    component.set_mode(kFailed);
    return failed(Status::kError, "the model threw something that is no std::exception");
  }
}

inline constexpr std::uint32_t kFmi2AnyMode = ~0U;
/// Where values may be read and set.
inline constexpr std::uint32_t kFmi2ValueModes =
    kInstantiated | kInitialization | kEventMode | kContinuousTime | kStepMode;

}  // namespace lockstep::exporter
