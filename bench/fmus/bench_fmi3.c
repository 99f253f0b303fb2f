// SPDX-License-Identifier: Apache-2.0
// The model of bench_model.h as an FMI 3.0 Co-Simulation FMU.

#include <stdlib.h>
#include <string.h>

#include "bench_model.h"
#include "lockstep/fmi/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define DECLARE(name, kinds, capability) EXPORT fmi3##name##TYPE fmi3##name;
LOCKSTEP_FMI3_FUNCTIONS(DECLARE)

const char* fmi3GetVersion(void) {
  return fmi3Version;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instance_name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging_on,
                                         fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
                                         const fmi3ValueReference intermediate[], size_t intermediate_count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  (void)instance_name, (void)resources, (void)visible, (void)logging_on, (void)event_mode_used;
  (void)early_return_allowed, (void)intermediate, (void)intermediate_count, (void)environment, (void)log,
      (void)update;
  if (strcmp(token, BENCH_TOKEN) != 0) {
    return NULL;
  }
  Model* model = (Model*)malloc(sizeof(Model));
  if (model) {
    model_reset(model);
  }
  return model;
}

void fmi3FreeInstance(fmi3Instance instance) {
  free(instance);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count,
                               const fmi3String categories[]) {
  (void)instance, (void)on, (void)count, (void)categories;
  return fmi3OK;
}

static fmi3Status go(fmi3Instance instance, Mode mode) {
  ((Model*)instance)->mode = mode;
  return fmi3OK;
}
fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start_s, fmi3Boolean stop_defined,
                                       fmi3Float64 stop_s) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop_s;
  ((Model*)instance)->time_s = start_s;
  return go(instance, kInitialization);
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return go(instance, kStepping);
}
fmi3Status fmi3Terminate(fmi3Instance instance) {
  return go(instance, kTerminated);
}
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return instance ? fmi3OK : fmi3Error;
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return instance ? fmi3OK : fmi3Error;
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  model_reset((Model*)instance);
  return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 from_s, fmi3Float64 size_s, fmi3Boolean no_rollback,
                      fmi3Boolean* event_handling_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                      fmi3Float64* last_successful_time_s) {
  (void)no_rollback;
  Model* model = (Model*)instance;
  if (!model_step(model, from_s, size_s)) {
    return fmi3Error;
  }
  *event_handling_needed = fmi3False;
  *terminate = fmi3False;
  *early_return = fmi3False;
  *last_successful_time_s = model->time_s;
  return fmi3OK;
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[],
                          size_t reference_count, fmi3Float64 values[], size_t value_count) {
  if (reference_count != value_count) {
    return fmi3Error;
  }
  for (size_t i = 0; i < reference_count; ++i) {
    if (!model_get((const Model*)instance, references[i], &values[i])) {
      return fmi3Error;
    }
  }
  return fmi3OK;
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[],
                          size_t reference_count, const fmi3Float64 values[], size_t value_count) {
  if (reference_count != value_count) {
    return fmi3Error;
  }
  for (size_t i = 0; i < reference_count; ++i) {
    if (!model_set((Model*)instance, references[i], values[i])) {
      return fmi3Error;
    }
  }
  return fmi3OK;
}

// The model has no such variables; asking for none of them is fine.
#define NO_VALUES(type)                                                                             \
  fmi3Status fmi3Get##type(fmi3Instance instance, const fmi3ValueReference references[],            \
                           size_t reference_count, fmi3##type values[], size_t value_count) {       \
    (void)instance, (void)references, (void)values, (void)value_count;                              \
    return reference_count == 0 ? fmi3OK : fmi3Error;                                               \
  }                                                                                                 \
  fmi3Status fmi3Set##type(fmi3Instance instance, const fmi3ValueReference references[],            \
                           size_t reference_count, const fmi3##type values[], size_t value_count) { \
    (void)instance, (void)references, (void)values, (void)value_count;                              \
    return reference_count == 0 ? fmi3OK : fmi3Error;                                               \
  }
NO_VALUES(Float32)
NO_VALUES(Int8)
NO_VALUES(UInt8)
NO_VALUES(Int16)
NO_VALUES(UInt16)
NO_VALUES(Int32)
NO_VALUES(UInt32)
NO_VALUES(Int64)
NO_VALUES(UInt64)
NO_VALUES(Boolean)
NO_VALUES(String)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,
                         size_t sizes[], fmi3Binary values[], size_t value_count) {
  (void)instance, (void)references, (void)sizes, (void)values, (void)value_count;
  return reference_count == 0 ? fmi3OK : fmi3Error;
}
fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,
                         const size_t sizes[], const fmi3Binary values[], size_t value_count) {
  (void)instance, (void)references, (void)sizes, (void)values, (void)value_count;
  return reference_count == 0 ? fmi3OK : fmi3Error;
}
