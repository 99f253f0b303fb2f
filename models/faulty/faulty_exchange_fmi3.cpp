// SPDX-License-Identifier: Apache-2.0
// Stands in for the kit's fmi3_simulation.cpp: its fmi3GetContinuousStateDerivatives gets another name, and
// ours misbehaves on top of it.
#define fmi3GetContinuousStateDerivatives well_behaved_fmi3GetContinuousStateDerivatives
#include "fmi3_simulation.cpp"  // NOLINT(bugprone-suspicious-include)
#undef fmi3GetContinuousStateDerivatives

#include <stdexcept>

#include "faulty.hpp"

#pragma GCC visibility push(default)
extern "C" {

fmi3GetContinuousStateDerivativesTYPE fmi3GetContinuousStateDerivatives;
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t nx) {
  const fmi3Status status = well_behaved_fmi3GetContinuousStateDerivatives(instance, derivatives, nx);
  switch (std::exchange(pending_c_fault, Fault::kNone)) {
    case Fault::kException:
      throw std::runtime_error("an exception where no exception may be");
    case Fault::kWrongStatus:
      return no_status<fmi3Status>();
    default:
      return status;
  }
}

}  // extern "C"
#pragma GCC visibility pop
