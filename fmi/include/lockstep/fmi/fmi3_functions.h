// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every function of FMI 3.0, see kinds.h. A capability that one kind does not have (hasEventMode in Model
// Exchange) counts as given there.

#include "lockstep/fmi/kinds.h"

// clang-format off
#define LOCKSTEP_FMI3_FUNCTIONS(X) \
  X(GetVersion, LOCKSTEP_FMI_ALL, "")                                                    \
  X(SetDebugLogging, LOCKSTEP_FMI_ALL, "")                                               \
  X(InstantiateModelExchange, LOCKSTEP_FMI_ME, "")                                       \
  X(InstantiateCoSimulation, LOCKSTEP_FMI_CS, "")                                        \
  X(InstantiateScheduledExecution, LOCKSTEP_FMI_SE, "")                                  \
  X(FreeInstance, LOCKSTEP_FMI_ALL, "")                                                  \
  X(EnterInitializationMode, LOCKSTEP_FMI_ALL, "")                                       \
  X(ExitInitializationMode, LOCKSTEP_FMI_ALL, "")                                        \
  X(EnterEventMode, LOCKSTEP_FMI_ME_CS, "hasEventMode")                                  \
  X(Terminate, LOCKSTEP_FMI_ALL, "")                                                     \
  X(Reset, LOCKSTEP_FMI_ALL, "")                                                         \
  X(EnterConfigurationMode, LOCKSTEP_FMI_ALL, "")                                        \
  X(ExitConfigurationMode, LOCKSTEP_FMI_ALL, "")                                         \
  X(GetFloat32, LOCKSTEP_FMI_ALL, "")                                                    \
  X(GetFloat64, LOCKSTEP_FMI_ALL, "")                                                    \
  X(GetInt8, LOCKSTEP_FMI_ALL, "")                                                       \
  X(GetUInt8, LOCKSTEP_FMI_ALL, "")                                                      \
  X(GetInt16, LOCKSTEP_FMI_ALL, "")                                                      \
  X(GetUInt16, LOCKSTEP_FMI_ALL, "")                                                     \
  X(GetInt32, LOCKSTEP_FMI_ALL, "")                                                      \
  X(GetUInt32, LOCKSTEP_FMI_ALL, "")                                                     \
  X(GetInt64, LOCKSTEP_FMI_ALL, "")                                                      \
  X(GetUInt64, LOCKSTEP_FMI_ALL, "")                                                     \
  X(GetBoolean, LOCKSTEP_FMI_ALL, "")                                                    \
  X(GetString, LOCKSTEP_FMI_ALL, "")                                                     \
  X(GetBinary, LOCKSTEP_FMI_ALL, "")                                                     \
  X(GetClock, LOCKSTEP_FMI_ALL, "")                                                      \
  X(SetFloat32, LOCKSTEP_FMI_ALL, "")                                                    \
  X(SetFloat64, LOCKSTEP_FMI_ALL, "")                                                    \
  X(SetInt8, LOCKSTEP_FMI_ALL, "")                                                       \
  X(SetUInt8, LOCKSTEP_FMI_ALL, "")                                                      \
  X(SetInt16, LOCKSTEP_FMI_ALL, "")                                                      \
  X(SetUInt16, LOCKSTEP_FMI_ALL, "")                                                     \
  X(SetInt32, LOCKSTEP_FMI_ALL, "")                                                      \
  X(SetUInt32, LOCKSTEP_FMI_ALL, "")                                                     \
  X(SetInt64, LOCKSTEP_FMI_ALL, "")                                                      \
  X(SetUInt64, LOCKSTEP_FMI_ALL, "")                                                     \
  X(SetBoolean, LOCKSTEP_FMI_ALL, "")                                                    \
  X(SetString, LOCKSTEP_FMI_ALL, "")                                                     \
  X(SetBinary, LOCKSTEP_FMI_ALL, "")                                                     \
  X(SetClock, LOCKSTEP_FMI_ALL, "")                                                      \
  X(GetNumberOfVariableDependencies, LOCKSTEP_FMI_ALL, "providesPerElementDependencies") \
  X(GetVariableDependencies, LOCKSTEP_FMI_ALL, "providesPerElementDependencies")         \
  X(GetFMUState, LOCKSTEP_FMI_ALL, "canGetAndSetFMUState")                               \
  X(SetFMUState, LOCKSTEP_FMI_ALL, "canGetAndSetFMUState")                               \
  X(FreeFMUState, LOCKSTEP_FMI_ALL, "canGetAndSetFMUState")                              \
  X(SerializedFMUStateSize, LOCKSTEP_FMI_ALL, "canSerializeFMUState")                    \
  X(SerializeFMUState, LOCKSTEP_FMI_ALL, "canSerializeFMUState")                         \
  X(DeserializeFMUState, LOCKSTEP_FMI_ALL, "canSerializeFMUState")                       \
  X(GetDirectionalDerivative, LOCKSTEP_FMI_ALL, "providesDirectionalDerivatives")        \
  X(GetAdjointDerivative, LOCKSTEP_FMI_ALL, "providesAdjointDerivatives")                \
  X(GetIntervalDecimal, LOCKSTEP_FMI_ALL, "")                                            \
  X(GetIntervalFraction, LOCKSTEP_FMI_ALL, "")                                           \
  X(GetShiftDecimal, LOCKSTEP_FMI_ALL, "")                                               \
  X(GetShiftFraction, LOCKSTEP_FMI_ALL, "")                                              \
  X(SetIntervalDecimal, LOCKSTEP_FMI_ALL, "")                                            \
  X(SetIntervalFraction, LOCKSTEP_FMI_ALL, "")                                           \
  X(SetShiftDecimal, LOCKSTEP_FMI_ALL, "")                                               \
  X(SetShiftFraction, LOCKSTEP_FMI_ALL, "")                                              \
  X(EvaluateDiscreteStates, LOCKSTEP_FMI_ME_CS, "providesEvaluateDiscreteStates")        \
  X(UpdateDiscreteStates, LOCKSTEP_FMI_ME_CS, "hasEventMode")                            \
  X(EnterContinuousTimeMode, LOCKSTEP_FMI_ME, "")                                        \
  X(CompletedIntegratorStep, LOCKSTEP_FMI_ME, "needsCompletedIntegratorStep")            \
  X(SetTime, LOCKSTEP_FMI_ME, "")                                                        \
  X(SetContinuousStates, LOCKSTEP_FMI_ME, "")                                            \
  X(GetContinuousStateDerivatives, LOCKSTEP_FMI_ME, "")                                  \
  X(GetEventIndicators, LOCKSTEP_FMI_ME, "")                                             \
  X(GetContinuousStates, LOCKSTEP_FMI_ME, "")                                            \
  X(GetNominalsOfContinuousStates, LOCKSTEP_FMI_ME, "")                                  \
  X(GetNumberOfEventIndicators, LOCKSTEP_FMI_ME, "")                                     \
  X(GetNumberOfContinuousStates, LOCKSTEP_FMI_ME, "")                                    \
  X(EnterStepMode, LOCKSTEP_FMI_CS, "hasEventMode")                                      \
  X(GetOutputDerivatives, LOCKSTEP_FMI_CS, "maxOutputDerivativeOrder")                   \
  X(DoStep, LOCKSTEP_FMI_CS, "")                                                         \
  X(ActivateModelPartition, LOCKSTEP_FMI_SE, "")
// clang-format on
