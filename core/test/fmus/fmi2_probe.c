// SPDX-License-Identifier: Apache-2.0
#include "fmi2_probe.h"

static int instances_made = 0;

EXPORT fmi2GetTypesPlatformTYPE fmi2GetTypesPlatform;
const char* fmi2GetTypesPlatform(void) {
  return fmi2TypesPlatform;
}
EXPORT fmi2GetVersionTYPE fmi2GetVersion;
const char* fmi2GetVersion(void) {
  return fmi2Version;
}

EXPORT fmi2InstantiateTYPE fmi2Instantiate;
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String location,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  if (strcmp(guid, "{refuse}") == 0) {
    callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "logStatusError", "GUID %s is not %s",
                      guid, "{probe}");
    return NULL;
  }
  if (strcmp(guid, "{silent}") == 0) return NULL;
  if (strcmp(guid, "{disturb}") == 0) disturb();
  Probe* probe = callbacks->allocateMemory(1, sizeof(Probe));
  probe->callbacks = callbacks;
  snprintf(probe->name, sizeof probe->name, "%s", name);
  snprintf(probe->strings[0], kTextSize, "%s", location);
  probe->integers[0] = type;
  probe->booleans[0] = visible;
  probe->booleans[1] = logging;
  ++instances_made;
  return probe;
}

EXPORT fmi2FreeInstanceTYPE fmi2FreeInstance;
void fmi2FreeInstance(fmi2Component c) {
  Probe* probe = c;
  if (probe->deed == kBeFatal) abort();  // nobody may call it after Fatal
  probe->callbacks->freeMemory(probe);
}

EXPORT fmi2SetDebugLoggingTYPE fmi2SetDebugLogging;
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  Probe* probe = c;
  probe->booleans[1] = on;
  if (n > 0) snprintf(probe->strings[1], kTextSize, "%s", categories[n - 1]);
  return fmi2OK;
}

EXPORT fmi2SetupExperimentTYPE fmi2SetupExperiment;
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop) {
  Probe* probe = c;
  probe->reals[1] = has_tolerance ? tolerance : -1;
  probe->reals[2] = start;
  probe->reals[3] = has_stop ? stop : -1;
  return fmi2OK;
}
EXPORT fmi2EnterInitializationModeTYPE fmi2EnterInitializationMode;
fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return ((Probe*)c)->deed == kWarn ? fmi2Warning : fmi2OK;
}
EXPORT fmi2ExitInitializationModeTYPE fmi2ExitInitializationMode;
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  (void)c;
  return fmi2OK;
}
EXPORT fmi2TerminateTYPE fmi2Terminate;
fmi2Status fmi2Terminate(fmi2Component c) {
  return ((Probe*)c)->deed == kFailAtEnd ? fmi2Error : fmi2OK;
}
EXPORT fmi2ResetTYPE fmi2Reset;
fmi2Status fmi2Reset(fmi2Component c) {
  Probe* probe = c;
  memset(probe->reals, 0, sizeof probe->reals);
  probe->deed = kGood;
  return fmi2OK;
}

EXPORT fmi2GetRealTYPE fmi2GetReal;
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= kSize) return fmi2Error;
    value[i] = ((Probe*)c)->reals[vr[i]];
  }
  return fmi2OK;
}
EXPORT fmi2SetRealTYPE fmi2SetReal;
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= kSize) return fmi2Discard;
    ((Probe*)c)->reals[vr[i]] = value[i];
  }
  return fmi2OK;
}
EXPORT fmi2GetIntegerTYPE fmi2GetInteger;
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Integer value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = vr[i] == 200 ? instances_made : ((Probe*)c)->integers[vr[i]];
  return fmi2OK;
}
EXPORT fmi2SetIntegerTYPE fmi2SetInteger;
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Integer value[]) {
  Probe* probe = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] == 100)
      probe->deed = value[i];
    else if (vr[i] == 101)
      probe->message = value[i];
    else
      probe->integers[vr[i]] = value[i];
  }
  return fmi2OK;
}
EXPORT fmi2GetBooleanTYPE fmi2GetBoolean;
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = ((Probe*)c)->booleans[vr[i]];
  return fmi2OK;
}
EXPORT fmi2SetBooleanTYPE fmi2SetBoolean;
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Boolean value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Probe*)c)->booleans[vr[i]] = value[i];
  return fmi2OK;
}
EXPORT fmi2GetStringTYPE fmi2GetString;
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2String value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = vr[i] == 9 ? NULL : ((Probe*)c)->strings[vr[i]];
  return fmi2OK;
}
EXPORT fmi2SetStringTYPE fmi2SetString;
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2String value[]) {
  for (size_t i = 0; i < n; ++i)
    snprintf(((Probe*)c)->strings[vr[i]], kTextSize, "%s", value[i]);
  return fmi2OK;
}

