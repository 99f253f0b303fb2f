// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bits of the second argument of the function lists LOCKSTEP_FMI1_FUNCTIONS, LOCKSTEP_FMI2_FUNCTIONS and
// LOCKSTEP_FMI3_FUNCTIONS: the interface kinds whose libraries must offer the function.
//
// A list calls X(name, kinds, capability) once for each function. `name` has no "fmi2" in front, so that an X
// can build all it needs: the type fmi2##name##TYPE, the symbol "fmi2" #name (FMI 1: modelIdentifier "_fmi"
// #name). `capability` is the attribute of the model description without which nobody calls the function (""
// means: always of use). The standard wants the function exported even then, many libraries leave it out.
#define LOCKSTEP_FMI_ME 1
#define LOCKSTEP_FMI_CS 2
#define LOCKSTEP_FMI_SE 4
#define LOCKSTEP_FMI_ME_CS (LOCKSTEP_FMI_ME | LOCKSTEP_FMI_CS)
#define LOCKSTEP_FMI_ALL (LOCKSTEP_FMI_ME | LOCKSTEP_FMI_CS | LOCKSTEP_FMI_SE)
