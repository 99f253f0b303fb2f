// SPDX-License-Identifier: Apache-2.0
// An FMU with the habits of vendors' FMUs that importers stumble over: a step that does not start where the
// last one ended (within two roundings) or ends past the stop time (by any bit) is an error, its string is
// NULL, it brings a solver under the names SUNDIALS uses, and optional functions are missing.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "lockstep/fmi/fmi2.h"

#define EXPORT __attribute__((visibility("default")))

typedef struct {
  fmi2CallbackFunctions callbacks;
  double time, stop, infinite_after;
} Picky;

enum { kOwnSolver = 4711 };

// A library without hidden symbols, as tools link SUNDIALS: called through the loader's tables.
EXPORT int CVode(void* memory, double to, void* y, double* reached, int task);
EXPORT int CVode(void* memory, double to, void* y, double* reached, int task) {
  (void)memory, (void)to, (void)y, (void)reached, (void)task;
  return kOwnSolver;
}

EXPORT fmi2GetTypesPlatformTYPE fmi2GetTypesPlatform;
EXPORT fmi2GetVersionTYPE fmi2GetVersion;
EXPORT fmi2InstantiateTYPE fmi2Instantiate;
EXPORT fmi2FreeInstanceTYPE fmi2FreeInstance;
EXPORT fmi2SetDebugLoggingTYPE fmi2SetDebugLogging;
EXPORT fmi2SetupExperimentTYPE fmi2SetupExperiment;
EXPORT fmi2EnterInitializationModeTYPE fmi2EnterInitializationMode;
EXPORT fmi2ExitInitializationModeTYPE fmi2ExitInitializationMode;
EXPORT fmi2TerminateTYPE fmi2Terminate;
EXPORT fmi2ResetTYPE fmi2Reset;
EXPORT fmi2GetRealTYPE fmi2GetReal;
EXPORT fmi2SetRealTYPE fmi2SetReal;
EXPORT fmi2GetIntegerTYPE fmi2GetInteger;
EXPORT fmi2GetStringTYPE fmi2GetString;
EXPORT fmi2DoStepTYPE fmi2DoStep;

const char* fmi2GetTypesPlatform(void) {
  return fmi2TypesPlatform;
}
const char* fmi2GetVersion(void) {
  return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  (void)name, (void)type, (void)guid, (void)resources, (void)visible, (void)logging;
  Picky* const picky = calloc(1, sizeof *picky);
  if (picky == NULL) return NULL;
  picky->callbacks = *callbacks;
  picky->stop = INFINITY;
  picky->infinite_after = 1e9;
  return picky;
}

void fmi2FreeInstance(fmi2Component component) {
  free(component);
}

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count,
                               const fmi2String categories[]) {
  (void)component, (void)on, (void)count, (void)categories;
  return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
  (void)has_tolerance, (void)tolerance;
  Picky* const picky = component;
  picky->time = start;
  if (has_stop) picky->stop = stop;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  (void)component;
  return fmi2OK;
}
fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  (void)component;
  return fmi2OK;
}
fmi2Status fmi2Terminate(fmi2Component component) {
  (void)component;
  return fmi2OK;
}
fmi2Status fmi2Reset(fmi2Component component) {
  (void)component;
  return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       fmi2Real values[]) {
  const Picky* const picky = component;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] == 0) values[i] = picky->time;
    if (references[i] == 1) values[i] = picky->time > picky->infinite_after ? INFINITY : 1.0;
    if (references[i] == 2) values[i] = picky->infinite_after;
  }
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       const fmi2Real values[]) {
  Picky* const picky = component;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != 2) return fmi2Error;
    picky->infinite_after = values[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference references[], size_t count,
                          fmi2Integer values[]) {
  (void)component, (void)references;
  for (size_t i = 0; i < count; ++i)
    values[i] = CVode(NULL, 0.0, NULL, NULL, 0);
  return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         fmi2String values[]) {
  (void)component, (void)references;
  for (size_t i = 0; i < count; ++i)
    values[i] = NULL;
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real size, fmi2Boolean no_rollback) {
  (void)no_rollback;
  Picky* const picky = component;
  const fmi2CallbackFunctions* const host = &picky->callbacks;
  if (fabs(from - picky->time) > 2.0 * DBL_EPSILON * fabs(from)) {
    host->logger(host->componentEnvironment, "picky", fmi2Error, "time",
                 from < picky->time ? "rollback: %.17g is before %.17g" : "gap: %.17g is after %.17g", from,
                 picky->time);
    return fmi2Error;
  }
  if (from + size > picky->stop) {
    host->logger(host->componentEnvironment, "picky", fmi2Error, "time", "%.17g is past the stop time %.17g",
                 from + size, picky->stop);
    return fmi2Error;
  }
  picky->time = from + size;
  return fmi2OK;
}
