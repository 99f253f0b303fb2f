// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: Co-Simulation.
#include "fmi2_instance.hpp"

using namespace lockstep::exporter;

extern "C" {

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean) {
  return fmi2_call(c, "fmi2DoStep", kStepMode, [&](Fmi2Instance& i) {
    i.co_simulation.advance(currentCommunicationPoint, communicationStepSize);
    i.last_successful_time = i.component.time();
    if (i.component.run_state().is_terminating) {
      throw CallFailed(Status::kDiscard, "the model asked to end the simulation");
    }
  });
}

// Every step is complete when fmi2DoStep returns: there is nothing to cancel and nothing pending.
fmi2Status fmi2CancelStep(fmi2Component c) {
  return fmi2_call(c, "fmi2CancelStep", kAnyMode,
                   [](Fmi2Instance&) { throw CallRefused("steps of this FMU never run in the background"); });
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind, fmi2Status*) {
  return fmi2_call(c, "fmi2GetStatus", kAnyMode,
                   [](Fmi2Instance&) { throw CallFailed(Status::kDiscard, "no step is pending"); });
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real* value) {
  return fmi2_call(c, "fmi2GetRealStatus", kAnyMode, [&](Fmi2Instance& i) {
    if (s != fmi2LastSuccessfulTime)
      throw CallFailed(Status::kDiscard, "only fmi2LastSuccessfulTime is a Real status");
    *value = i.last_successful_time;
  });
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind, fmi2Integer*) {
  return fmi2_call(c, "fmi2GetIntegerStatus", kAnyMode,
                   [](Fmi2Instance&) { throw CallFailed(Status::kDiscard, "there is no Integer status"); });
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean* value) {
  return fmi2_call(c, "fmi2GetBooleanStatus", kAnyMode, [&](Fmi2Instance& i) {
    if (s != fmi2Terminated) throw CallFailed(Status::kDiscard, "only fmi2Terminated is a Boolean status");
    *value = i.component.run_state().is_terminating ? fmi2True : fmi2False;
  });
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind, fmi2String*) {
  return fmi2_call(c, "fmi2GetStringStatus", kAnyMode,
                   [](Fmi2Instance&) { throw CallFailed(Status::kDiscard, "no step is pending"); });
}

}  // extern "C"
