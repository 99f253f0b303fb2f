// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::test {

/// How often operator new was called in this process so far. Link support/allocation_count.cpp into the test.
long allocation_count() noexcept;
/// False under sanitizers: the count stays 0.
bool counts_allocations() noexcept;

}  // namespace lockstep::test
