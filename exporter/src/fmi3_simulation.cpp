// SPDX-License-Identifier: Apache-2.0
// FMI 3.0: events, Model Exchange, Co-Simulation.
#include <cmath>

#include "fmi3_instance.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kSolverModes = kEventMode | kContinuousTime;
constexpr std::uint32_t kStateModes = kInitialization | kEventMode | kContinuousTime;
constexpr std::uint32_t kSizeModes = kStateModes | kInstantiated | kConfiguration | kReconfiguration;

void demand_kind(const Fmi3Instance& i, Kind kind, const char* name) {
  if (i.component.kind() != kind) throw CallRefused(std::string("this is no ") + name + " instance");
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3EnterEventMode", kContinuousTime | kStepMode | kEventMode,
                   [](Fmi3Instance& i) {
                     if (i.component.kind() == Kind::kCoSimulation && !i.uses_event_mode) {
                       throw CallRefused("the instance was made without event mode");
                     }
                     i.component.enter_event_mode();
                   });
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3EvaluateDiscreteStates", kInitialization | kEventMode,
                   [](Fmi3Instance& i) { i.component.about_to_get(); });
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean* discreteStatesNeedUpdate,
                                    fmi3Boolean* terminateSimulation,
                                    fmi3Boolean* nominalsOfContinuousStatesChanged,
                                    fmi3Boolean* valuesOfContinuousStatesChanged,
                                    fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime) {
  return fmi3_call(instance, "fmi3UpdateDiscreteStates", kEventMode, [&](Fmi3Instance& i) {
    const auto result = i.component.handle_event();
    *discreteStatesNeedUpdate = result.repeat;
    *terminateSimulation = result.terminate;
    *nominalsOfContinuousStatesChanged = fmi3False;
    *valuesOfContinuousStatesChanged = result.states_changed;
    *nextEventTimeDefined = std::isfinite(result.next_event);
    *nextEventTime = std::isfinite(result.next_event) ? result.next_event : 0.0;
  });
}

// Model Exchange.

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3EnterContinuousTimeMode", kEventMode, [](Fmi3Instance& i) {
    demand_kind(i, Kind::kModelExchange, "Model Exchange");
    i.component.set_mode(kContinuousTime);
  });
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean, fmi3Boolean* enterEventMode,
                                       fmi3Boolean* terminateSimulation) {
  return fmi3_call(instance, "fmi3CompletedIntegratorStep", kContinuousTime, [&](Fmi3Instance& i) {
    i.component.accept();
    *enterEventMode = fmi3False;
    *terminateSimulation = i.component.run_state().is_terminating;
  });
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  return fmi3_call(instance, "fmi3SetTime", kSolverModes, [&](Fmi3Instance& i) {
    demand_kind(i, Kind::kModelExchange, "Model Exchange");
    i.component.set_time(time);
  });
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 continuousStates[],
                                   size_t nContinuousStates) {
  return fmi3_call(instance, "fmi3SetContinuousStates", kContinuousTime,
                   [&](Fmi3Instance& i) { i.component.write_states(continuousStates, nContinuousStates); });
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[],
                                             size_t nContinuousStates) {
  return fmi3_call(instance, "fmi3GetContinuousStateDerivatives", kStateModes,
                   [&](Fmi3Instance& i) { i.component.read_derivatives(derivatives, nContinuousStates); });
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 eventIndicators[],
                                  size_t nEventIndicators) {
  return fmi3_call(instance, "fmi3GetEventIndicators", kStateModes,
                   [&](Fmi3Instance& i) { i.component.read_indicators(eventIndicators, nEventIndicators); });
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 continuousStates[],
                                   size_t nContinuousStates) {
  return fmi3_call(instance, "fmi3GetContinuousStates", kStateModes,
                   [&](Fmi3Instance& i) { i.component.read_states(continuousStates, nContinuousStates); });
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[],
                                             size_t nContinuousStates) {
  return fmi3_call(instance, "fmi3GetNominalsOfContinuousStates", kStateModes,
                   [&](Fmi3Instance& i) { i.component.read_nominals(nominals, nContinuousStates); });
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* nEventIndicators) {
  return fmi3_call(instance, "fmi3GetNumberOfEventIndicators", kSizeModes,
                   [&](Fmi3Instance& i) { *nEventIndicators = i.component.indicator_count(); });
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* nContinuousStates) {
  return fmi3_call(instance, "fmi3GetNumberOfContinuousStates", kSizeModes,
                   [&](Fmi3Instance& i) { *nContinuousStates = i.component.state_count(); });
}

// Co-Simulation.

fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3EnterStepMode", kEventMode, [](Fmi3Instance& i) {
    demand_kind(i, Kind::kCoSimulation, "Co-Simulation");
    i.component.set_mode(kStepMode);
    i.co_simulation.after_event_mode();
  });
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize, fmi3Boolean, fmi3Boolean* eventHandlingNeeded,
                      fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn,
                      fmi3Float64* lastSuccessfulTime) {
  return fmi3_call(instance, "fmi3DoStep", kStepMode, [&](Fmi3Instance& i) {
    *eventHandlingNeeded = i.co_simulation.advance(currentCommunicationPoint, communicationStepSize);
    *terminateSimulation = i.component.run_state().is_terminating;
    *lastSuccessfulTime = i.component.time();
    *earlyReturn =
        i.allows_early_return && i.component.time() < currentCommunicationPoint + communicationStepSize;
  });
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                    size_t nValueReferences, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t nValues) {
  const auto modes = kStepMode | kIntermediateUpdate | kTerminated;
  return fmi3_call(instance, "fmi3GetOutputDerivatives", modes, [&](Fmi3Instance& i) {
    Differentiator& d = i.differentiator();
    size_t at = 0;
    for (size_t k = 0; k < nValueReferences; ++k) {
      if (orders[k] != 1) throw CallRefused("only first derivatives of outputs are available");
      for (const RealElement& e : real_elements(i, &valueReferences[k], 1)) {
        if (at == nValues)
          throw CallRefused("there are more derivatives than nValues = " + std::to_string(nValues));
        values[at++] = d.time_derivative(e);
      }
    }
  });
}

}  // extern "C"
