// SPDX-License-Identifier: Apache-2.0
#pragma once

// The C interface of FMI 2.0 (Model Exchange and Co-Simulation) as facts, for C and C++.
// A library declares what it exports by the TYPE typedefs alone, e.g. `fmi2DoStepTYPE fmi2DoStep;`.

#include <stddef.h>

#include "lockstep/fmi/kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

// Platform "default". A boolean is an int.
#define fmi2Version "2.0"
#define fmi2TypesPlatform "default"
typedef void* fmi2Component;
typedef void* fmi2ComponentEnvironment;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char* fmi2String;
typedef char fmi2Byte;
#define fmi2True 1
#define fmi2False 0

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

// Callbacks travel by pointer, and FMUs keep the pointer: the structure must outlive the instance.
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment componentEnvironment, fmi2String instanceName,
                                   fmi2Status status, fmi2String category, fmi2String message, ...);
typedef void* (*fmi2CallbackAllocateMemory)(size_t nobj, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void* obj);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment componentEnvironment, fmi2Status status);
typedef struct {
  fmi2CallbackLogger logger;
  fmi2CallbackAllocateMemory allocateMemory;
  fmi2CallbackFreeMemory freeMemory;
  fmi2StepFinished stepFinished;
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

// Both kinds: life of an instance.
typedef const char* fmi2GetTypesPlatformTYPE(void);
typedef const char* fmi2GetVersionTYPE(void);
typedef fmi2Status fmi2SetDebugLoggingTYPE(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                                           const fmi2String categories[]);
typedef fmi2Component fmi2InstantiateTYPE(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                                          fmi2String fmuResourceLocation,
                                          const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                                          fmi2Boolean loggingOn);
typedef void fmi2FreeInstanceTYPE(fmi2Component c);
typedef fmi2Status fmi2SetupExperimentTYPE(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                           fmi2Real startTime, fmi2Boolean stopTimeDefined,
                                           fmi2Real stopTime);
typedef fmi2Status fmi2EnterInitializationModeTYPE(fmi2Component c);
typedef fmi2Status fmi2ExitInitializationModeTYPE(fmi2Component c);
typedef fmi2Status fmi2TerminateTYPE(fmi2Component c);
typedef fmi2Status fmi2ResetTYPE(fmi2Component c);

// Both kinds: values.
typedef fmi2Status fmi2GetRealTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                   fmi2Real value[]);
typedef fmi2Status fmi2GetIntegerTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      fmi2Integer value[]);
typedef fmi2Status fmi2GetBooleanTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      fmi2Boolean value[]);
typedef fmi2Status fmi2GetStringTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                     fmi2String value[]);
typedef fmi2Status fmi2SetRealTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                   const fmi2Real value[]);
typedef fmi2Status fmi2SetIntegerTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Integer value[]);
typedef fmi2Status fmi2SetBooleanTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Boolean value[]);
typedef fmi2Status fmi2SetStringTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                     const fmi2String value[]);

// Both kinds: saved states and derivatives.
typedef fmi2Status fmi2GetFMUstateTYPE(fmi2Component c, fmi2FMUstate* FMUstate);
typedef fmi2Status fmi2SetFMUstateTYPE(fmi2Component c, fmi2FMUstate FMUstate);
typedef fmi2Status fmi2FreeFMUstateTYPE(fmi2Component c, fmi2FMUstate* FMUstate);
typedef fmi2Status fmi2SerializedFMUstateSizeTYPE(fmi2Component c, fmi2FMUstate FMUstate, size_t* size);
typedef fmi2Status fmi2SerializeFMUstateTYPE(fmi2Component c, fmi2FMUstate FMUstate,
                                             fmi2Byte serializedState[], size_t size);
typedef fmi2Status fmi2DeSerializeFMUstateTYPE(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                               fmi2FMUstate* FMUstate);
typedef fmi2Status fmi2GetDirectionalDerivativeTYPE(fmi2Component c, const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown, const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[],
                                                    fmi2Real dvUnknown[]);

// Model Exchange.
typedef fmi2Status fmi2EnterEventModeTYPE(fmi2Component c);
typedef fmi2Status fmi2NewDiscreteStatesTYPE(fmi2Component c, fmi2EventInfo* fmi2eventInfo);
typedef fmi2Status fmi2EnterContinuousTimeModeTYPE(fmi2Component c);
typedef fmi2Status fmi2CompletedIntegratorStepTYPE(fmi2Component c,
                                                   fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                                   fmi2Boolean* enterEventMode,
                                                   fmi2Boolean* terminateSimulation);
typedef fmi2Status fmi2SetTimeTYPE(fmi2Component c, fmi2Real time);
typedef fmi2Status fmi2SetContinuousStatesTYPE(fmi2Component c, const fmi2Real x[], size_t nx);
typedef fmi2Status fmi2GetDerivativesTYPE(fmi2Component c, fmi2Real derivatives[], size_t nx);
typedef fmi2Status fmi2GetEventIndicatorsTYPE(fmi2Component c, fmi2Real eventIndicators[], size_t ni);
typedef fmi2Status fmi2GetContinuousStatesTYPE(fmi2Component c, fmi2Real x[], size_t nx);
typedef fmi2Status fmi2GetNominalsOfContinuousStatesTYPE(fmi2Component c, fmi2Real x_nominal[], size_t nx);

