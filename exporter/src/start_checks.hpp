// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/exporter/description.hpp"

namespace lockstep::exporter {

/// True if the description must give a start value: the variable can be set before the simulation.
bool has_start(const VariableInfo& v);

/// What importers would complain about in the start value of `v`: NaN, outside of min and max, no item of its
/// enumeration. One sentence each, added to `findings`. Variables that are computed have no start value.
void check_start(const Description& m, const VariableInfo& v, std::vector<std::string>& findings);

/// Whether the unit of a state's derivative is the state's unit per second, where both are given and
/// understood. Radians count as 1, so "rad" and "1/s" go together.
void check_derivative_unit(const Description& m, const VariableInfo& state,
                           std::vector<std::string>& findings);

/// "0.5", short, for messages.
std::string short_text(double x);

/// The enumeration type a variable names; null if there is none of that name.
const EnumerationInfo* find_enumeration(const Description& m, const std::string& name);

}  // namespace lockstep::exporter
