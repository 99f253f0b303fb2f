// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/value.hpp"

namespace fmi_adapter {

/// A plain number as the value of a scalar variable. Throws lockstep::Error{kBadUsage} when it does not fit:
/// an array, a text, 1.5 for an integer.
lockstep::core::Value value_of(const lockstep::core::Variable& variable, double number);

/// The number in a scalar value; 0 for texts and bytes.
double number_of(const lockstep::core::Value& value);

}  // namespace fmi_adapter
