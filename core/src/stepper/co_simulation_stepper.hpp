// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// A Stepper that drives a Co-Simulation FMU of any FMI version. Throws what Instance::create throws.
std::unique_ptr<Stepper> make_co_simulation_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options);

}  // namespace lockstep::core
