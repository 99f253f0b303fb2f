// SPDX-License-Identifier: Apache-2.0
#pragma once

// The C interface of FMI 1.0 (Model Exchange and Co-Simulation) as facts, for C and C++.
// The standard's own prefix is "fmi"; here it is "fmi1", so that all three versions fit into one translation
// unit. A library exports <modelIdentifier>_fmi<Name>, e.g. "Pump_fmiDoStep" of type fmi1DoStepTYPE.

#include <stddef.h>

#include "lockstep/fmi/kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

// Platform "standard32". A boolean is one char: 4-byte booleans came with FMI 2.
#define fmi1Version "1.0"
#define fmi1TypesPlatform "standard32"
typedef void* fmi1Component;
typedef unsigned int fmi1ValueReference;
typedef double fmi1Real;
typedef int fmi1Integer;
typedef char fmi1Boolean;
typedef const char* fmi1String;
#define fmi1True 1
#define fmi1False 0
#define fmi1UndefinedValueReference ((fmi1ValueReference)(-1))

// Pending exists in Co-Simulation only.
typedef enum { fmi1OK, fmi1Warning, fmi1Discard, fmi1Error, fmi1Fatal, fmi1Pending } fmi1Status;
typedef enum { fmi1DoStepStatus, fmi1PendingStatus, fmi1LastSuccessfulTime } fmi1StatusKind;

// Callbacks travel by value; the Model Exchange structure ends before stepFinished.
typedef void (*fmi1CallbackLogger)(fmi1Component c, fmi1String instanceName, fmi1Status status,
                                   fmi1String category, fmi1String message, ...);
typedef void* (*fmi1CallbackAllocateMemory)(size_t nobj, size_t size);
typedef void (*fmi1CallbackFreeMemory)(void* obj);
typedef void (*fmi1StepFinished)(fmi1Component c, fmi1Status status);
typedef struct {
  fmi1CallbackLogger logger;
  fmi1CallbackAllocateMemory allocateMemory;
  fmi1CallbackFreeMemory freeMemory;
} fmi1MeCallbackFunctions;
typedef struct {
  fmi1CallbackLogger logger;
  fmi1CallbackAllocateMemory allocateMemory;
  fmi1CallbackFreeMemory freeMemory;
  fmi1StepFinished stepFinished;
} fmi1CsCallbackFunctions;

typedef struct {
  fmi1Boolean iterationConverged;
  fmi1Boolean stateValueReferencesChanged;
  fmi1Boolean stateValuesChanged;
  fmi1Boolean terminateSimulation;
  fmi1Boolean upcomingTimeEvent;
  fmi1Real nextEventTime;
} fmi1EventInfo;

// Both kinds.
typedef const char* fmi1GetVersionTYPE(void);
typedef fmi1Status fmi1SetDebugLoggingTYPE(fmi1Component c, fmi1Boolean loggingOn);
typedef fmi1Status fmi1GetRealTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                   fmi1Real value[]);
typedef fmi1Status fmi1GetIntegerTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                      fmi1Integer value[]);
typedef fmi1Status fmi1GetBooleanTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                      fmi1Boolean value[]);
typedef fmi1Status fmi1GetStringTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                     fmi1String value[]);
typedef fmi1Status fmi1SetRealTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                   const fmi1Real value[]);
typedef fmi1Status fmi1SetIntegerTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                      const fmi1Integer value[]);
typedef fmi1Status fmi1SetBooleanTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                      const fmi1Boolean value[]);
typedef fmi1Status fmi1SetStringTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                     const fmi1String value[]);

// Model Exchange.
typedef const char* fmi1GetModelTypesPlatformTYPE(void);
typedef fmi1Component fmi1InstantiateModelTYPE(fmi1String instanceName, fmi1String GUID,
                                               fmi1MeCallbackFunctions functions, fmi1Boolean loggingOn);
typedef void fmi1FreeModelInstanceTYPE(fmi1Component c);
typedef fmi1Status fmi1InitializeTYPE(fmi1Component c, fmi1Boolean toleranceControlled,
                                      fmi1Real relativeTolerance, fmi1EventInfo* eventInfo);
typedef fmi1Status fmi1SetTimeTYPE(fmi1Component c, fmi1Real time);
typedef fmi1Status fmi1SetContinuousStatesTYPE(fmi1Component c, const fmi1Real x[], size_t nx);
typedef fmi1Status fmi1CompletedIntegratorStepTYPE(fmi1Component c, fmi1Boolean* callEventUpdate);
typedef fmi1Status fmi1GetDerivativesTYPE(fmi1Component c, fmi1Real derivatives[], size_t nx);
typedef fmi1Status fmi1GetEventIndicatorsTYPE(fmi1Component c, fmi1Real eventIndicators[], size_t ni);
typedef fmi1Status fmi1EventUpdateTYPE(fmi1Component c, fmi1Boolean intermediateResults,
                                       fmi1EventInfo* eventInfo);
