// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "wiring.hpp"

namespace lockstep::network {

/// The connections a connection between two terminals (terminalsAndIcons.xml) stands for: one for each pair
/// of members with the same member name and kind, from the output to the input of the pair. Empty when the
/// two ends are not both terminals; empty with a `problem` when their kinds differ, or when they have no
/// member in common. Members that only one side has stay unconnected. Terminals of FMI-LS-BUS (matching rule
/// org.fmi-ls-bus.transceiver) are crossed: Tx_Data of one side goes to Rx_Data of the other one.
std::vector<ConnectionConfig> members_of_terminals(const ConnectionConfig& config,
                                                   const Components& components, const Names& names,
                                                   std::string& problem);

}  // namespace lockstep::network
