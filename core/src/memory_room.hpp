// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstddef>

namespace lockstep::core {

/// Whether so many elements take less than half of this machine's memory. Broken descriptions ask for any
/// size, and Linux would promise the memory first and kill the process later.
inline bool fits_memory(std::size_t count, std::size_t element_bytes) noexcept {
  constexpr std::size_t kAlwaysFine = std::size_t{64} << 20U;
  if (count <= kAlwaysFine / element_bytes) return true;
  const auto pages = static_cast<std::size_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
  const auto page_bytes = static_cast<std::size_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  return count <= pages / 2 * page_bytes / element_bytes;
}

}  // namespace lockstep::core
