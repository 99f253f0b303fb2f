// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "coupling.hpp"

namespace lockstep::network {

/// Initialises all components of a compiled coupling with inputs that fit the outputs they are connected to.
/// Algebraic loops are solved by Newton's method in initialisation mode, or left at the start values of their
/// inputs (LoopPolicy::kBreak). `notes` gets what the components did not allow. Throws Error{kFmuFailed} when
/// a component fails or a loop has no solution that is found, naming the loop.
void initialize_components(Coupling& coupling, const core::ExperimentSetup& setup, LoopPolicy loops,
                           std::vector<std::string>& notes);

}  // namespace lockstep::network
