// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// A picture of a network: components as boxes in columns from source to target, one arrow for all
/// connections between two components, labelled with their variables (with their number from four on). Arrows
/// that go back run below the boxes.
std::string graph_svg(const NetworkConfig& network);

}  // namespace lockstep::network
