// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "wiring.hpp"

namespace lockstep::network {

/// The connections a connection between two terminals (terminalsAndIcons.xml) stands for: one for each pair
/// of members with the same member name and kind, from the output to the input of the pair. Empty when the
/// two ends are not both terminals of the same kind. Members that only one side has stay unconnected.
std::vector<ConnectionConfig> members_of_terminals(const ConnectionConfig& config,
                                                   const Components& components, const Names& names);

}  // namespace lockstep::network
