// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "wiring.hpp"

namespace lockstep::network {

/// Strongly connected components of a directed graph (Tarjan): the number of its component for each node.
/// Numbers are in reverse topological order.
std::vector<std::size_t> strong_components(const std::vector<std::vector<std::size_t>>& successors);

/// What depends on what in a network.
struct CouplingGraph {
  /// Components so that each comes after those whose outputs its own outputs need at the same instant;
  /// otherwise after its other sources, otherwise in file order.
  std::vector<std::size_t> order;
  /// Algebraic loops: each a cycle of wires in which every output depends on the input before it.
  std::vector<std::vector<std::size_t>> loops;
  /// For each wire: whether it is part of an algebraic loop.
  std::vector<bool> algebraic;
  /// For each wire: whether its two components depend on each other, at once or over time.
  std::vector<bool> cyclic;
};

/// By the output dependencies of each ModelStructure; an output without any may depend on all inputs.
CouplingGraph analyse(const Components& components, const std::vector<Wire>& wires);

/// "a.y -> b.u, b.y -> a.u".
std::string cycle_text(const std::vector<std::size_t>& cycle, const std::vector<Wire>& wires);

}  // namespace lockstep::network