#ifndef PROBE_MODEL_EXCHANGE_ONLY
static void say(Probe* p) {
  const fmi2CallbackFunctions* f = p->callbacks;
  fmi2ComponentEnvironment e = f->componentEnvironment;
  switch (p->message) {
    case 1:
      f->logger(e, p->name, fmi2Warning, "logEvents", "x is %.3f in step %d of %s", 1.5, 7, "probe");
      break;
    case 2:
      f->logger(e, p->name, fmi2Warning, "logEvents", "100% sure and 50%");
      break;
    case 3:
      f->logger(e, p->name, fmi2Warning, "logEvents", "no arguments for %s and %n");
      break;
    case 4:
      f->logger(e, NULL, fmi2Warning, NULL, NULL);
      break;
    case 5:
      f->logger(e, p->name, fmi2OK, "logDebug", "only when logging is on");
      break;
    case 6:
      for (int i = 0; i < 100; ++i)
        f->logger(e, p->name, fmi2Warning, "logEvents", "flood %d", i);
      break;
    case 7:
      f->logger(e, p->name, fmi2Warning, "logEvents", "variable #r1# and ##");
      break;
    default:
      break;
  }
  p->message = 0;
}

EXPORT fmi2DoStepTYPE fmi2DoStep;
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real size, fmi2Boolean no_rollback) {
  Probe* probe = c;
  if (probe->message != 0) say(probe);
  probe->booleans[2] = no_rollback;
  switch (probe->deed) {
    case kGood:
      break;
    case kWarn:
      probe->reals[8] = from + size;
      return fmi2Warning;
    case kDiscardHalfway:
    case kEndHalfway:
      probe->last_success = from + size / 2;
      return fmi2Discard;
    case kFail:
      probe->callbacks->logger(probe->callbacks->componentEnvironment, probe->name, fmi2Error,
                               "logStatusError", "the solver gave up at t=%g", from);
      return fmi2Error;
    case kBeFatal:
      return fmi2Fatal;
    case kPend:
      probe->polls_left = 3;
      probe->last_success = from;
      return fmi2Pending;
    case kPendWithCallback:
      probe->callbacks->stepFinished(probe->callbacks->componentEnvironment, fmi2OK);
      return fmi2Pending;
    case kRound:
      fesetround(FE_UPWARD);
      break;
    case kDisturb:
      disturb();
      break;
    case kUnknownStatus:
      return (fmi2Status)42;
    default:
      break;
  }
  probe->reals[8] = from + size;
  return fmi2OK;
}
EXPORT fmi2GetStatusTYPE fmi2GetStatus;
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status* value) {
  Probe* probe = c;
  if (kind != fmi2DoStepStatus) return fmi2Discard;
  *value = --probe->polls_left > 0 ? fmi2Pending : fmi2OK;
  return fmi2OK;
}
EXPORT fmi2GetRealStatusTYPE fmi2GetRealStatus;
fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = ((Probe*)c)->last_success;
  return fmi2OK;
}
EXPORT fmi2GetBooleanStatusTYPE fmi2GetBooleanStatus;
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = ((Probe*)c)->deed == kEndHalfway;
  return fmi2OK;
}
EXPORT fmi2CancelStepTYPE fmi2CancelStep;
fmi2Status fmi2CancelStep(fmi2Component c) {
  ((Probe*)c)->polls_left = 0;
  return fmi2OK;
}
EXPORT fmi2SetRealInputDerivativesTYPE fmi2SetRealInputDerivatives;
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  for (size_t i = 0; i < n; ++i)
    ((Probe*)c)->reals[vr[i]] = 10 * order[i] + value[i];
  return fmi2OK;
}
EXPORT fmi2GetRealOutputDerivativesTYPE fmi2GetRealOutputDerivatives;
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
  for (size_t i = 0; i < n; ++i)
    value[i] = 100 * order[i] + ((Probe*)c)->reals[vr[i]];
  return fmi2OK;
}
#endif

#ifndef PROBE_WITHOUT_OPTIONAL
EXPORT fmi2GetFMUstateTYPE fmi2GetFMUstate;
fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  if (*state == NULL) *state = malloc(sizeof(Probe));
  memcpy(*state, c, sizeof(Probe));
  return fmi2OK;
}
EXPORT fmi2SetFMUstateTYPE fmi2SetFMUstate;
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  memcpy(c, state, sizeof(Probe));
  return fmi2OK;
}
EXPORT fmi2FreeFMUstateTYPE fmi2FreeFMUstate;
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  (void)c;
  free(*state);
  *state = NULL;
  return fmi2OK;
}
EXPORT fmi2SerializedFMUstateSizeTYPE fmi2SerializedFMUstateSize;
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  (void)c;
  (void)state;
  *size = sizeof(Probe);
  return fmi2OK;
}
EXPORT fmi2SerializeFMUstateTYPE fmi2SerializeFMUstate;
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return fmi2OK;
}
EXPORT fmi2DeSerializeFMUstateTYPE fmi2DeSerializeFMUstate;
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  (void)c;
  if (size != sizeof(Probe)) return fmi2Error;
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi2OK;
}
EXPORT fmi2GetDirectionalDerivativeTYPE fmi2GetDirectionalDerivative;
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t nu,
                                        const fmi2ValueReference known[], size_t nk, const fmi2Real seed[],
                                        fmi2Real result[]) {
  (void)c;
  for (size_t i = 0; i < nu; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < nk; ++j)
      result[i] += (unknown[i] + 10.0 * known[j]) * seed[j];
  }
  return fmi2OK;
}
#endif
