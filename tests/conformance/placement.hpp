// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include "lockstep/core/stepper_options.hpp"

namespace lockstep::test {

/// The whole suite runs in two places: in this process, and with LOCKSTEP_TEST_ISOLATION set in workers.
inline bool in_workers() {
  return std::getenv("LOCKSTEP_TEST_ISOLATION") != nullptr;
}
inline core::StepperOptions placed(core::StepperOptions options = {}) {
  if (in_workers()) options.isolation.mode = core::Isolation::kProcess;
  return options;
}

}  // namespace lockstep::test
