// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "lockstep/core/status.hpp"

namespace lockstep::core::callbacks {

/// FMI 1 and 2 memory callbacks: calloc and free of this process. An FMU takes NULL for "no memory", so a
/// request for nothing gets a byte.
inline void* allocate(std::size_t count, std::size_t size) {
  return std::calloc(count == 0 ? 1 : count, size == 0 ? 1 : size);
}
inline void release(void* memory) {
  std::free(memory);
}

/// A status out of a log callback; one FMI does not know counts as Error.
inline Status status_of(int raw) noexcept {
  return raw >= 0 && raw <= static_cast<int>(Status::kPending) ? static_cast<Status>(raw) : Status::kError;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  result.reserve(texts.size());
  for (const std::string& text : texts)
    result.push_back(text.c_str());
  return result;
}

}  // namespace lockstep::core::callbacks
