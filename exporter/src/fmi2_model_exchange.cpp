// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: Model Exchange.
#include <cmath>

#include "fmi2_instance.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kSolverModes = kEventMode | kContinuousTime;
constexpr std::uint32_t kStateModes = kInitialization | kEventMode | kContinuousTime;

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return fmi2_call(c, "fmi2EnterEventMode", kSolverModes,
                   [](Fmi2Instance& i) { i.component.enter_event_mode(); });
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  return fmi2_call(c, "fmi2NewDiscreteStates", kEventMode, [&](Fmi2Instance& i) {
    const auto result = i.component.handle_event();
    info->newDiscreteStatesNeeded = result.repeat ? fmi2True : fmi2False;
    info->terminateSimulation = result.terminate ? fmi2True : fmi2False;
    info->nominalsOfContinuousStatesChanged = fmi2False;
    info->valuesOfContinuousStatesChanged = result.states_changed ? fmi2True : fmi2False;
    info->nextEventTimeDefined = std::isfinite(result.next_event) ? fmi2True : fmi2False;
    info->nextEventTime = std::isfinite(result.next_event) ? result.next_event : 0.0;
  });
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return fmi2_call(c, "fmi2EnterContinuousTimeMode", kEventMode,
                   [](Fmi2Instance& i) { i.component.set_mode(kContinuousTime); });
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean* enterEventMode,
                                       fmi2Boolean* terminateSimulation) {
  return fmi2_call(c, "fmi2CompletedIntegratorStep", kContinuousTime, [&](Fmi2Instance& i) {
    i.component.accept();
    *enterEventMode = fmi2False;
    *terminateSimulation = i.component.run_state().is_terminating ? fmi2True : fmi2False;
  });
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  return fmi2_call(c, "fmi2SetTime", kSolverModes, [&](Fmi2Instance& i) { i.component.set_time(time); });
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx) {
  return fmi2_call(c, "fmi2SetContinuousStates", kContinuousTime,
                   [&](Fmi2Instance& i) { i.component.write_states(x, nx); });
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx) {
  return fmi2_call(c, "fmi2GetDerivatives", kStateModes,
                   [&](Fmi2Instance& i) { i.component.read_derivatives(derivatives, nx); });
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[], size_t ni) {
  return fmi2_call(c, "fmi2GetEventIndicators", kStateModes,
                   [&](Fmi2Instance& i) { i.component.read_indicators(eventIndicators, ni); });
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx) {
  return fmi2_call(c, "fmi2GetContinuousStates", kStateModes,
                   [&](Fmi2Instance& i) { i.component.read_states(x, nx); });
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x_nominal[], size_t nx) {
  return fmi2_call(c, "fmi2GetNominalsOfContinuousStates", kStateModes,
                   [&](Fmi2Instance& i) { i.component.read_nominals(x_nominal, nx); });
}

}  // extern "C"
