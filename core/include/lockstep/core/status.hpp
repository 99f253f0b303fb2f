// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// FMI status, the same numbers in FMI 1, 2 and 3 (3 has no Pending).
enum class Status : std::uint8_t { kOk, kWarning, kDiscard, kError, kFatal, kPending };

/// "OK", "Warning", "Discard", "Error", "Fatal", "Pending".
LOCKSTEP_CORE_EXPORT std::string_view to_string(Status status) noexcept;

/// OK and Warning: the call did its job.
constexpr bool succeeded(Status status) noexcept {
  return status <= Status::kWarning;
}

}  // namespace lockstep::core