typedef fmi1Status fmi1GetContinuousStatesTYPE(fmi1Component c, fmi1Real states[], size_t nx);
typedef fmi1Status fmi1GetNominalContinuousStatesTYPE(fmi1Component c, fmi1Real x_nominal[], size_t nx);
typedef fmi1Status fmi1GetStateValueReferencesTYPE(fmi1Component c, fmi1ValueReference vrx[], size_t nx);
typedef fmi1Status fmi1TerminateTYPE(fmi1Component c);

// Co-Simulation. The timeout is in milliseconds.
typedef const char* fmi1GetTypesPlatformTYPE(void);
typedef fmi1Component fmi1InstantiateSlaveTYPE(fmi1String instanceName, fmi1String fmuGUID,
                                               fmi1String fmuLocation, fmi1String mimeType, fmi1Real timeout,
                                               fmi1Boolean visible, fmi1Boolean interactive,
                                               fmi1CsCallbackFunctions functions, fmi1Boolean loggingOn);
typedef fmi1Status fmi1InitializeSlaveTYPE(fmi1Component c, fmi1Real tStart, fmi1Boolean StopTimeDefined,
                                           fmi1Real tStop);
typedef fmi1Status fmi1TerminateSlaveTYPE(fmi1Component c);
typedef fmi1Status fmi1ResetSlaveTYPE(fmi1Component c);
typedef void fmi1FreeSlaveInstanceTYPE(fmi1Component c);
typedef fmi1Status fmi1SetRealInputDerivativesTYPE(fmi1Component c, const fmi1ValueReference vr[], size_t nvr,
                                                   const fmi1Integer order[], const fmi1Real value[]);
typedef fmi1Status fmi1GetRealOutputDerivativesTYPE(fmi1Component c, const fmi1ValueReference vr[],
                                                    size_t nvr, const fmi1Integer order[], fmi1Real value[]);
typedef fmi1Status fmi1DoStepTYPE(fmi1Component c, fmi1Real currentCommunicationPoint,
                                  fmi1Real communicationStepSize, fmi1Boolean newStep);
typedef fmi1Status fmi1CancelStepTYPE(fmi1Component c);
typedef fmi1Status fmi1GetStatusTYPE(fmi1Component c, const fmi1StatusKind s, fmi1Status* value);
typedef fmi1Status fmi1GetRealStatusTYPE(fmi1Component c, const fmi1StatusKind s, fmi1Real* value);
typedef fmi1Status fmi1GetIntegerStatusTYPE(fmi1Component c, const fmi1StatusKind s, fmi1Integer* value);
typedef fmi1Status fmi1GetBooleanStatusTYPE(fmi1Component c, const fmi1StatusKind s, fmi1Boolean* value);
typedef fmi1Status fmi1GetStringStatusTYPE(fmi1Component c, const fmi1StatusKind s, fmi1String* value);

#ifdef __cplusplus
}
#endif

// clang-format off
#define LOCKSTEP_FMI1_FUNCTIONS(X)                                                            \
  X(GetVersion, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetDebugLogging, LOCKSTEP_FMI_ME_CS, "")                                                  \
  X(GetReal, LOCKSTEP_FMI_ME_CS, "")                                                          \
  X(GetInteger, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(GetBoolean, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(GetString, LOCKSTEP_FMI_ME_CS, "")                                                        \
  X(SetReal, LOCKSTEP_FMI_ME_CS, "")                                                          \
  X(SetInteger, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetBoolean, LOCKSTEP_FMI_ME_CS, "")                                                       \
  X(SetString, LOCKSTEP_FMI_ME_CS, "")                                                        \
  X(GetModelTypesPlatform, LOCKSTEP_FMI_ME, "")                                               \
  X(InstantiateModel, LOCKSTEP_FMI_ME, "")                                                    \
  X(FreeModelInstance, LOCKSTEP_FMI_ME, "")                                                   \
  X(Initialize, LOCKSTEP_FMI_ME, "")                                                          \
  X(SetTime, LOCKSTEP_FMI_ME, "")                                                             \
  X(SetContinuousStates, LOCKSTEP_FMI_ME, "")                                                 \
  X(CompletedIntegratorStep, LOCKSTEP_FMI_ME, "")                                             \
  X(GetDerivatives, LOCKSTEP_FMI_ME, "")                                                      \
  X(GetEventIndicators, LOCKSTEP_FMI_ME, "")                                                  \
  X(EventUpdate, LOCKSTEP_FMI_ME, "")                                                         \
  X(GetContinuousStates, LOCKSTEP_FMI_ME, "")                                                 \
  X(GetNominalContinuousStates, LOCKSTEP_FMI_ME, "")                                          \
  X(GetStateValueReferences, LOCKSTEP_FMI_ME, "")                                             \
  X(Terminate, LOCKSTEP_FMI_ME, "")                                                           \
  X(GetTypesPlatform, LOCKSTEP_FMI_CS, "")                                                    \
  X(InstantiateSlave, LOCKSTEP_FMI_CS, "")                                                    \
  X(InitializeSlave, LOCKSTEP_FMI_CS, "")                                                     \
  X(TerminateSlave, LOCKSTEP_FMI_CS, "")                                                      \
  X(ResetSlave, LOCKSTEP_FMI_CS, "")                                                          \
  X(FreeSlaveInstance, LOCKSTEP_FMI_CS, "")                                                   \
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
