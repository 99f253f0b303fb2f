// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// A Stepper that integrates a Model Exchange FMU with the solver the options name. Throws what
/// Instance::create throws.
std::unique_ptr<Stepper> make_model_exchange_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options);

}  // namespace lockstep::core
