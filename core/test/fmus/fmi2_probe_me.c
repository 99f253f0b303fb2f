// SPDX-License-Identifier: Apache-2.0
// Model Exchange of the probe.
#include "fmi2_probe.h"

EXPORT fmi2EnterEventModeTYPE fmi2EnterEventMode;
fmi2Status fmi2EnterEventMode(fmi2Component c) {
  ((Probe*)c)->event_passes = 2;
  return fmi2OK;
}
EXPORT fmi2NewDiscreteStatesTYPE fmi2NewDiscreteStates;
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  Probe* probe = c;
  info->newDiscreteStatesNeeded = --probe->event_passes > 0;
  info->valuesOfContinuousStatesChanged = probe->event_passes == 0;
  info->nominalsOfContinuousStatesChanged = probe->event_passes == 0;
  info->terminateSimulation = probe->deed == kEndHalfway;
  info->nextEventTimeDefined = fmi2True;
  info->nextEventTime = 0.25;
  return fmi2OK;
}
EXPORT fmi2EnterContinuousTimeModeTYPE fmi2EnterContinuousTimeMode;
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  (void)c;
  return fmi2OK;
}
EXPORT fmi2CompletedIntegratorStepTYPE fmi2CompletedIntegratorStep;
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_rollback, fmi2Boolean* enter,
                                       fmi2Boolean* end) {
  ((Probe*)c)->booleans[2] = no_rollback;
  *enter = fmi2True;
  *end = fmi2False;
  return fmi2OK;
}
EXPORT fmi2SetTimeTYPE fmi2SetTime;
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  ((Probe*)c)->reals[8] = time;
  return fmi2OK;
}
EXPORT fmi2SetContinuousStatesTYPE fmi2SetContinuousStates;
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  memcpy(((Probe*)c)->reals, x, n * sizeof *x);
  return fmi2OK;
}
EXPORT fmi2GetContinuousStatesTYPE fmi2GetContinuousStates;
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  memcpy(x, ((Probe*)c)->reals, n * sizeof *x);
  return fmi2OK;
}
EXPORT fmi2GetDerivativesTYPE fmi2GetDerivatives;
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n) {
  Probe* probe = c;
  if (probe->deed == kRound) fesetround(FE_UPWARD);
  if (probe->deed == kDisturb) disturb();
  for (size_t i = 0; i < n; ++i)
    dx[i] = -probe->reals[i];
  return fmi2OK;
}
EXPORT fmi2GetEventIndicatorsTYPE fmi2GetEventIndicators;
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n) {
  for (size_t i = 0; i < n; ++i)
    z[i] = ((Probe*)c)->reals[i] - 1;
  return fmi2OK;
}
EXPORT fmi2GetNominalsOfContinuousStatesTYPE fmi2GetNominalsOfContinuousStates;
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i)
    nominals[i] = 2;
  return fmi2OK;
}
