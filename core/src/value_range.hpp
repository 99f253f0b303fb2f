// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/core/value.hpp"

namespace lockstep::core {

/// The range a variable declares by min and max, for people: "0 to 1", "at least 0", "at most 1"; empty when
/// it declares none.
std::string range_text(const Variable& variable);

/// The first element of `value` that lies outside the range of `variable`, as text; empty when all lie
/// inside, or there is no range.
std::string outside_range(const Variable& variable, const Value& value);

}  // namespace lockstep::core
