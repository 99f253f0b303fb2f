// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"

namespace lockstep::core::isolation {

/// "inputs: u = 1.5, n = 3" for the report of a failure; the first ten elements, long texts cut. Empty
/// without inputs.
std::string inputs_text(const std::vector<Stepper::Group*>& groups);

}  // namespace lockstep::core::isolation
