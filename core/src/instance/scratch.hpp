// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lockstep::core {

/// Working memory of a thread for values whose form differs from the FMU's (pointers to strings, 4-byte
/// booleans). Grows to the largest group and stays, so that steps do not allocate; not in the instance,
/// because partitions of Scheduled Execution use one instance from several threads.
template <class T>
std::vector<T>& scratch() {
  thread_local std::vector<T> memory;
  return memory;
}

}  // namespace lockstep::core
