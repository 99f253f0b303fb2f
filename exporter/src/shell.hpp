// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "component.hpp"

namespace lockstep::exporter {

inline constexpr std::uint32_t kAnyMode = ~0U;
/// Where values may be read and set; after the end they may still be read.
inline constexpr std::uint32_t kValueModes = kInstantiated | kConfiguration | kReconfiguration |
                                             kInitialization | kEventMode | kContinuousTime | kStepMode |
                                             kClockActivation | kIntermediateUpdate;
inline constexpr std::uint32_t kEndModes = kTerminated | kFailed;

/// The one shell of the C boundary: every FMI function runs its body in here. Checks the mode, turns
/// exceptions into a status and a message; nothing is thrown into the importer.
template <class Body>
Status guarded(Component& component, const char* function, std::uint32_t modes, Body&& body) noexcept {
  const auto failed = [&](Status status, const char* text) {
    const char* category = status == Status::kDiscard ? "logStatusDiscard" : "logStatusError";
    component.log(status, category, std::string(function) + ": " + text);
    return status;
  };
  try {
    component.demand(modes);
    body();
    return Status::kOk;
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

}  // namespace lockstep::exporter
