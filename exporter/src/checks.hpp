// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/exporter/description.hpp"

namespace lockstep::exporter {

/// Everything wrong with a description whose members, derivatives and dimensions are resolved, one sentence
/// each.
std::vector<std::string> check(const Description& m);

/// True for names the FMI "structured" naming convention allows: a.b[3].c, der(x), der(x,2), 'any text'.
bool is_structured_name(std::string_view name);

/// The unit of a time derivative: "m" -> "m/s", "m/s" -> "m/s2", "N.m" -> "N.m/s"; empty if it cannot be
/// written simply.
std::string unit_per_second(const std::string& unit);

}  // namespace lockstep::exporter
