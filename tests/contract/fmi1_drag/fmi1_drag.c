// SPDX-License-Identifier: Apache-2.0
// Damping of a joint and drag of a body as an FMI 1.0 Co-Simulation FMU:
//   jointTorque = -d jointVelocity, fluidDynamicForce = -10 relativeVelocity, no moment.
#include <string.h>

#include "lockstep/fmi/fmi1.h"

#define EXPORT(name) __attribute__((visibility("default"))) fmi1##name##TYPE Fmi1Drag_fmi##name

enum { kJointVelocity, kVelocity, kTorque = 4, kForce = 5, kD = 11, kReals };

typedef struct {
  fmi1CallbackFreeMemory free_memory;
  fmi1Real reals[kReals];
} Drag;

static void compute(Drag* drag) {
  drag->reals[kTorque] = -drag->reals[kD] * drag->reals[kJointVelocity];
  for (int i = 0; i < 3; ++i)
    drag->reals[kForce + i] = -10.0 * drag->reals[kVelocity + i];
}

EXPORT(GetVersion);
const char* Fmi1Drag_fmiGetVersion(void) {
  return fmi1Version;
}
EXPORT(GetTypesPlatform);
const char* Fmi1Drag_fmiGetTypesPlatform(void) {
  return fmi1TypesPlatform;
}
EXPORT(InstantiateSlave);
fmi1Component Fmi1Drag_fmiInstantiateSlave(fmi1String name, fmi1String guid, fmi1String location,
                                           fmi1String mime_type, fmi1Real timeout, fmi1Boolean visible,
                                           fmi1Boolean interactive, fmi1CsCallbackFunctions functions,
                                           fmi1Boolean logging) {
  (void)name, (void)location, (void)mime_type, (void)timeout, (void)visible, (void)interactive, (void)logging;
  if (strcmp(guid, "{fmi1-drag}") != 0) return NULL;
  Drag* drag = functions.allocateMemory(1, sizeof(Drag));
  drag->free_memory = functions.freeMemory;
  drag->reals[kD] = 0.1;
  return drag;
}
EXPORT(FreeSlaveInstance);
void Fmi1Drag_fmiFreeSlaveInstance(fmi1Component c) {
  ((Drag*)c)->free_memory(c);
}
EXPORT(SetDebugLogging);
fmi1Status Fmi1Drag_fmiSetDebugLogging(fmi1Component c, fmi1Boolean on) {
  (void)c, (void)on;
  return fmi1OK;
}
EXPORT(GetReal);
fmi1Status Fmi1Drag_fmiGetReal(fmi1Component c, const fmi1ValueReference vr[], size_t n, fmi1Real value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = ((Drag*)c)->reals[vr[i]];
  return fmi1OK;
}
EXPORT(SetReal);
fmi1Status Fmi1Drag_fmiSetReal(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                               const fmi1Real value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Drag*)c)->reals[vr[i]] = value[i];
  return fmi1OK;
}
EXPORT(InitializeSlave);
fmi1Status Fmi1Drag_fmiInitializeSlave(fmi1Component c, fmi1Real start, fmi1Boolean stop_defined,
                                       fmi1Real stop) {
  (void)start, (void)stop_defined, (void)stop;
  compute(c);
  return fmi1OK;
}
EXPORT(DoStep);
fmi1Status Fmi1Drag_fmiDoStep(fmi1Component c, fmi1Real time, fmi1Real step, fmi1Boolean new_step) {
  (void)time, (void)step, (void)new_step;
  compute(c);
  return fmi1OK;
}
EXPORT(TerminateSlave);
fmi1Status Fmi1Drag_fmiTerminateSlave(fmi1Component c) {
  (void)c;
  return fmi1OK;
}
EXPORT(ResetSlave);
fmi1Status Fmi1Drag_fmiResetSlave(fmi1Component c) {
  memset(((Drag*)c)->reals, 0, sizeof((Drag*)c)->reals);
  ((Drag*)c)->reals[kD] = 0.1;
  return fmi1OK;
}
