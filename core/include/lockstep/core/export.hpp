// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the shared library lockstep_core offers; everything else is hidden.
#define LOCKSTEP_CORE_EXPORT __attribute__((visibility("default")))
