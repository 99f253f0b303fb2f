// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/fmi/fmi2.h"

// Everything an FMI 2.0 library exports, and nothing else: all other symbols are hidden.
#pragma GCC visibility push(default)
extern "C" {
#define LOCKSTEP_FMI2_DECLARE(name, kinds, capability) fmi2##name##TYPE fmi2##name;
LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_FMI2_DECLARE)
#undef LOCKSTEP_FMI2_DECLARE
}
#pragma GCC visibility pop
