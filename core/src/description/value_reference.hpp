// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// Variable::value_reference where the description gives none that can be used; FMI 1 calls this number
/// undefined. Any other default would be the reference of some other variable, which would be read and set in
/// its place.
inline constexpr ValueReference kNoValueReference = 0xFFFFFFFFU;

/// Throws Error{kUnsupported} for a variable that the FMU cannot be asked for.
inline void require_value_reference(const Variable& variable) {
  if (variable.value_reference != kNoValueReference) return;
  throw Error{
      ErrorCode::kUnsupported,
      fmt::format(
          "variable '{}' (modelDescription.xml, line {}) has no valid valueReference and can be neither "
          "read nor set; export the FMU anew, or do without the variable",
          variable.name, variable.line)};
}

}  // namespace lockstep::core
