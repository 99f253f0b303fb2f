// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/value.hpp"

namespace lockstep::middlewares {

/// A plain number as the value of a scalar variable. Throws Error{kBadUsage} when it does not fit:
/// an array, a text, 1.5 for an integer.
core::Value value_of(const core::Variable& variable, double number);

/// The number in a scalar value; 0 for texts and bytes.
double number_of(const core::Value& value);

}  // namespace lockstep::middlewares
