// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/fmi/fmi3.h"

// Everything an FMI 3.0 library exports, and nothing else: all other symbols are hidden.
#pragma GCC visibility push(default)
extern "C" {
#define LOCKSTEP_FMI3_DECLARE(name, kinds, capability) fmi3##name##TYPE fmi3##name;
LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_FMI3_DECLARE)
#undef LOCKSTEP_FMI3_DECLARE
}
#pragma GCC visibility pop
