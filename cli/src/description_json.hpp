// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lockstep/core/fmu.hpp"

namespace lockstep::cli {

/// Everything an FMU says about itself, for `info --json`. Keys are those of the FMI 3 standard where it has
/// them; keys are only ever added. What was not given is left out; values are numbers where JSON can hold
/// them exactly.
nlohmann::ordered_json to_json(const core::Fmu& fmu);

}  // namespace lockstep::cli