// Co-Simulation.
typedef fmi2Status fmi2SetRealInputDerivativesTYPE(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                   const fmi2Integer order[], const fmi2Real value[]);
typedef fmi2Status fmi2GetRealOutputDerivativesTYPE(fmi2Component c, const fmi2ValueReference vr[],
                                                    size_t nvr, const fmi2Integer order[], fmi2Real value[]);
typedef fmi2Status fmi2DoStepTYPE(fmi2Component c, fmi2Real currentCommunicationPoint,
                                  fmi2Real communicationStepSize,
                                  fmi2Boolean noSetFMUStatePriorToCurrentPoint);
typedef fmi2Status fmi2CancelStepTYPE(fmi2Component c);
typedef fmi2Status fmi2GetStatusTYPE(fmi2Component c, const fmi2StatusKind s, fmi2Status* value);
typedef fmi2Status fmi2GetRealStatusTYPE(fmi2Component c, const fmi2StatusKind s, fmi2Real* value);
typedef fmi2Status fmi2GetIntegerStatusTYPE(fmi2Component c, const fmi2StatusKind s, fmi2Integer* value);
typedef fmi2Status fmi2GetBooleanStatusTYPE(fmi2Component c, const fmi2StatusKind s, fmi2Boolean* value);
typedef fmi2Status fmi2GetStringStatusTYPE(fmi2Component c, const fmi2StatusKind s, fmi2String* value);

#ifdef __cplusplus
}
#endif

// clang-format off
#define LOCKSTEP_FMI2_FUNCTIONS(X)                                                            \
  X(GetTypesPlatform, LOCKSTEP_FMI_ME_CS, "")                                                 \
  X(GetVersion, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetDebugLogging, LOCKSTEP_FMI_ME_CS, "")                                                  \
  X(Instantiate, LOCKSTEP_FMI_ME_CS, "")                                                      \
  X(FreeInstance, LOCKSTEP_FMI_ME_CS, "")                                                     \
  X(SetupExperiment, LOCKSTEP_FMI_ME_CS, "")                                                  \
  X(EnterInitializationMode, LOCKSTEP_FMI_ME_CS, "")                                          \
  X(ExitInitializationMode, LOCKSTEP_FMI_ME_CS, "")                                           \
  X(Terminate, LOCKSTEP_FMI_ME_CS, "")                                                        \
  X(Reset, LOCKSTEP_FMI_ME_CS, "")                                                            \
  X(GetReal, LOCKSTEP_FMI_ME_CS, "")                                                          \
  X(GetInteger, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(GetBoolean, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(GetString, LOCKSTEP_FMI_ME_CS, "")                                                        \
  X(SetReal, LOCKSTEP_FMI_ME_CS, "")                                                          \
  X(SetInteger, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetBoolean, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetString, LOCKSTEP_FMI_ME_CS, "")                                                        \
  X(GetFMUstate, LOCKSTEP_FMI_ME_CS, "canGetAndSetFMUstate")                                  \
  X(SetFMUstate, LOCKSTEP_FMI_ME_CS, "canGetAndSetFMUstate")                                  \
  X(FreeFMUstate, LOCKSTEP_FMI_ME_CS, "canGetAndSetFMUstate")                                 \
  X(SerializedFMUstateSize, LOCKSTEP_FMI_ME_CS, "canSerializeFMUstate")                       \
  X(SerializeFMUstate, LOCKSTEP_FMI_ME_CS, "canSerializeFMUstate")                            \
  X(DeSerializeFMUstate, LOCKSTEP_FMI_ME_CS, "canSerializeFMUstate")                          \
  X(GetDirectionalDerivative, LOCKSTEP_FMI_ME_CS, "providesDirectionalDerivative")            \
  X(EnterEventMode, LOCKSTEP_FMI_ME, "")                                                      \
  X(NewDiscreteStates, LOCKSTEP_FMI_ME, "")                                                   \
  X(EnterContinuousTimeMode, LOCKSTEP_FMI_ME, "")                                             \
  X(CompletedIntegratorStep, LOCKSTEP_FMI_ME, "")                                             \
  X(SetTime, LOCKSTEP_FMI_ME, "")                                                             \
  X(SetContinuousStates, LOCKSTEP_FMI_ME, "")                                                 \
  X(GetDerivatives, LOCKSTEP_FMI_ME, "")                                                      \
  X(GetEventIndicators, LOCKSTEP_FMI_ME, "")                                                  \
  X(GetContinuousStates, LOCKSTEP_FMI_ME, "")                                                 \
  X(GetNominalsOfContinuousStates, LOCKSTEP_FMI_ME, "")                                       \
  X(SetRealInputDerivatives, LOCKSTEP_FMI_CS, "canInterpolateInputs")                         \
  X(GetRealOutputDerivatives, LOCKSTEP_FMI_CS, "maxOutputDerivativeOrder")                    \
  X(DoStep, LOCKSTEP_FMI_CS, "")                                                              \
  X(CancelStep, LOCKSTEP_FMI_CS, "canRunAsynchronuously")                                     \
  X(GetStatus, LOCKSTEP_FMI_CS, "")                                                           \
  X(GetRealStatus, LOCKSTEP_FMI_CS, "")                                                       \
  X(GetIntegerStatus, LOCKSTEP_FMI_CS, "")                                                    \
  X(GetBooleanStatus, LOCKSTEP_FMI_CS, "")                                                    \
  X(GetStringStatus, LOCKSTEP_FMI_CS, "")
// clang-format on
