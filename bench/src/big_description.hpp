// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::bench {

/// A generated FMI 2.0 model description as large system models have it: continuous states, their derivatives
/// with dependencies, outputs with dependencies, parameters of all types, the rest local; structured names,
/// descriptions, units. 100,000 variables are about 23 MB. The same bytes at every call.
std::string big_description(std::uint32_t variable_count);

/// Name of the variable at a 0-based position.
std::string big_variable_name(std::uint32_t index);

}  // namespace lockstep::bench
