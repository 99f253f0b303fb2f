// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "coupling.hpp"
#include "lockstep/network/coupling_report.hpp"

namespace lockstep::network {

/// Finds the bonds of a configuration among the links of a compiled coupling. Throws Error{kBadInput} naming
/// each bond whose effort and flow are not connected inputs (Float64, one element) of two components, each
/// with its source in the other one.
std::vector<Bond> find_bonds(const std::vector<BondConfig>& configs, const Coupling& coupling);

/// Adds the energy of a step that was accepted.
///
/// An effort goes from A to B and a flow from B to A. A hands over its own effort times the flow it was
/// given; B receives the effort it was given times its own flow. The two differ by the coupling error. Both
/// are integrated over the step by the trapezoidal rule.
void note_energy(Bond& bond, const Coupling& coupling, double size_s) noexcept;

}  // namespace lockstep::network
