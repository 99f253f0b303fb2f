// SPDX-License-Identifier: Apache-2.0
// An FMI 1.0 FMU for both kinds that does what its variables tell it. Variables 0..7 of each type store what
// is set.
//   Real 8      time reached        String 9    is NULL
//   Integer 100 what the next doStep does: 0 good, 1 discard halfway, 2 error, 3 pending, 4 fatal
// The GUIDs "{refuse}" (instantiation fails with a message) and "{tolerance}" (initialisation needs
// toleranceControlled) change what it does at the start.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/fmi/fmi1.h"

#define EXPORT(name) __attribute__((visibility("default"))) fmi1##name##TYPE Probe_fmi##name
enum { kSize = 10, kTextSize = 512 };

typedef struct {
  fmi1CallbackLogger logger;
  fmi1CallbackFreeMemory free_memory;
  fmi1StepFinished step_finished;
  char name[kTextSize], guid[kTextSize];
  fmi1Real reals[kSize];
  fmi1Integer integers[kSize];
  fmi1Boolean booleans[kSize];
  char strings[kSize][kTextSize];
  int deed, polls_left, updates;
  double last_success;
} Probe;

EXPORT(GetVersion);
const char* Probe_fmiGetVersion(void) {
  return fmi1Version;
}
EXPORT(GetTypesPlatform);
const char* Probe_fmiGetTypesPlatform(void) {
#ifdef PROBE_OTHER_PLATFORM
  return "standard64";
#else
  return fmi1TypesPlatform;
#endif
}
EXPORT(GetModelTypesPlatform);
const char* Probe_fmiGetModelTypesPlatform(void) {
  return fmi1TypesPlatform;
}

static Probe* make(fmi1String name, fmi1String guid, fmi1CallbackLogger logger,
                   fmi1CallbackAllocateMemory allocate, fmi1CallbackFreeMemory release) {
  if (strcmp(guid, "{refuse}") == 0) {
    logger(NULL, name, fmi1Error, "error", "GUID %s is wrong", guid);
    return NULL;
  }
  Probe* probe = allocate(1, sizeof(Probe));
  probe->logger = logger;
  probe->free_memory = release;
  snprintf(probe->name, kTextSize, "%s", name);
  snprintf(probe->guid, kTextSize, "%s", guid);
  logger(probe, name, fmi1Warning, "log", "made %s", name);
  return probe;
}

EXPORT(InstantiateModel);
fmi1Component Probe_fmiInstantiateModel(fmi1String name, fmi1String guid, fmi1MeCallbackFunctions f,
                                        fmi1Boolean logging) {
  Probe* probe = make(name, guid, f.logger, f.allocateMemory, f.freeMemory);
  if (probe != NULL) probe->booleans[1] = logging;
  return probe;
}
EXPORT(InstantiateSlave);
fmi1Component Probe_fmiInstantiateSlave(fmi1String name, fmi1String guid, fmi1String location,
                                        fmi1String mime, fmi1Real timeout, fmi1Boolean visible,
                                        fmi1Boolean interactive, fmi1CsCallbackFunctions f,
                                        fmi1Boolean logging) {
  Probe* probe = make(name, guid, f.logger, f.allocateMemory, f.freeMemory);
  if (probe == NULL) return NULL;
  probe->step_finished = f.stepFinished;
  snprintf(probe->strings[0], kTextSize, "%s", location);
  snprintf(probe->strings[1], kTextSize, "%s", mime);
  probe->reals[4] = timeout;
  probe->booleans[0] = visible;
  probe->booleans[1] = logging;
  probe->booleans[2] = interactive;
  return probe;
}
EXPORT(FreeModelInstance);
void Probe_fmiFreeModelInstance(fmi1Component c) {
  ((Probe*)c)->free_memory(c);
}
EXPORT(FreeSlaveInstance);
void Probe_fmiFreeSlaveInstance(fmi1Component c) {
  if (((Probe*)c)->deed == 4) abort();  // nobody may call it after Fatal
  ((Probe*)c)->free_memory(c);
}
EXPORT(SetDebugLogging);
fmi1Status Probe_fmiSetDebugLogging(fmi1Component c, fmi1Boolean on) {
  ((Probe*)c)->booleans[1] = on;
  return fmi1OK;
}

#define ACCESS(type, field)                                                               \
  EXPORT(Get##type);                                                                      \
  fmi1Status Probe_fmiGet##type(fmi1Component c, const fmi1ValueReference vr[], size_t n, \
                                fmi1##type value[]) {                                     \
    for (size_t i = 0; i < n; ++i)                                                        \
      value[i] = ((Probe*)c)->field[vr[i]];                                               \
    return fmi1OK;                                                                        \
  }
ACCESS(Real, reals)
ACCESS(Integer, integers)
ACCESS(Boolean, booleans)
EXPORT(SetReal);
fmi1Status Probe_fmiSetReal(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                            const fmi1Real value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Probe*)c)->reals[vr[i]] = value[i];
  return fmi1OK;
}
EXPORT(SetInteger);
fmi1Status Probe_fmiSetInteger(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                               const fmi1Integer value[]) {
  for (size_t i = 0; i < n; ++i)
    *(vr[i] == 100 ? &((Probe*)c)->deed : &((Probe*)c)->integers[vr[i]]) = value[i];
  return fmi1OK;
}
EXPORT(SetBoolean);
fmi1Status Probe_fmiSetBoolean(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                               const fmi1Boolean value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Probe*)c)->booleans[vr[i]] = value[i];
  return fmi1OK;
}
EXPORT(GetString);
fmi1Status Probe_fmiGetString(fmi1Component c, const fmi1ValueReference vr[], size_t n, fmi1String value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = vr[i] == 9 ? NULL : ((Probe*)c)->strings[vr[i]];
  return fmi1OK;
}
EXPORT(SetString);
fmi1Status Probe_fmiSetString(fmi1Component c, const fmi1ValueReference vr[], size_t n,
                              const fmi1String value[]) {
  for (size_t i = 0; i < n; ++i)
    snprintf(((Probe*)c)->strings[vr[i]], kTextSize, "%s", value[i]);
  return fmi1OK;
}

