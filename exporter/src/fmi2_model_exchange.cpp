// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: Model Exchange.
#include <cmath>

#include "fmi2_instance.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kSolverModes = kEventMode | kContinuousTime;
constexpr std::uint32_t kStateModes = kInitialization | kEventMode | kContinuousTime;

void demand_size(const char* what, size_t given, size_t expected) {
  if (given == expected) return;
  throw CallRefused("there are " + std::to_string(expected) + " " + what + ", not " + std::to_string(given));
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return fmi2_call(c, "fmi2EnterEventMode", kSolverModes,
                   [](Fmi2Instance& i) { i.component.set_mode(kEventMode); });
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
    *enterEventMode = fmi2False;
    *terminateSimulation = i.component.run_state().is_terminating ? fmi2True : fmi2False;
  });
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  return fmi2_call(c, "fmi2SetTime", kSolverModes, [&](Fmi2Instance& i) { i.component.set_time(time); });
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx) {
  return fmi2_call(c, "fmi2SetContinuousStates", kContinuousTime, [&](Fmi2Instance& i) {
    demand_size("continuous states", nx, i.component.state_count());
    for (size_t k = 0; k < nx; ++k)
      i.component.state(k) = x[k];
    i.component.mark_changed();
  });
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx) {
  return fmi2_call(c, "fmi2GetDerivatives", kStateModes, [&](Fmi2Instance& i) {
    demand_size("continuous states", nx, i.component.state_count());
    i.component.about_to_get();
    // A trial point outside of the model's domain is no error: the solver may try a smaller step.
    i.component.check_finite(Status::kDiscard);
    for (size_t k = 0; k < nx; ++k)
      derivatives[k] = i.component.derivative(k);
  });
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t ni) {
  return fmi2_call(c, "fmi2GetEventIndicators", kStateModes, [&](Fmi2Instance& i) {
    demand_size("event indicators", ni, i.component.indicator_count());
    i.component.about_to_get();
    for (size_t k = 0; k < ni; ++k)
      indicators[k] = i.component.indicator(k);
  });
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx) {
  return fmi2_call(c, "fmi2GetContinuousStates", kStateModes, [&](Fmi2Instance& i) {
    demand_size("continuous states", nx, i.component.state_count());
    i.component.about_to_get();
    for (size_t k = 0; k < nx; ++k)
      x[k] = i.component.state(k);
  });
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t nx) {
  return fmi2_call(c, "fmi2GetNominalsOfContinuousStates", kStateModes, [&](Fmi2Instance& i) {
    demand_size("continuous states", nx, i.component.state_count());
    for (size_t k = 0; k < nx; ++k)
      nominals[k] = i.component.nominal(k);
  });
}

}  // extern "C"
