// SPDX-License-Identifier: Apache-2.0
#include "probe.hpp"

LOCKSTEP_FMU(Probe)