EXPORT(InitializeSlave);
fmi1Status Probe_fmiInitializeSlave(fmi1Component c, fmi1Real start, fmi1Boolean has_stop, fmi1Real stop) {
  ((Probe*)c)->reals[2] = start;
  ((Probe*)c)->reals[3] = has_stop ? stop : -1;
  return fmi1OK;
}
EXPORT(Initialize);
fmi1Status Probe_fmiInitialize(fmi1Component c, fmi1Boolean controlled, fmi1Real tolerance,
                               fmi1EventInfo* info) {
  Probe* probe = c;
  if (strcmp(probe->guid, "{tolerance}") == 0 && !controlled) return fmi1Error;
  probe->reals[1] = controlled ? tolerance : -1;
  info->iterationConverged = fmi1True;
  info->upcomingTimeEvent = fmi1True;
  info->nextEventTime = 0.5;
  return fmi1OK;
}
EXPORT(EventUpdate);
fmi1Status Probe_fmiEventUpdate(fmi1Component c, fmi1Boolean intermediate, fmi1EventInfo* info) {
  Probe* probe = c;
  if (intermediate) return fmi1Error;
  info->iterationConverged = ++probe->updates % 2 == 0;
  info->stateValueReferencesChanged = fmi1False;
  info->stateValuesChanged = info->iterationConverged;
  info->terminateSimulation = probe->deed != 0;
  info->upcomingTimeEvent = fmi1False;
  return fmi1OK;
}
EXPORT(SetTime);
fmi1Status Probe_fmiSetTime(fmi1Component c, fmi1Real time) {
  ((Probe*)c)->reals[8] = time;
  return fmi1OK;
}
EXPORT(SetContinuousStates);
fmi1Status Probe_fmiSetContinuousStates(fmi1Component c, const fmi1Real x[], size_t n) {
  memcpy(((Probe*)c)->reals, x, n * sizeof *x);
  return fmi1OK;
}
EXPORT(GetContinuousStates);
fmi1Status Probe_fmiGetContinuousStates(fmi1Component c, fmi1Real x[], size_t n) {
  memcpy(x, ((Probe*)c)->reals, n * sizeof *x);
  return fmi1OK;
}
EXPORT(GetDerivatives);
fmi1Status Probe_fmiGetDerivatives(fmi1Component c, fmi1Real dx[], size_t n) {
  for (size_t i = 0; i < n; ++i)
    dx[i] = -((Probe*)c)->reals[i];
  return fmi1OK;
}
EXPORT(GetEventIndicators);
fmi1Status Probe_fmiGetEventIndicators(fmi1Component c, fmi1Real z[], size_t n) {
  for (size_t i = 0; i < n; ++i)
    z[i] = ((Probe*)c)->reals[i] - 1;
  return fmi1OK;
}
EXPORT(GetNominalContinuousStates);
fmi1Status Probe_fmiGetNominalContinuousStates(fmi1Component c, fmi1Real v[], size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i)
    v[i] = 2;
  return fmi1OK;
}
EXPORT(CompletedIntegratorStep);
fmi1Status Probe_fmiCompletedIntegratorStep(fmi1Component c, fmi1Boolean* update) {
  (void)c;
  *update = fmi1True;
  return fmi1OK;
}
EXPORT(Terminate);
fmi1Status Probe_fmiTerminate(fmi1Component c) {
  (void)c;
  return fmi1OK;
}

EXPORT(TerminateSlave);
fmi1Status Probe_fmiTerminateSlave(fmi1Component c) {
  (void)c;
  return fmi1OK;
}
EXPORT(ResetSlave);
fmi1Status Probe_fmiResetSlave(fmi1Component c) {
  ((Probe*)c)->deed = 0;
  memset(((Probe*)c)->reals, 0, sizeof(fmi1Real) * kSize);
  return fmi1OK;
}
EXPORT(DoStep);
fmi1Status Probe_fmiDoStep(fmi1Component c, fmi1Real from, fmi1Real size, fmi1Boolean new_step) {
  Probe* probe = c;
  probe->booleans[3] = new_step;
  probe->last_success = from + size / 2;
  if (probe->deed == 3) {
    probe->step_finished(probe, fmi1OK);
    return fmi1Pending;
  }
  if (probe->deed == 1) return fmi1Discard;
  if (probe->deed == 4) return fmi1Fatal;
  if (probe->deed == 2) {
    probe->logger(probe, probe->name, fmi1Error, "error", "gave up at %g", from);
    return fmi1Error;
  }
  probe->reals[8] = from + size;
  return fmi1OK;
}
EXPORT(GetRealStatus);
fmi1Status Probe_fmiGetRealStatus(fmi1Component c, const fmi1StatusKind kind, fmi1Real* value) {
  if (kind != fmi1LastSuccessfulTime) return fmi1Discard;
  *value = ((Probe*)c)->last_success;
  return fmi1OK;
}
