// SPDX-License-Identifier: Apache-2.0
// Stands in for the kit's fmi3_simulation.cpp: its fmi3DoStep gets another name, and ours misbehaves on top
// of it.
#define fmi3DoStep well_behaved_fmi3DoStep
#include "fmi3_simulation.cpp"  // NOLINT(bugprone-suspicious-include)
#undef fmi3DoStep

#include <stdexcept>

#include "faulty.hpp"

#pragma GCC visibility push(default)
extern "C" {

fmi3DoStepTYPE fmi3DoStep;
fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                      fmi3Boolean* eventHandlingNeeded, fmi3Boolean* terminateSimulation,
                      fmi3Boolean* earlyReturn, fmi3Float64* lastSuccessfulTime) {
  const fmi3Status status = well_behaved_fmi3DoStep(
      instance, currentCommunicationPoint, communicationStepSize, noSetFMUStatePriorToCurrentPoint,
      eventHandlingNeeded, terminateSimulation, earlyReturn, lastSuccessfulTime);
  switch (std::exchange(pending_c_fault, Fault::kNone)) {
    case Fault::kException:
      throw std::runtime_error("an exception where no exception may be");
    case Fault::kWrongStatus:
      return no_status<fmi3Status>();
    default:
      return status;
  }
}

}  // extern "C"
#pragma GCC visibility pop
