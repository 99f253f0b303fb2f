// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/core/fmu.hpp"

namespace lockstep::cli {

/// An overview for people: what the FMU is, whether it runs here, what it can do, its variables by causality.
/// Without `all`, long lists are cut.
std::string info_text(const core::Fmu& fmu, bool all);

}  // namespace lockstep::cli
