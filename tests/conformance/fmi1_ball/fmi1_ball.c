// SPDX-License-Identifier: Apache-2.0
// A bouncing ball as an FMI 1.0 Model Exchange FMU, with the oddities a solver's driver must live with.
//   h' = v, v' = -9.81 + u; at h <= 0 with v < 0 the ball bounces with 0.7 of its speed.
// Integer "deed": 0 nothing odd; 1 derivatives are discarded after 0.3 s; 2 they fail there; 3 the first
// bounce ends the simulation; 4 every tenth completed step wants an event.
#include <string.h>

#include "lockstep/fmi/fmi1.h"

#define EXPORT(name) __attribute__((visibility("default"))) fmi1##name##TYPE Fmi1Ball_fmi##name

enum { kH, kV, kU, kReals };
enum { kDeed, kStepEvents, kIntegers };

typedef struct {
  fmi1CallbackFreeMemory free_memory;
  fmi1Real reals[kReals];
  fmi1Integer integers[kIntegers];
  fmi1Real time;
  int completed, wants_event;
} Ball;

EXPORT(GetVersion);
const char* Fmi1Ball_fmiGetVersion(void) {
  return fmi1Version;
}
EXPORT(GetModelTypesPlatform);
const char* Fmi1Ball_fmiGetModelTypesPlatform(void) {
  return fmi1TypesPlatform;
}
EXPORT(InstantiateModel);
fmi1Component Fmi1Ball_fmiInstantiateModel(fmi1String name, fmi1String guid,
                                           fmi1MeCallbackFunctions functions, fmi1Boolean logging) {
  (void)name;
  (void)logging;
  if (strcmp(guid, "{fmi1-ball}") != 0) return NULL;
  Ball* ball = functions.allocateMemory(1, sizeof(Ball));
  ball->free_memory = functions.freeMemory;
  ball->reals[kH] = 1.0;
  return ball;
}
EXPORT(FreeModelInstance);
void Fmi1Ball_fmiFreeModelInstance(fmi1Component c) {
  ((Ball*)c)->free_memory(c);
}
EXPORT(SetDebugLogging);
fmi1Status Fmi1Ball_fmiSetDebugLogging(fmi1Component c, fmi1Boolean on) {
  (void)c;
  (void)on;
  return fmi1OK;
}

EXPORT(GetReal);
fmi1Status Fmi1Ball_fmiGetReal(fmi1Component c, const fmi1ValueReference vr[], size_t n, fmi1Real value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = ((Ball*)c)->reals[vr[i]];
  return fmi1OK;
}
EXPORT(SetReal);
fmi1Status Fmi1Ball_fmiSetReal(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                               const fmi1Real value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Ball*)c)->reals[vr[i]] = value[i];
  return fmi1OK;
}
EXPORT(GetInteger);
fmi1Status Fmi1Ball_fmiGetInteger(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                                  fmi1Integer value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = ((Ball*)c)->integers[vr[i]];
  return fmi1OK;
}
EXPORT(SetInteger);
fmi1Status Fmi1Ball_fmiSetInteger(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                                  const fmi1Integer value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Ball*)c)->integers[vr[i]] = value[i];
  return fmi1OK;
}

EXPORT(Initialize);
fmi1Status Fmi1Ball_fmiInitialize(fmi1Component c, fmi1Boolean controlled, fmi1Real tolerance,
                                  fmi1EventInfo* info) {
  (void)c;
  (void)controlled;
  (void)tolerance;
  memset(info, 0, sizeof *info);
  info->iterationConverged = fmi1True;
  return fmi1OK;
}
EXPORT(SetTime);
fmi1Status Fmi1Ball_fmiSetTime(fmi1Component c, fmi1Real time) {
  ((Ball*)c)->time = time;
  return fmi1OK;
}
EXPORT(SetContinuousStates);
fmi1Status Fmi1Ball_fmiSetContinuousStates(fmi1Component c, const fmi1Real x[], size_t n) {
  memcpy(((Ball*)c)->reals, x, n * sizeof *x);
  return fmi1OK;
}
EXPORT(GetContinuousStates);
fmi1Status Fmi1Ball_fmiGetContinuousStates(fmi1Component c, fmi1Real x[], size_t n) {
  memcpy(x, ((Ball*)c)->reals, n * sizeof *x);
  return fmi1OK;
}
EXPORT(GetNominalContinuousStates);
fmi1Status Fmi1Ball_fmiGetNominalContinuousStates(fmi1Component c, fmi1Real x[], size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i)
    x[i] = i == kV ? 0.0 : 1.0;  // a careless tool: nominal values must not be zero
  return fmi1OK;
}
EXPORT(GetStateValueReferences);
fmi1Status Fmi1Ball_fmiGetStateValueReferences(fmi1Component c, fmi1ValueReference vr[], size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i)
    vr[i] = (fmi1ValueReference)i;
  return fmi1OK;
}
EXPORT(GetDerivatives);
fmi1Status Fmi1Ball_fmiGetDerivatives(fmi1Component c, fmi1Real dx[], size_t n) {
  const Ball* ball = c;
  (void)n;
  dx[0] = ball->reals[kV];
  dx[1] = -9.81 + ball->reals[kU];
  if (ball->time <= 0.3) return fmi1OK;
  return ball->integers[kDeed] == 1 ? fmi1Discard : ball->integers[kDeed] == 2 ? fmi1Error : fmi1OK;
}
EXPORT(GetEventIndicators);
fmi1Status Fmi1Ball_fmiGetEventIndicators(fmi1Component c, fmi1Real z[], size_t n) {
  (void)n;
  z[0] = ((Ball*)c)->reals[kH];
  return fmi1OK;
}
EXPORT(CompletedIntegratorStep);
fmi1Status Fmi1Ball_fmiCompletedIntegratorStep(fmi1Component c, fmi1Boolean* update) {
  Ball* ball = c;
  ball->wants_event = ball->integers[kDeed] == 4 && ++ball->completed % 10 == 0;
  *update = ball->wants_event ? fmi1True : fmi1False;
  return fmi1OK;
}
EXPORT(EventUpdate);
fmi1Status Fmi1Ball_fmiEventUpdate(fmi1Component c, fmi1Boolean intermediate, fmi1EventInfo* info) {
  Ball* ball = c;
  (void)intermediate;
  memset(info, 0, sizeof *info);
  info->iterationConverged = fmi1True;
  if (ball->wants_event) ++ball->integers[kStepEvents];
  ball->wants_event = 0;
  if (ball->reals[kH] > 0.0 || ball->reals[kV] >= 0.0) return fmi1OK;
  ball->reals[kH] = 0.0;
  ball->reals[kV] *= -0.7;
  info->stateValuesChanged = fmi1True;
  info->terminateSimulation = ball->integers[kDeed] == 3 ? fmi1True : fmi1False;
  return fmi1OK;
}
EXPORT(Terminate);
fmi1Status Fmi1Ball_fmiTerminate(fmi1Component c) {
  (void)c;
  return fmi1OK;
}
