// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what lockstep_hosts_api offers across library borders.
#define LOCKSTEP_HOSTS_API_EXPORT __attribute__((visibility("default")))
