// SPDX-License-Identifier: Apache-2.0
// The model of bench_model.h as an FMI 2.0 Co-Simulation FMU.

#include <stdlib.h>
#include <string.h>

#include "bench_model.h"
#include "lockstep/fmi/fmi2.h"

#define EXPORT __attribute__((visibility("default")))

// Every function the standard asks of a Co-Simulation FMU without further capabilities, declared by its type.
#define DECLARE(name, kinds, capability) EXPORT fmi2##name##TYPE fmi2##name;
LOCKSTEP_FMI2_FUNCTIONS(DECLARE)

const char* fmi2GetTypesPlatform(void) {
  return fmi2TypesPlatform;
}
const char* fmi2GetVersion(void) {
  return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String instance_name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                              fmi2Boolean logging_on) {
  (void)instance_name, (void)resources, (void)functions, (void)visible, (void)logging_on;
  if (type != fmi2CoSimulation || strcmp(guid, BENCH_TOKEN) != 0) {
    return NULL;
  }
  Model* model = (Model*)malloc(sizeof(Model));
  if (model) {
    model_reset(model);
  }
  return model;
}

void fmi2FreeInstance(fmi2Component c) {
  free(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[]) {
  (void)c, (void)on, (void)count, (void)categories;
  return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start_s, fmi2Boolean stop_defined, fmi2Real stop_s) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop_s;
  ((Model*)c)->time_s = start_s;
  return fmi2OK;
}

static fmi2Status go(fmi2Component c, Mode mode) {
  ((Model*)c)->mode = mode;
  return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return go(c, kInitialization);
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return go(c, kStepping);
}
fmi2Status fmi2Terminate(fmi2Component c) {
  return go(c, kTerminated);
}

fmi2Status fmi2Reset(fmi2Component c) {
  model_reset((Model*)c);
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from_s, fmi2Real size_s, fmi2Boolean no_rollback) {
  (void)no_rollback;
  return model_step((Model*)c, from_s, size_s) ? fmi2OK : fmi2Error;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[]) {
  for (size_t i = 0; i < nvr; ++i) {
    if (!model_get((const Model*)c, vr[i], &value[i])) {
      return fmi2Error;
    }
  }
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[]) {
  for (size_t i = 0; i < nvr; ++i) {
    if (!model_set((Model*)c, vr[i], value[i])) {
      return fmi2Error;
    }
  }
  return fmi2OK;
}

// The model has no such variables or abilities; asking for none of them is fine.
#define NO_VALUES(type)                                                                                      \
  fmi2Status fmi2Get##type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2##type value[]) { \
    (void)c, (void)vr, (void)value;                                                                          \
    return nvr == 0 ? fmi2OK : fmi2Error;                                                                    \
  }                                                                                                          \
  fmi2Status fmi2Set##type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,                       \
                           const fmi2##type value[]) {                                                       \
    (void)c, (void)vr, (void)value;                                                                          \
    return nvr == 0 ? fmi2OK : fmi2Error;                                                                    \
  }
NO_VALUES(Integer)
NO_VALUES(Boolean)
NO_VALUES(String)

#define NO_STATUS(name, type)                                                                \
  fmi2Status fmi2Get##name##Status(fmi2Component c, const fmi2StatusKind s, fmi2##type* v) { \
    (void)c, (void)s, (void)v;                                                               \
    return fmi2Discard;                                                                      \
  }
NO_STATUS(, Status)
NO_STATUS(Real, Real)
NO_STATUS(Integer, Integer)
NO_STATUS(Boolean, Boolean)
NO_STATUS(String, String)

// Abilities the model does not declare. Importers with an older FMILibrary load no FMU without these
// functions.
EXPORT fmi2SetRealInputDerivativesTYPE fmi2SetRealInputDerivatives;
EXPORT fmi2GetRealOutputDerivativesTYPE fmi2GetRealOutputDerivatives;
EXPORT fmi2CancelStepTYPE fmi2CancelStep;

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  (void)c, (void)vr, (void)nvr, (void)order, (void)value;
  return fmi2Error;
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                        const fmi2Integer order[], fmi2Real value[]) {
  (void)c, (void)vr, (void)nvr, (void)order, (void)value;
  return fmi2Error;
}
fmi2Status fmi2CancelStep(fmi2Component c) {
  (void)c;
  return fmi2Error;
}
