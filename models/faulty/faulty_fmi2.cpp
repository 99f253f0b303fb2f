// SPDX-License-Identifier: Apache-2.0
// Stands in for the kit's fmi2_co_simulation.cpp: its fmi2DoStep gets another name, and ours misbehaves on
// top of it.
#define fmi2DoStep well_behaved_fmi2DoStep
#include "fmi2_co_simulation.cpp"  // NOLINT(bugprone-suspicious-include)
#undef fmi2DoStep

#include <stdexcept>

#include "faulty.hpp"

#pragma GCC visibility push(default)
extern "C" {

fmi2DoStepTYPE fmi2DoStep;
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint) {
  const fmi2Status status = well_behaved_fmi2DoStep(c, currentCommunicationPoint, communicationStepSize,
                                                    noSetFMUStatePriorToCurrentPoint);
  switch (std::exchange(pending_c_fault, Fault::kNone)) {
    case Fault::kException:
      throw std::runtime_error("an exception where no exception may be");
    case Fault::kWrongStatus:
      return no_status<fmi2Status>();
    default:
      return status;
  }
}

}  // extern "C"
#pragma GCC visibility pop
