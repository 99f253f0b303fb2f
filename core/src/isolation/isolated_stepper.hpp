// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/core/fmu.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// A stepper whose FMU runs in a worker process: the same results, messages and failures as in this process,
/// one round trip for each call. A worker that crashes, hangs or sends nonsense is a failed call; reset()
/// starts a new one with the same values and bindings. Throws what Stepper::create throws, also when the FMU
/// crashes while it is loaded (Error{kFmuFailed}), and Error{kUnsupported} for callbacks into the host.
std::unique_ptr<Stepper> make_isolated_stepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind,
                                               StepperOptions options);

}  // namespace lockstep::core
